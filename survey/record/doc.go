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
// # Nothing is half done
//
// A file is written under another name, synced, and renamed; its line is appended to
// the manifest after that. A kill at any moment leaves at worst a file that no line
// speaks of, or the beginning of a line, which has no valid checksum; both count as
// not done, and the next run does the shard again. Shards that are damaged, or that
// another plan, program, space or seed made, are found by [Folder.Check] and named.
//
// Name key: s shard, entry a line of the manifest.
package record
