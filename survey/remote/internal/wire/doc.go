// Package wire is what client, workers and engine of a survey on many machines say to each other, as bytes.
//
//	Order    client -> worker   there is a survey: its plan, the engine that makes its shards, the tables that it is drawn with; or a list
//	                            of lines: the command that is done with them
//	Task     client -> worker   do a shard, or a chunk of lines
//	Result   worker -> client   a shard that is done, with checksum and maker
//	State    worker -> client   what a worker is doing, on a roll call
//
// # What is believed
//
// Nothing. A message comes from a program that may be broken, old, or not ours. Every reader has a limit for the bytes that it takes,
// refuses fields that do not exist, and checks counts before it makes room for them; so a message takes a small multiple of
// its own length in memory, and none makes a reader panic (FuzzOrder, FuzzTask, FuzzResult, FuzzState). What a plan says is
// checked by package survey/plan, what a result says of the plan by the campaign, see campaign.ErrResult.
//
// # The form of a result
//
//	"ccr1"  length of the head, 4 bytes, big-endian   head: JSON   the parts one behind the other
//
// The other messages are JSON. The sum of a result is the SHA-256 of what must be the same whoever does the shard: not of processor
// times, build and maker.
package wire
