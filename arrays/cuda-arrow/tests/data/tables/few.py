"""Leaves few of the cases that make.py wrote.

    python few.py FOLDER

Of `tables.json`, the smallest cases stay that together have all operations, options, functions and types of keys, and the
makers' names. `tables.bin` gets the streams of these alone.
"""
import json, re, sys

folder = sys.argv[1]
file = json.load(open(f"{folder}/tables.json"))
binary = open(f"{folder}/tables.bin", "rb").read()
STREAMS = ["table", "right", "result"]


def size(case):
    return sum(case[stream][1] for stream in STREAMS if stream in case)


def functions(tree):
    """Yields the functions of an expression, and the types of its columns, which end their names."""
    if isinstance(tree, list) and tree:
        head, *arguments = tree
        if head == "col":
            yield "column", arguments[0].split("_", 1)[-1]
        elif head != "lit":
            if isinstance(head, str):
                yield "function", head
            for argument in tree:
                yield from functions(argument)


def kinds(case):
    op = case["op"]
    yield "maker", case["name"].split(" ")[0], case.get("fails")
    yield op, str(case.get("how"))
    yield op, "slice" in case
    yield from functions(case.get("tree"))
    yield from functions(case.get("trees"))
    for aggregate in case.get("what", []):
        for name in aggregate if isinstance(aggregate, list) else []:
            if isinstance(name, str) and not re.match(r"c\d+_", name):
                yield op, name
    for key in ("keys", "parts", "order"):
        for name in case.get(key, []):
            name = name[0] if isinstance(name, list) else name
            if isinstance(name, str):
                yield op, "key", re.sub(r"^[ck]\d+_?", "", name)


shown, few = set(), []
for case in sorted(file["cases"], key=size):
    new = set(kinds(case)) - shown
    if new:
        shown |= new
        few.append(case)
few.sort(key=file["cases"].index)
with open(f"{folder}/tables.bin", "wb") as out:
    for case in few:
        for stream in [stream for stream in STREAMS if stream in case]:
            place, length = case[stream]
            case[stream] = [out.tell(), length]
            out.write(binary[place : place + length])
with open(f"{folder}/tables.json", "w") as out:
    lines = ",\n".join(json.dumps(case) for case in few)
    made = file["made_from"] + ", few.py"
    out.write(f'{{"format": "tables 1", "made_from": {json.dumps(made)}, "cases": [\n{lines}\n]}}\n')
