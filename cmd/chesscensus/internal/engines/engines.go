// Package engines says how commands reach an engine, a NATS server with JetStream, and has the lines of a command handled by workers there.
package engines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/survey/record"
	"chesscensus/internal/survey/remote"
	"chesscensus/legality"
	"chesscensus/survey/filter"
)

// AccessFlags adds the flags that say how to reach an engine: --nats with a text about it, and what credentials want.
func AccessFlags(c *cobra.Command, o *remote.Access, about string) {
	c.Flags().StringVar(&o.URL, "nats", "", about)
	c.Flags().StringVar(&o.Creds, "creds", "", "file of NATS credentials")
	c.Flags().StringVar(&o.NKey, "nkey", "", "file with the seed of an NKey")
	c.Flags().StringVar(&o.CA, "tls-ca", "", "file of the certificates that the server's is checked by")
	c.Flags().StringVar(&o.Cert, "tls-cert", "", "file of a client certificate")
	c.Flags().StringVar(&o.Key, "tls-key", "", "file of its key")
	for _, name := range []string{"creds", "nkey", "tls-ca", "tls-cert", "tls-key"} {
		_ = c.MarkFlagFilename(name)
	}
}

// LogFlag adds --log.
func LogFlag(c *cobra.Command, level *string, def string) {
	c.Flags().StringVar(level, "log", def, "what to log on standard error: debug, info, warn, error")
	_ = c.RegisterFlagCompletionFunc("log", cobra.FixedCompletions([]string{"debug", "info", "warn", "error"}, cobra.ShellCompDirectiveNoFileComp))
}

// Logger makes a log of a level.
func Logger(a *cli.App, level string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, cli.Usagef("--log %.20q: want debug, info, warn or error", level)
	}
	return slog.New(slog.NewTextHandler(a.Err, &slog.HandlerOptions{Level: l})), nil
}

// Lines are the flags of a command whose lines can be handled by workers.
type Lines struct {
	Access remote.Access
	checks float64
}

// Flags adds them.
func (o *Lines) Flags(c *cobra.Command) {
	AccessFlags(c, &o.Access, `have it done by workers ("chesscensus worker") on a NATS server with JetStream, by its URL; the output is the same`)
	c.Flags().Float64Var(&o.checks, "checks", remote.DefaultChecks, "with --nats: share of the work that a second worker does again, for comparison")
}

// Asked reports whether there is an engine, and returns the error of flags that make no sense.
func (o *Lines) Asked() (bool, error) {
	switch a := o.Access; {
	case a.URL == "" && a != (remote.Access{}):
		return false, cli.Usagef("--creds, --nkey and --tls-... are for an engine: want --nats too")
	case a.URL != "" && !strings.Contains(a.URL, "://"):
		return false, cli.Usagef("--nats %.40q: want a URL such as nats://host:4222 (only survey run starts an engine of its own)", a.URL)
	case !(o.checks >= 0 && o.checks <= 1):
		return false, cli.Usagef("--checks %v: want a share from 0 to 1", o.checks)
	}
	return o.Access.URL != "", nil
}

// Filter has the lines of an input handled by workers that know the command, as l.Do would do it here. Options are what the command was asked, to be
// written as JSON.
func (o *Lines) Filter(ctx context.Context, a *cli.App, in *cli.Input, l filter.Lines, command string, options any) error {
	log, err := Logger(a, "warn")
	if err != nil {
		return err
	}
	text, err := json.Marshal(options)
	if err != nil {
		return err
	}
	conn, err := remote.Dial(o.Access, "chesscensus "+command, log)
	if err != nil {
		return err
	}
	defer conn.Close()
	own := l
	list := remote.Lines{Work: remote.Work{Command: command, Options: text},
		Own:  func(ctx context.Context, c *filter.Chunk) (*filter.Answer, error) { return own.Answer(c), ctx.Err() },
		Pool: &remote.Pool{Conn: conn, Origin: record.Origin{Engine: legality.Version}, Checks: o.checks}}
	if o.checks == 0 {
		list.Pool.Checks = -1
	}
	bad := false
	err = list.Run(ctx, func(ctx context.Context, elsewhere filter.Answerer) error {
		l.Elsewhere = elsewhere
		err := a.FilterInput(ctx, in, l)
		if bad = errors.Is(err, cli.ErrBadInput); bad {
			return nil
		}
		return err
	})
	if err == nil && bad {
		return cli.ErrBadInput
	}
	return err
}

// Answers finds what answers chunks of lines for a command, among those that the rooms of the program have.
func Answers(a *cli.App) func(remote.Work) (filter.Answerer, error) {
	return func(w remote.Work) (filter.Answerer, error) {
		makes := a.Works[w.Command]
		if makes == nil {
			return nil, fmt.Errorf("no command %.20q whose lines a worker can do", w.Command)
		}
		return makes(w.Options)
	}
}
