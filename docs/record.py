#!/usr/bin/env python3
"""Recomputes the estimate of a survey from its stored rows, with nothing of chesscensus: python docs/record.py records/second
Needs pyarrow (pip install pyarrow), or the rows as CSV: chesscensus survey export DIR, then record.py DIR DIR/export/tallies.csv
What the rows mean, and the formulas, stand in docs/RECORD.md."""
import collections, csv, glob, json, math, os, sys

folder, plan = sys.argv[1], json.load(open(sys.argv[1] + "/plan.json"))
phases, known = len(plan["phases"]), [0.0] + plan.get("known", []) + [0.0] * len(plan["phases"])
rows = collections.Counter()  # draws by (stratum, phase, class, outcome, weight, multiplicity)
NAMES = ["stratum", "phase", "class", "outcome", "weight", "multiplicity"]

def risk_class(board):  # pawns at home, and two for each white pawn above a black one on its file; at most 3
    files = [""] * 8  # the men of each file, from row 8 down
    for row in board.split("/"):
        for f, man in enumerate("".join("." * int(c) if c.isdigit() else c for c in row)):
            files[f] += man
    return min(3, sum((f[1] == "p") + (f[6] == "P") + 2 * sum("p" in f[i:] for i in range(8) if f[i] == "P") for f in files))

if len(sys.argv) > 2:  # rows of an export, in which what was settled later counts as what it is
    for r in csv.DictReader(open(sys.argv[2])):
        if r["property"] == "all":
            rows[tuple(r.get(n, 0) if n == "outcome" else int(r.get(n, 0)) for n in NAMES)] += int(r["draws"])
else:
    import pyarrow.parquet
    for path in glob.glob(folder + "/bundle/*.parquet") + glob.glob(folder + "/shards/*.parquet"):
        for r in pyarrow.parquet.read_table(path, filters=[("property", "=", "all")]).to_pylist():
            rows[tuple(r.get(n, 0) for n in NAMES)] += r["draws"]
    later = folder + "/settled.jsonl"
    settled = {s["fen"]: "out" if s["reasons"] else "in" for s in map(json.loads, open(later) if os.path.exists(later) else [])}
    for path in glob.glob(folder + "/open/*.tsv"):
        for line in open(path):
            fen, stratum, _, weight, mult, samples = (line.strip().split("\t") + [""] * 5)[:6]
            if samples.startswith("all") and " ".join(fen.split()[:4]) in settled:
                g = risk_class(fen.split()[0]) if plan.get("classes") else 0
                where = (int(stratum), phases, g)
                rows[where + ("pass", int(weight), int(mult))] -= 1
                rows[where + (settled[" ".join(fen.split()[:4])], int(weight), int(mult))] += 1

nodes = collections.defaultdict(list)  # (outcome, class, y, draws) by (stratum, phase, class of those who enter the last phase)
for (h, j, g, outcome, weight, mult), n in rows.items():
    nodes[h, j, g if j == phases else 0].append((outcome, g, weight / mult, n))

def node(h, j, g, high):
    """n, mean, spread, later and the means of z^2 and y^2 of the draws judged in phase j: docs/RECORD.md"""
    cells, k, K = nodes[h, j, g], known[j - 1], known[j]
    n, below = sum(c[3] for c in cells), {}
    if n == 0:
        return 0, 0.0, 0.0, 0.0, 0.0, 0.0
    t = z2 = later = 0.0
    y2 = sum(y * y * m for _, _, y, m in cells) / n
    for outcome, c, y, m in cells:
        if outcome == "pass" and j < phases and c not in below:
            below[c] = node(h, j + 1, c if j + 1 == phases else 0, high)
        d = below[c] if outcome == "pass" and j < phases else (0,)
        if d[0]:
            t, z2 = t + m * (K * y - k * y + d[1]), z2 + m * (K * y * y + d[4] - K * d[5])
        else:
            z = y if outcome == "in" or outcome == "pass" and high else 0.0
            t, z2 = t + m * (z - k * y), z2 + m * z * z
    for c, (taken, _, spread, rest, _, _) in below.items():
        m = sum(m for outcome, g2, _, m in cells if outcome == "pass" and g2 == c)
        later += (m / n) ** 2 * ((1 / taken - 1 / m) * spread + rest) if taken else 0
    mean, z2 = t / n, z2 / n
    return n, mean, (k * k * y2 + (1 - 2 * k) * z2 - mean * mean + later) * n / (n - 1), later, z2, y2

for name, high in ("proven", False), ("not refuted", True):
    value = variance = 0.0
    for h, stratum in enumerate(plan["strata"]):
        n, mean, spread, later, _, _ = node(h, 1, 0, high)
        value, variance = value + int(stratum["size"]) * mean, variance + int(stratum["size"]) ** 2 * (spread / n + later)
    print(f"{name}: {value:.9e}, standard error {math.sqrt(variance):.6e}")
