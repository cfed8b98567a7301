// Chesscensus-cluster is the part of chesscensus that wants a network: surveys whose shards are made on many machines. The program chesscensus hands
// "survey run" with --nats or --listen, and "worker", over to it; whoever uses one machine does not need it. It is a program of its own since the
// server and client of NATS are a third of the other's size and of the time that a first build takes.
package main

import (
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/surveys"
)

// groups have the commands.
var groups = []cli.Group{surveys.CommandsWith(&surveys.Cluster{Pool: newPool, Work: runWorker})}

func main() { cli.Main(groups...) }
