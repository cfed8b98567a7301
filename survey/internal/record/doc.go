// Package record stores the results of a survey: for every shard its tallies in a small Parquet file, and a manifest
// of the shards that are done, with the program that made them and their checksums. It knows neither chess nor the plan.
//
// # The folder
//
//	plan.json                the plan, written by package plan
//	manifest.jsonl           one line for each shard that is done
//	shards/000017.parquet    the tallies of shard 17
//	kept/000017.txt.zst      its judged candidates, if they are kept
//	open/000017.tsv          its draws that the last phase could not decide
//	reached/000017.parquet   its draws that the last phase has judged
//	settled.jsonl            certificates that were found for them later, a line each
//	bundle/000045.parquet    the tallies of 45 shards in one file, once they are packed
//	bundle.jsonl             the name of the current bundle
//	counted.parquet          counts of the draws in reached/ for reports, once they are packed
//	counted.jsonl            the checksums of the counted lists
//	parked.json              the shards that the last run has given up
//	lock                     the process that works in the folder
//
// # The tallies
//
// A Parquet file has one flat table without nulls, see [Row]: the number of draws by stratum, phase, outcome and property.
// pandas, DuckDB and every other reader of Parquet can read it.
//
// The list of the draws that the last phase has judged, see [Reached], could be computed again from the plan, in the time of
// the survey. With the list any property of legal positions can be counted in seconds.
//
// # Bundles
//
// A shard of a large survey takes 270 kB, and most of it is noise: how many of some hundred draws of a kind fell into this shard.
// No encoding makes that much smaller (nine bits a count; the keys of a row take four). But only the counts of property [All]
// are needed by shard, for the spread between shards. [Folder.Pack] therefore keeps these by shard and adds up all others, in
// a [Bundle]: then 8 shards of 2.2 MB take 0.4 MB, and 120 of 33 MB about 1.7 MB. Estimates are the same to the last bit. The
// lists stay beside the bundle: 1.7 bytes for each draw that the last phase has judged, 1.4 of which are chance (the gaps
// between their numbers are nearly geometric).
//
// The manifest keeps size and checksum of every shard file that is gone, so that an audit still knows the recomputed bytes. A
// damaged bundle is reported, and its shards are not made again unasked, as that is hours of work.
//
// Checksums find damage, not intent. Forged sums of a bundle with consistent totals and a new checksum are found only by computing
// its shards again, since the tallies by shard that could contradict them are gone.
//
// # Stored counts
//
// Reports count moves, checks and men of the draws that the last phase has proven legal. To make three million of these draws
// again takes half a minute. The counts are the same as long as the lists are, so they are stored, see [StoredCounts]: 360 kB.
// They name the lists by their checksums, and are ignored if the lists, the plan, the program or the counted properties are
// others. Without the two files everything is counted anew.
//
// # Kills and crashes
//
// A file is written under another name, synced, and renamed; its line is appended to the manifest after that. A kill at any
// moment leaves at worst a file without a line, or an unfinished line, which has no valid checksum. Both count as not done, and
// the next run does the shard again. [Folder.Check] reports shards that are damaged, or that another plan, program, space or
// seed has made.
//
// Name key: b bundle, s shard, entry a line of the manifest.
package record
