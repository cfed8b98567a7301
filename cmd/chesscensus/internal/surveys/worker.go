package surveys

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/engines"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/sampler"
	"chesscensus/survey/campaign"
	"chesscensus/survey/remote"
	"chesscensus/survey/remote/access"
)

// A workerOptions says how a worker works.
type workerOptions struct {
	access.Access
	name, plan, folder, log string
	idle, limit             time.Duration
	memory                  uint64
}

func workerCommand(a *cli.App) *cobra.Command {
	var o workerOptions
	c := &cobra.Command{
		Use:   "worker",
		Short: "Take part in surveys on many machines",
		Long: `Worker connects to a NATS server with JetStream and does shards of the surveys that are run there
("survey run DIR --nats URL"), -j at the same time. It needs nothing but this program: plan and
tables come over the wire. It may come and go at any time: what it has in hand when it ends is
given to others. A program with another version of the engine, or with other answers, is refused.

Ctrl-C gives back what is in hand. With --idle it ends when there is nothing to do.`,
		Example: `  chesscensus worker --nats nats://server:4222 --creds worker.creds`,
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return work(cmd.Context(), a, &o) },
	}
	engines.AccessFlags(c, &o.Access, "URL of the server, such as nats://server:4222; several with commas between")
	c.Flags().StringVar(&o.name, "name", "", "name of this worker, which no other has (default host, process and a random part)")
	c.Flags().StringVar(&o.plan, "plan", "", "work for the survey with this hash of the plan alone (default for any)")
	c.Flags().StringVar(&o.folder, "folder", "", "folder for tables (default chesscensus/worker in your cache folder)")
	c.Flags().DurationVar(&o.idle, "idle", 0, "end after so long without anything to do (default never)")
	c.Flags().DurationVar(&o.limit, "limit", 0, "longest time for a shard (default that of the survey)")
	c.Flags().Uint64Var(&o.memory, "memory", 0, "most memory in MB while shards are done (default 2048 for each slot); a shard that wants more is given up")
	engines.LogFlag(c, &o.log, "info")
	return c
}

func work(ctx context.Context, a *cli.App, o *workerOptions) error {
	if o.URL == "" {
		return cli.Usagef("want the URL of a server: --nats nats://server:4222")
	}
	log, err := engines.Logger(a, o.log)
	if err != nil {
		return err
	}
	if o.folder == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		o.folder = filepath.Join(cache, "chesscensus", "worker")
	}
	if o.memory == 0 {
		o.memory = 2048 * uint64(a.Workers)
	}
	if o.name == "" {
		o.name = remote.NewName()
	}
	conn, err := remote.Dial(o.Access, o.name, log)
	if err != nil {
		return err
	}
	defer conn.Close()
	w := remote.Worker{Conn: conn, Name: o.name, Slots: a.Workers, Folder: o.folder, Idle: o.idle, Hash: o.plan, Limit: o.limit, Memory: o.memory << 20,
		Program: func(tables string) campaign.Program {
			prog := surveyProgram()
			prog.Space = func(name string) (sampler.Set, error) { return spaces.SetAt(tables, name) }
			return prog
		}}
	err = w.Run(ctx)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		log.Info("ended; what was in hand is given back")
		return nil
	}
	return err
}
