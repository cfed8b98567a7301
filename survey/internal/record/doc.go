// Package record keeps what a survey leaves behind: for every shard its tallies in
// a small Parquet file, and a manifest that says which shards are done, with what
// they were made and how their bytes sum up. It knows neither chess nor the plan.
//
// # The folder
//
//	plan.json                the plan, written by package plan
//	manifest.jsonl           one line for each shard that is done
//	shards/000017.parquet    the tallies of shard 17
//	kept/000017.txt.zst      its judged candidates, if they are kept
//	open/000017.tsv          its draws that the last phase could not decide
//	reached/000017.parquet   its draws that the last phase has judged
//	settled.jsonl            what was found out about them later, a line each
//	bundle/000045.parquet    the tallies of 45 shards in one file, once they are packed
//	bundle.jsonl             which bundle there is
//	counted.parquet          what reports count on the draws in reached/, once they are packed
//	counted.jsonl            of which lists, with checksums
//	parked.json              which shards the last run has given up
//	lock                     who is at work here
//
// # The tallies
//
// A Parquet file has one flat table of eight columns without nulls, see [Row]: how
// many draws of a stratum came out of a phase in which way, in all and by property.
// pandas, DuckDB and every other reader of Parquet shows it as it is.
//
// The list of the draws that the last phase has judged, see [Reached], says nothing that could not be computed again
// from the plan in the time of the survey. With it any property of legal positions can be looked up on them in seconds.
//
// # Bundles
//
// A shard of a large survey takes 270 kB, and most of it is noise: how many of some hundred draws of a kind fell into this shard.
// No encoding makes that much smaller (nine bits a count; the keys of a row take four). But nothing reads such counts by shard, only
// those of property [All], from which the spread between shards is computed. [Folder.Pack] therefore keeps these by shard
// and adds up all others, in a [Bundle], as often as one likes: 8 shards of 2.2 MB take 0.4 MB
// then, and 120 of 33 MB about 1.7 MB. Estimates are
// the same to the last bit. The lists stay beside the bundle: 1.7 bytes for each draw that the last
// phase has judged, 1.4 of which are chance (gaps between them are nearly geometric).
//
// The manifest keeps size and checksum of every shard file that is gone, so that an audit still knows the recomputed bytes. A
// damaged bundle is named, and its shards are not made again unasked, as that is hours of work.
//
// What a bundle gives up: checksums find damage, not intent. Who forges the sums of a bundle together with its checksum, and keeps
// the totals consistent, is found only by computing its shards again, since the tallies by shard are gone that could contradict him.
//
// # What is counted once
//
// Reports look moves, checks and men up on the draws that the last phase has proven legal, and to make three million of these again
// takes half a minute. The counts are the same as long as the lists are, so they are stored, see [Counted]: 360 kB. They name the lists
// by their checksums, and are left aside if these, the plan, the program or what is counted are others, or a byte of them is.
// Nobody has to believe them: without the two files everything is counted anew.
//
// # Nothing is half done
//
// A file is written under another name, synced, and renamed; its line is appended to
// the manifest after that. A kill at any moment leaves at worst a file that no line
// speaks of, or the beginning of a line, which has no valid checksum; both count as
// not done, and the next run does the shard again. Shards that are damaged, or that
// another plan, program, space or seed made, are found by [Folder.Check] and named.
//
// Name key: b bundle, s shard, entry a line of the manifest.
package record
