package surveys

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/survey/campaign"
)

// A Cluster holds the functions that need a network. They are in a program of their own, chesscensus-cluster, which "make build"
// puts beside this one.
type Cluster struct {
	// Pool returns a pool of workers on other machines, and a function that closes it. Work runs such a worker.
	Pool func(ctx context.Context, a *cli.App, s *campaign.Campaign, o *RunOptions) (campaign.Pool, func(), error)
	Work func(ctx context.Context, a *cli.App, o *WorkOptions) error
}

// clusterProgram is the name of the program that has a [Cluster].
const clusterProgram = "chesscensus-cluster"

// runClusterProgram replaces this process by the cluster program with the same command line. It returns if that fails, or, where processes
// cannot be replaced, when the program has ended.
func runClusterProgram(ctx context.Context) error {
	name := clusterProgram
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	path, err := os.Executable()
	if err == nil {
		path = filepath.Join(filepath.Dir(path), name)
		_, err = os.Stat(path)
	}
	if err != nil {
		if path, err = exec.LookPath(name); err != nil {
			return fmt.Errorf("surveys on several machines want the program %s beside this one, or on PATH: make build makes both", clusterProgram)
		}
	}
	return replaceProcess(ctx, path, append([]string{path}, os.Args[1:]...))
}

// copyExitStatus sets the exit status to that of another program, if err says that it has failed, and otherwise returns err.
func copyExitStatus(a *cli.App, err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		a.Status = exit.ExitCode()
		return nil
	}
	return err
}

// An Access holds the address of a NATS server and the files for logging in.
type Access struct{ URL, Creds, NKey, CA, Cert, Key string }

// addFlags adds the flags to a command; about is the help of --nats.
func (a *Access) addFlags(c *cobra.Command, about string) {
	c.Flags().StringVar(&a.URL, "nats", "", about)
	c.Flags().StringVar(&a.Creds, "creds", "", "file of NATS credentials")
	c.Flags().StringVar(&a.NKey, "nkey", "", "file with the seed of an NKey (for worker also the seed itself, in the environment variable CHESSCENSUS_NKEY)")
	c.Flags().StringVar(&a.CA, "tls-ca", "", "file of the certificates that the other side's is checked by")
	c.Flags().StringVar(&a.Cert, "tls-cert", "", "file of our certificate")
	c.Flags().StringVar(&a.Key, "tls-key", "", "file of its key")
	for _, name := range []string{"creds", "nkey", "tls-ca", "tls-cert", "tls-key"} {
		_ = c.MarkFlagFilename(name)
	}
}

// addLogFlag adds --log to a command, with a default level.
func addLogFlag(c *cobra.Command, level *string, def string) {
	*level = def
	cli.ChoiceFlag(c, level, "log", "what to log on standard error: debug, info, warn, error", "debug", "info", "warn", "error")
}

// RunOptions holds the flags for running a survey on several machines.
type RunOptions struct {
	Access
	// Listen is the address of a server in this process, URL that of another server. At most one is set.
	Listen          string
	Audit           float64
	AckWait, Limit  time.Duration
	Tries, Replicas int
	Log             string
	// Watch is called with the number of shards that workers are computing, Notice with messages for the user.
	Watch  func(inHand int)
	Notice func(string)
}

// addFlags adds the flags to a command.
func (o *RunOptions) addFlags(c *cobra.Command) {
	o.Access.addFlags(c, "have the shards made by workers on this NATS server with JetStream (default: goroutines, no network)")
	c.Flags().StringVar(&o.Listen, "listen", "", "have them made by workers that connect here, such as :4222 (this machine alone) or 0.0.0.0:4222; the command line for workers is shown")
	o.Audit = 0.02
	cli.ShareFlag(c, &o.Audit, "audit", "share of the shards of workers that are made again here, for comparison", true)
	c.Flags().DurationVar(&o.AckWait, "ack-wait", 30*time.Second, "time without a sign of life after which a worker's shard is given to another one")
	c.Flags().DurationVar(&o.Limit, "limit", 4*time.Hour, "longest time for a shard")
	c.Flags().IntVar(&o.Tries, "tries", 10, "times that a shard is given to workers before it is parked")
	c.Flags().IntVar(&o.Replicas, "replicas", 1, "servers of a cluster that keep every message: 1, 3 or 5")
	addLogFlag(c, &o.Log, "warn")
}

