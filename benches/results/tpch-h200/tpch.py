"""Makes tables as TPC-H's at a scale, writes them as Parquet files into a folder, and times DuckDB on 16 threads: FOLDER SCALE."""
import duckdb, sys, time
folder, scale = sys.argv[1], float(sys.argv[2])
db = duckdb.connect()
db.execute("SET threads=16")
orders, rows = int(1500000 * scale), int(6000000 * scale)
begin = time.time()
h = lambda i, k, m: f"(hash({i} * 16 + {k}) % {m})::INTEGER"
db.execute(f"""CREATE TABLE customer AS SELECT i AS c_custkey,
  CASE WHEN {h('i', 10, 5)} = 0 THEN 'BUILDING' ELSE 'MACHINERY' END AS c_mktsegment FROM range({int(150000 * scale)}) t(i)""")
db.execute(f"""CREATE TABLE orders AS SELECT i AS o_orderkey, {h('i', 9, int(150000 * scale))}::BIGINT AS o_custkey,
  DATE '1992-01-01' + {h('i', 8, 2405)} AS o_orderdate, 0::INTEGER AS o_shippriority FROM range({orders}) t(i)""")
db.execute(f"""CREATE TABLE lineitem AS SELECT i // 4 AS l_orderkey, (1 + {h('i', 0, 50)})::DOUBLE AS l_quantity,
  (1 + {h('i', 0, 50)}) * (90000 + {h('i', 1, 110000)}) / 100.0::DOUBLE AS l_extendedprice,
  {h('i', 2, 11)} / 100.0::DOUBLE AS l_discount, {h('i', 3, 9)} / 100.0::DOUBLE AS l_tax,
  DATE '1992-01-01' + {h('(i // 4)', 8, 2405)} + 1 + {h('i', 4, 121)} AS l_shipdate,
  CASE WHEN l_shipdate > DATE '1995-06-17' THEN 'N' WHEN {h('i', 5, 2)} = 0 THEN 'A' ELSE 'R' END AS l_returnflag,
  CASE WHEN l_shipdate > DATE '1995-06-17' THEN 'O' ELSE 'F' END AS l_linestatus FROM range({rows}) t(i)""")
print(f"made in {time.time() - begin:.1f} s", db.execute("describe lineitem").fetchall(), flush=True)
for name in ["customer", "orders", "lineitem"]:
    db.execute(f"COPY {name} TO '{folder}/{name}.parquet' (FORMAT parquet, COMPRESSION snappy)")
print(f"written after {time.time() - begin:.1f} s", flush=True)
queries = {"query 1": """SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice), sum(l_extendedprice * (1 - l_discount)),
  sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*)
  FROM lineitem WHERE l_shipdate <= DATE '1998-09-02' GROUP BY ALL ORDER BY ALL""",
 "query 3": """SELECT l_orderkey, sum(l_extendedprice * (1 - l_discount)) AS revenue, o_orderdate, o_shippriority FROM customer, orders, lineitem
  WHERE c_mktsegment = 'BUILDING' AND c_custkey = o_custkey AND l_orderkey = o_orderkey AND o_orderdate < DATE '1995-03-15'
  AND l_shipdate > DATE '1995-03-15' GROUP BY l_orderkey, o_orderdate, o_shippriority ORDER BY revenue DESC, o_orderdate LIMIT 10""",
 "query 6": """SELECT sum(l_extendedprice * l_discount) FROM lineitem WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01'
  AND l_discount BETWEEN 0.05::DOUBLE AND 0.07::DOUBLE AND l_quantity < 24"""}
for name, query in queries.items():
    times = []
    for _ in range(6):
        begin = time.time()
        rows = db.execute(query).fetchall()
        times.append((time.time() - begin) * 1e3)
    print(f"duckdb {name}: {min(times):.1f} ms", flush=True)
    for row in rows:
        print("  ", row, flush=True)
