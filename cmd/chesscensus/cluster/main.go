// Chesscensus-cluster is the part of chesscensus that needs a network: surveys whose shards are computed on many machines. The
// program chesscensus starts it for "worker", and for "survey run" with --nats or --listen. It is a program of its own because the
// server and client of NATS would add a third to the size of chesscensus and to the time of a first build.
package main

import (
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/surveys"
)

// groups are the commands of the program.
var groups = []cli.Group{surveys.CommandsWith(&surveys.Cluster{Pool: newPool, Work: runWorker})}

func main() { cli.Main(groups...) }
