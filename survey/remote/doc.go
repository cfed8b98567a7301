// Package remote has the shards of a survey made on many machines, over NATS JetStream, so that nothing is lost when machines, networks and
// programs break, and the record is byte for byte that of a run on one machine.
//
//	survey run --listen ADDRESS       worker --nats URL (any number, anywhere)
//	  campaign.Run                      campaign.Worker.Do(shard)
//	       | Pool                           ^   | result
//	       v                                |   v
//	     JetStream: a work queue of tasks and results
//
// [Pool] is a campaign.Pool; everything above it (plan, record, report) is that of a run without it. [Worker] is the other side. [Listen] starts
// a server inside this process; any NATS server from 2.10 on with JetStream does the same.
//
// # How nothing is lost
//
// The folder of the survey is the truth: plan, shards, manifest. What the server holds can be lost at any time. The client makes the stream of its survey,
// and counts what waits there every 250 ms: if tasks and results are fewer than the shards that it waits for, or
// if no result has come for two ack waits, it queues those again.
// A subject has at most one message, so no shard is queued twice. A worker takes a task, sends a heartbeat every third of the ack wait,
// publishes the result, and only then acknowledges the task. Without heartbeats the server gives the task to another worker. The client acknowledges
// a result when it is on its disk. A task that was given out too often is reported as failed by the next worker that gets it, and the client
// parks the shard. A shard depends on the plan and its number alone, so none of this changes a byte.
//
// # What is checked
//
// Workers are authenticated and trusted: a client makes a key for them ([NewKey]), by which they may list surveys, take tasks and publish results, and
// nothing else ([Listen]). What is checked is that they work. Every result is verified on arrival; a bad one is reported, set aside and made again.
// This process makes a share of the shards again. If two results differ, the run ends with an error that names both makers, and all shards that only
// they have made are set aside. Neither makes shards of this survey again until a third has decided (shards.Makers). Nobody can take the name of
// this process, and several names do not outvote it: a difference ends the run, however many agreed before. This finds broken machines and
// programs. It is no defence against the owner of a key who lies rarely; under another name its shards are made again as often.
//
// # Subjects
//
// Stream chesscensus-HASH, with the plan of this hash in its metadata (the order), limits of messages and bytes, and two consumers:
//
//	chesscensus.HASH.task.17         a task; consumer workers
//	chesscensus.HASH.result.17.NAME  a result of a worker, or why there is none; consumer client
//	chesscensus.HASH.client.17       a result of a worker in the client's process, where no other may publish; consumer client
//
// Messages are JSON with a checksum (record.Seal). A worker may name any subject for an answer of the server, so it can put a task in the queue that is
// none; a worker puts it away, and the client queues the right one (TestReplies).
package remote
