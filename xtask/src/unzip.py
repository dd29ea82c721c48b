# Lists the files of a wheel, or unpacks those that standard input names: lines of name, tab, and where it goes.
import os
import shutil
import sys
import zipfile

sys.stdout.reconfigure(encoding="utf-8", newline="\n")
sys.stdin.reconfigure(encoding="utf-8", newline="\n")
with zipfile.ZipFile(sys.argv[1]) as wheel:
    if sys.argv[2:] == ["--list"]:
        for file in wheel.infolist():
            if not file.is_dir():
                print(file.filename)
    else:
        for line in sys.stdin.read().splitlines():
            name, place = line.split("\t")
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with wheel.open(name) as source, open(place, "xb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