// check returns an error if the flags contradict each other or are out of range.
func (o *RunOptions) check() (err error) {
	if o.URL == "embedded" { // the name of --listen until November 2026
		if o.URL = ""; o.Listen == "" {
			o.Listen = ":0"
		}
	}
	switch {
	case o.URL != "" && o.Listen != "":
		return cli.Usagef("--nats and --listen exclude each other: workers are on a server that is there, or connect here")
	case o.Listen != "" && (o.Creds != "" || o.NKey != ""):
		return cli.Usagef("--listen and --creds or --nkey exclude each other: --listen makes a key for workers, --creds and --nkey go with --nats")
	case !o.usesWorkers() && o.Access != (Access{}):
		return cli.Usagef("--creds, --nkey and --tls-... are for a server: want --nats or --listen too")
	case o.AckWait < 100*time.Millisecond || o.Limit < time.Second || o.Tries < 1:
		return cli.Usagef("want --ack-wait of at least 100ms, --limit of at least 1s and --tries of at least 1")
	case o.Replicas != 1 && o.Replicas != 3 && o.Replicas != 5:
		return cli.Usagef("--replicas %d: want 1, 3 or 5", o.Replicas)
	}
	return nil
}

// usesWorkers reports whether other processes compute the shards.
func (o *RunOptions) usesWorkers() bool { return o.URL != "" || o.Listen != "" }

// WorkOptions holds the flags of a worker.
type WorkOptions struct {
	Access
	Name, Plan, Log string
	Idle, Limit     time.Duration
	Memory          uint64 // MB
}

// workerCommand returns the command worker.
func workerCommand(a *cli.App, cluster *Cluster) *cobra.Command {
	var o WorkOptions
	c := &cobra.Command{
		Use:   "worker",
		Short: "Take part in surveys on many machines",
		Long: `Worker connects to a NATS server with JetStream, or to "chesscensus survey run --listen", and makes shards of
the surveys that are run there, -j at the same time. It needs nothing but the programs chesscensus and
chesscensus-cluster: the plan comes over the wire. It may come and go at any time: what it has in hand
when it ends is given to others. A program with another version of the engine, or with other answers, is
refused.

Ctrl-C gives back what is in hand. With --idle it ends when there is nothing to do.`,
		Example: `  chesscensus worker --nats nats://server:4222 --nkey worker.nk`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.URL == "" {
				return cli.Usagef("want the URL of a server: --nats nats://server:4222")
			}
			if cluster == nil {
				return copyExitStatus(a, runClusterProgram(cmd.Context()))
			}
			return cluster.Work(cmd.Context(), a, &o)
		},
	}
	o.Access.addFlags(c, "URL of the server, such as nats://server:4222; several with commas between")
	c.Flags().StringVar(&o.Name, "name", "", "name of this worker, which no other has (default host, process and a random part)")
	c.Flags().StringVar(&o.Plan, "plan", "", "work for the survey with this hash of the plan alone (default for any)")
	c.Flags().DurationVar(&o.Idle, "idle", 0, "end after so long without anything to do (default never)")
	c.Flags().DurationVar(&o.Limit, "limit", 0, "longest time for a shard (default that of the survey)")
	c.Flags().Uint64Var(&o.Memory, "memory", 0, "most memory in MB while shards are made (default 2048 for each slot); a shard that wants more is given up")
	addLogFlag(c, &o.Log, "info")
	return c
}
