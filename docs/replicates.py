#!/usr/bin/env python3
"""Standard errors from the draws of a survey by replicate weights, with nothing of chesscensus:

    chesscensus survey sample DIR --csv --jackknife 40 | python docs/replicates.py jackknife
    chesscensus survey sample DIR --csv --bootstrap 200 | python docs/replicates.py bootstrap --samplics

Prints the number of legal positions, and the share of those with White to move, each with its standard error. With
--samplics that package computes them, too, and the script fails if it finds others."""
import csv, math, sys

methods = ["jackknife", "bootstrap"]
if len(sys.argv) < 2 or sys.argv[1] not in methods:
    sys.exit(f"want {' or '.join(methods)} as the first argument")
method, rows = sys.argv[1], csv.reader(sys.stdin)
head = next(rows, [])
if "shard" not in head[:-1]:
    sys.exit("want the output of chesscensus survey sample DIR --csv with --jackknife or --bootstrap")
first = head.index("shard") + 1  # of the columns of replicates
white, weights = [], []  # of the draws that are proven legal; the first weight is that of the whole sample
for row in rows:
    if row[1] == "in":
        white.append(row[0].split()[1] == "w")
        weights.append([float(row[2])] + [float(x) for x in row[first:]])
if not weights:
    sys.exit("no draw is proven legal")
count = len(weights[0]) - 1
coefficient = {"jackknife": (count - 1) / count, "bootstrap": 1 / count}[method]

def error(figures):  # of a figure of the whole sample and of all replicates
    mean = math.fsum(figures[1:]) / count
    return math.sqrt(coefficient * math.fsum((x - mean) ** 2 for x in figures[1:]))

totals = [math.fsum(column) for column in zip(*weights)]
of_white = [math.fsum(x for x, w in zip(column, white) if w) for column in zip(*weights)]
shares = [w / t for w, t in zip(of_white, totals)]
found = {"positions": (totals[0], error(totals)), "white": (shares[0], error(shares))}
for name, (value, se) in found.items():
    print(f"{name}\t{value:.10g}\t{se:.6g}")

if "--samplics" in sys.argv:
    import numpy, samplics
    table = numpy.array(weights)
    for name, parameter, y in [("positions", "total", numpy.ones(len(white))), ("white", "mean", numpy.array(white, dtype=float))]:
        e = samplics.ReplicateEstimator(samplics.RepMethod[method], samplics.PopParam[parameter])
        e.estimate(y=y, samp_weight=table[:, 0], rep_weights=table[:, 1:])
        print(f"{name} by samplics\t{e.point_est:.10g}\t{e.stderror:.6g}")
        for ours, theirs in zip(found[name], (e.point_est, e.stderror)):
            if not math.isclose(ours, theirs, rel_tol=1e-6):
                sys.exit(f"{name}: {ours} here, {theirs} by samplics")
