// Package remote has the shards of a survey made on many machines, over NATS JetStream, so that nothing is lost when machines, networks and
// programs break, and the record is byte for byte that of a run on one machine.
//
//	survey run --listen ADDRESS       worker --nats URL (any number, anywhere)
//	  campaign.Run                      campaign.Worker.Do(shard)
//	       | Pool                           ^   | result
//	       v                                |   v
//	     JetStream: [jobs: a work queue]  [results: a work queue]
//
// [Pool] is a campaign.Pool; everything above it (plan, record, report) is that of a run without it. [Worker] is the other side. [Listen] starts
// a server inside this process; any NATS server from 2.10 on with JetStream does the same.
//
// # How nothing is lost
//
// The folder of the survey is the truth: plan, shards, manifest. What the server holds can be lost at any time: the client looks every ack wait
// whether its streams are there, and puts the shards that the folder lacks into the queue again. A subject of the queue has one message, so that
// no shard is queued twice. A worker takes a task, says every third of the ack wait that it is alive, publishes the result, and only then
// acknowledges; without a sign of life the server gives the task to another worker. The client acknowledges a result when it is on its disk.
// A task that was given out too often is reported as failed by the worker that gets it next, and the shard is parked. A shard depends on the plan and
// its number alone, so none of this changes a byte.
//
// # Who is believed
//
// Workers are authenticated and trusted: a client makes a key for them ([NewKey]), by which they may take work and hand in results, and nothing else
// ([Listen]). What is checked is that they work. Every result is verified on arrival: a bad one is named, set aside and done again. A share of the
// shards is made again by this process. If two results differ, the run ends with an error that names both makers; what rests on the word of
// either is set aside, and neither makes shards of this survey again until a third has decided (shards.Makers). Nobody can take the name of this process,
// and several names do not outvote it: a difference ends the run, however many agreed before. This finds broken machines and programs. It is no defence
// against the owner of a key who lies rarely; a worker that renames itself is another maker, but no other liar: its shards are made again as often.
// A worker may name any subject for an answer of the server, so it can spoil an order, which the client mends every ack wait (TestReplies).
//
// # Subjects and streams
//
//	chesscensus.HASH.order      what workers have to know of the plan with this hash; stream chesscensus-orders
//	chesscensus.HASH.job.17     a task; stream chesscensus-HASH-jobs, consumer workers
//	chesscensus.HASH.result.17  a result, or why there is none; stream chesscensus-HASH-results, consumer client
//	chesscensus.HASH.own.17     the same of the worker in the client's process, where no other may publish
//
// All streams have limits of messages and bytes. Messages are JSON, a result with its SHA-256 in a header.
package remote
