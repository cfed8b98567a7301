// Package remote does the shards of a survey on many machines, over NATS JetStream, so that nothing is lost when machines, networks and
// programs break, and the record is byte for byte that of a run on one machine.
//
//	survey run --nats URL          worker --nats URL (any number, anywhere)
//	  campaign.Run                   campaign.Worker.Do(shard)
//	       | Pool                          ^   | result
//	       v                               |   v
//	  tasks -----> NATS JetStream: [jobs: a work queue] [ledger: what came of them]
//
// [Pool] is a campaign.Pool; everything above it (plan, record, report) is that of a run without it. [Worker] is the other side. Package
// embedded starts an engine inside this process, for one machine or a few; any NATS server from 2.10 on with JetStream, one or three,
// does the same.
//
// # What is where
//
// The folder of the survey is the truth: plan, shards done, manifest. What the engine holds can be lost at any time; the next run of the
// client puts the shards that the folder lacks into it again.
//
//	bucket chesscensus                   order.HASH: a survey that wants workers (plan, engine, tables), see wire.Order
//	objects chesscensus-files            tables, and results too large for a message, by their SHA-256
//	stream chesscensus-jobs-HASH         work queue: census.HASH.job.shard.17, and job.check.17 for a second opinion
//	stream chesscensus-ledger-HASH       census.HASH.ledger.KIND.ARGUMENT, one message for each subject, a second one is refused:
//	    shard.17, check.17               a result, and a second opinion
//	    disputed.17.NAME                 worker NAME came to another result than the one that is there
//	    failed.17, parked.17             what a worker had to say of a failure; a shard that is given up
//	    refused.NAME, retracted.17       worker NAME has returned wrong results; the shard is to be done again
//
// # Lists of lines
//
// [Lines] has chunks of a list answered in the same way, under a name of its own in place of the hash of a plan: streams, redelivery, second opinions and
// limits are those of shards, and so is most of the code (errand, run). What is done with lines is a command of the program with options that the
// worker checks as if anybody had written them. An answer is final when it is passed on and nobody is to check it: then it is taken out of the ledger.
//
// # A shard
//
// The client publishes a task, whose message id is the hash of the plan with the number of the shard; a subject has one message, so that no shard is queued
// twice. A worker takes it, says every third of the ack wait that it is alive, stores the result in the ledger, and only then acknowledges the task.
// Whatever happens in between, the engine gives the task to another worker after the ack wait. A result for a shard that has one is refused; its maker
// compares the two and has the client told if they differ. A task that has been given out [Pool.Tries] times is parked by the worker that
// gets it next. A shard depends on the plan and its number alone, so none of this changes a byte.
//
// The engine is started with synchronous writes, as a message that is acknowledged must not be lost with the power.
//
// # Wrong results
//
// A share of the shards is done again by another worker and compared. If two results differ, the client does the shard itself, refuses whoever was wrong,
// and has all shards of that worker done again, also those that the folder has by now: all that are in the ledger, which lives until a run has done all it was asked for.
// Results with a wrong checksum are thrown away, and so is a worker after three of them; results that cannot be those of the plan (campaign.ErrResult) are enough at once.
// This finds broken machines and old programs. It is no defence against an enemy with credentials who lies rarely, or under many names.
//
// # Name key
//
// s shard, task and result as in package wire, crew the workers that answer a roll call.
package remote
