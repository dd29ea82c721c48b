"""Writes the files of the example `weather`, as pyarrow does by default: python make.py FOLDER"""
import datetime, math, random, sys

import pyarrow as pa
from pyarrow import feather

CITIES = [("BER", "Berlin", 34, 10.5, 10.5), ("CAI", "Cairo", 23, 22.5, 7.5), ("HEL", "Helsinki", 26, 6.5, 12.0),
          ("LIM", "Lima", 154, 19.5, 3.0), ("NBO", "Nairobi", 1795, 19.0, 1.5), ("OSA", "Osaka", 24, 17.0, 11.5),
          ("QUE", "Quebec", 74, 5.0, 15.5), ("SYD", "Sydney", 39, 18.5, -5.5)]
rng = random.Random(67)
start = datetime.datetime(2025, 1, 1, 12)
rows = []
for day in range(365):
    for code, _, _, mean, swing in rng.sample(CITIES, len(CITIES)):
        value = mean - swing * math.cos(2 * math.pi * (day - 20) / 365) + rng.gauss(0, 2.5)
        rows.append((code, start + datetime.timedelta(days=day), None if rng.random() < 0.05 else round(value, 1)))
code, time, celsius = (list(it) for it in zip(*rows))
readings = pa.table({"code": pa.array(code).dictionary_encode(), "time": pa.array(time, pa.timestamp("s")), "celsius": pa.array(celsius, pa.float32())})
cities = pa.table({"code": [it[0] for it in CITIES], "city": [it[1] for it in CITIES], "height": pa.array([it[2] for it in CITIES], pa.int16())})
feather.write_feather(readings, f"{sys.argv[1]}/readings.arrow", chunksize=1000)
feather.write_feather(cities, f"{sys.argv[1]}/cities.arrow")
