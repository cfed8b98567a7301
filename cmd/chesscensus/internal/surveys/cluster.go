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

// A Cluster does what wants a network: it is in a program of its own, chesscensus-cluster, which "make build" puts beside this one.
type Cluster struct {
	// Pool has the shards of a survey made by workers, and returns a function that ends it; Work is one of these workers.
	Pool func(ctx context.Context, a *cli.App, s *campaign.Campaign, o *RunOptions) (campaign.Pool, func(), error)
	Work func(ctx context.Context, a *cli.App, o *WorkOptions) error
}

// clusterProgram is the name of that program.
const clusterProgram = "chesscensus-cluster"

// handOver has the other program run this command line in the place of this one. It returns only if that fails, or where processes cannot be replaced.
func handOver(ctx context.Context) error {
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
	return replace(ctx, path, append([]string{path}, os.Args[1:]...))
}

// exitStatus makes the status of a program that has ended that of this one.
func exitStatus(a *cli.App, err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		a.Status = exit.ExitCode()
		return nil
	}
	return err
}

// An Access says how a server is reached.
type Access struct{ URL, Creds, NKey, CA, Cert, Key string }

func (o *Access) flags(c *cobra.Command, about string) {
	c.Flags().StringVar(&o.URL, "nats", "", about)
	c.Flags().StringVar(&o.Creds, "creds", "", "file of NATS credentials")
	c.Flags().StringVar(&o.NKey, "nkey", "", "file with the seed of an NKey (for worker also the seed itself, in the environment variable CHESSCENSUS_NKEY)")
	c.Flags().StringVar(&o.CA, "tls-ca", "", "file of the certificates that the other side's is checked by")
	c.Flags().StringVar(&o.Cert, "tls-cert", "", "file of our certificate")
	c.Flags().StringVar(&o.Key, "tls-key", "", "file of its key")
	for _, name := range []string{"creds", "nkey", "tls-ca", "tls-cert", "tls-key"} {
		_ = c.MarkFlagFilename(name)
	}
}

func logFlag(c *cobra.Command, level *string, def string) {
	*level = def
	cli.ChoiceFlag(c, level, "log", "what to log on standard error: debug, info, warn, error", "debug", "info", "warn", "error")
}

// RunOptions say how a survey is run on several machines.
type RunOptions struct {
	Access
	// Listen is the address at which a server in this process is reached; URL is that of another server. One is empty.
	Listen          string
	Audit           float64
	AckWait, Limit  time.Duration
	Tries, Replicas int
	Log             string
	// Watch is told how many shards workers have in hand, Notice what people should know.
	Watch  func(inHand int)
	Notice func(string)
}

func (o *RunOptions) flags(c *cobra.Command) {
	o.Access.flags(c, "have the shards made by workers on this NATS server with JetStream (default: goroutines, no network)")
	c.Flags().StringVar(&o.Listen, "listen", "", "have them made by workers that connect here, such as :4222 (this machine alone) or 0.0.0.0:4222; the command line for workers is shown")
	cli.MarkExclusive(c, "listen", "creds", "nkey") // as it makes a key for workers
	o.Audit = 0.02
	cli.ShareFlag(c, &o.Audit, "audit", "share of the shards of workers that are made again here, for comparison", true)
	c.Flags().DurationVar(&o.AckWait, "ack-wait", 30*time.Second, "time without a sign of life after which a worker's shard is given to another one")
	c.Flags().DurationVar(&o.Limit, "limit", 4*time.Hour, "longest time for a shard")
	c.Flags().IntVar(&o.Tries, "tries", 10, "times that a shard is given to workers before it is parked")
	c.Flags().IntVar(&o.Replicas, "replicas", 1, "servers of a cluster that keep every message: 1, 3 or 5")
	logFlag(c, &o.Log, "warn")
}

// check returns the error of flags that make no sense.
func (o *RunOptions) check() (err error) {
	if o.URL == "embedded" { // as it was called until November 2026
		if o.URL = ""; o.Listen == "" {
			o.Listen = ":0"
		}
	}
	switch {
	case o.URL != "" && o.Listen != "":
		return cli.Usagef("--nats and --listen exclude each other: workers are on a server that is there, or connect here")
	case !o.elsewhere() && o.Access != (Access{}):
		return cli.Usagef("--creds, --nkey and --tls-... are for a server: want --nats or --listen too")
	case o.AckWait < 100*time.Millisecond || o.Limit < time.Second || o.Tries < 1:
		return cli.Usagef("want --ack-wait of at least 100ms, --limit of at least 1s and --tries of at least 1")
	case o.Replicas != 1 && o.Replicas != 3 && o.Replicas != 5:
		return cli.Usagef("--replicas %d: want 1, 3 or 5", o.Replicas)
	}
	return nil
}

// elsewhere reports whether other processes make the shards.
func (o *RunOptions) elsewhere() bool { return o.URL != "" || o.Listen != "" }

// WorkOptions say how a worker works.
type WorkOptions struct {
	Access
	Name, Plan, Log string
	Idle, Limit     time.Duration
	Memory          uint64 // MB
}

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
				return exitStatus(a, handOver(cmd.Context()))
			}
			return cluster.Work(cmd.Context(), a, &o)
		},
	}
	o.Access.flags(c, "URL of the server, such as nats://server:4222; several with commas between")
	c.Flags().StringVar(&o.Name, "name", "", "name of this worker, which no other has (default host, process and a random part)")
	c.Flags().StringVar(&o.Plan, "plan", "", "work for the survey with this hash of the plan alone (default for any)")
	c.Flags().DurationVar(&o.Idle, "idle", 0, "end after so long without anything to do (default never)")
	c.Flags().DurationVar(&o.Limit, "limit", 0, "longest time for a shard (default that of the survey)")
	c.Flags().Uint64Var(&o.Memory, "memory", 0, "most memory in MB while shards are made (default 2048 for each slot); a shard that wants more is given up")
	logFlag(c, &o.Log, "info")
	return c
}
