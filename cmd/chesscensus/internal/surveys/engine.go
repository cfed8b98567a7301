package surveys

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/engines"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/survey/campaign"
	"chesscensus/survey/remote"
	"chesscensus/survey/remote/access"
	"chesscensus/survey/remote/embedded"
)

// embeddedEngine is the word for an engine in this process, in place of a URL.
const embeddedEngine = "embedded"

// engineFolder is where such an engine keeps its files, in the folder of the survey.
const engineFolder = "engine"

// An engineOptions says how a survey is run on an engine.
type engineOptions struct {
	access.Access
	listen         string
	checks         float64
	ackWait, limit time.Duration
	tries          int
	replicas       int
	log, metrics   string
}

func (o *engineOptions) flags(c *cobra.Command) {
	engines.AccessFlags(c, &o.Access, "have the shards done by workers on a NATS server with JetStream, by its URL; "+embeddedEngine+" starts one in this process (default: goroutines, no engine)")
	c.Flags().StringVar(&o.listen, "listen", "", "address, such as :4222, at which workers elsewhere can join an "+embeddedEngine+" engine")
	c.Flags().Float64Var(&o.checks, "checks", access.DefaultChecks, "share of the shards that a second worker does again, for comparison")
	c.Flags().DurationVar(&o.ackWait, "ack-wait", remote.DefaultAckWait, "time without a sign of life after which a worker's shard is given to another one")
	c.Flags().DurationVar(&o.limit, "limit", remote.DefaultLimit, "longest time for a shard")
	c.Flags().IntVar(&o.tries, "tries", remote.DefaultTries, "times that a shard is given to workers before it is parked")
	c.Flags().IntVar(&o.replicas, "replicas", 1, "servers of a cluster that keep every message: 1, 3 or 5")
	c.Flags().StringVar(&o.metrics, "metrics", "", "serve metrics for Prometheus at this address of the machine, such as 127.0.0.1:9464")
	engines.LogFlag(c, &o.log, "warn")
}

// check returns the error of flags that make no sense.
func (o *engineOptions) check() error {
	switch {
	case o.URL == "" && (o.listen != "" || o.Creds != "" || o.NKey != "" || o.CA != "" || o.Cert != "" || o.Key != ""):
		return cli.Usagef("--listen, --creds, --nkey and --tls-... are for an engine: want --nats too")
	case o.listen != "" && o.URL != embeddedEngine:
		return cli.Usagef("--listen: want --nats %s", embeddedEngine)
	case !(o.checks >= 0 && o.checks <= 1):
		return cli.Usagef("--checks %v: want a share from 0 to 1", o.checks)
	case o.ackWait < 100*time.Millisecond || o.limit < time.Second || o.tries < 1:
		return cli.Usagef("want --ack-wait of at least 100ms, --limit of at least 1s and --tries of at least 1")
	case o.replicas != 1 && o.replicas != 3 && o.replicas != 5:
		return cli.Usagef("--replicas %d: want 1, 3 or 5", o.replicas)
	}
	return nil
}

// pool connects to the engine that the options name and returns a pool for a survey, and a function that ends it. In this process it
// starts the engine, and a worker as well.
func (o *engineOptions) pool(ctx context.Context, a *cli.App, s *campaign.Campaign) (*remote.Pool, func(), error) {
	log, err := engines.Logger(a, o.log)
	if err != nil {
		return nil, nil, err
	}
	p := &remote.Pool{Plan: s.Plan, Checks: o.checks, AckWait: o.ackWait, Limit: o.limit, Tries: o.tries, Replicas: o.replicas}
	if o.checks == 0 {
		p.Checks = -1
	}
	if p.Origin, err = s.Origin(); err != nil {
		return nil, nil, err
	}
	if p.Tables, err = spaces.Tables(ctx, s.Plan.Space); err != nil {
		return nil, nil, err
	}
	prog := surveyProgram()
	prog.Signatures = new(campaign.Signatures) // for the worker here too
	p.Own = func() (*campaign.Worker, error) {
		makes, err := prog.Workers(s.Plan, p.Origin)
		if err != nil {
			return nil, err
		}
		return makes()
	}
	if o.URL != embeddedEngine {
		p.Conn, err = remote.Dial(o.Access, "chesscensus survey", log)
		if err != nil {
			return nil, nil, err
		}
		return p, p.Conn.Close, nil
	}
	engine, err := embedded.Serve(filepath.Join(s.Folder.Dir, engineFolder), o.listen, log)
	if err != nil {
		return nil, nil, err
	}
	if url := engine.URL(); url != "" {
		fmt.Fprintf(a.Err, "chesscensus: workers can join at %s\n", url)
	}
	if p.Conn, err = remote.DialHere(engine, "chesscensus survey", log); err != nil {
		engine.Stop()
		return nil, nil, err
	}
	end, err := helpHere(ctx, a, engine, log, s.Plan.Hash(), prog)
	if err != nil {
		engine.Stop()
		return nil, nil, err
	}
	return p, func() { end(); p.Conn.Close(); engine.Stop() }, nil
}

// helpHere starts a worker in this process.
func helpHere(ctx context.Context, a *cli.App, engine *embedded.Engine, log *slog.Logger, hash string, prog campaign.Program) (end func(), err error) {
	conn, err := remote.DialHere(engine, "chesscensus worker", log)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	w := remote.Worker{Conn: conn, Name: remote.NewName(), Slots: a.Workers, Hash: hash, Program: func(string) campaign.Program { return prog }}
	go func() {
		defer close(ended)
		if err := w.Run(ctx); err != nil && ctx.Err() == nil {
			fmt.Fprintf(a.Err, "chesscensus: the worker in this process has ended: %v\n", err)
		}
	}()
	return func() { cancel(); <-ended; conn.Close() }, nil
}

// viewText says in a few words what the workers are doing.
func viewText(v *remote.View) string {
	return fmt.Sprintf("%d workers, %d of %d slots at work", len(v.Workers), v.Running(), v.Slots())
}

// lookAt asks the workers of a plan what they are doing.
func lookAt(ctx context.Context, a *cli.App, engine access.Access, hash string) (*remote.View, error) {
	log, err := engines.Logger(a, "warn")
	if err != nil {
		return nil, err
	}
	conn, err := remote.Dial(engine, "chesscensus status", log)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return conn.Look(ctx, hash)
}

// printCrew prints what the workers are doing.
func printCrew(a *cli.App, v *remote.View) error {
	_, err := fmt.Fprintf(a.Out, "%s; %d shards are queued or in hand, %d second opinions\n", viewText(v), v.Wanted, v.Checks)
	for _, w := range v.Workers {
		if err == nil {
			_, err = fmt.Fprintf(a.Out, "worker %s: %d of %d slots at work, shards %v, %d done; %s\n", w.Name, len(w.Shards), w.Slots, w.Shards, w.Done, w.Build)
		}
	}
	return err
}
