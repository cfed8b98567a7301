// Package engines says how commands reach an engine, a NATS server with JetStream, and has the lines of a command handled by workers there. It knows the
// flags and no network: package surveys does what they ask for.
package engines

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/survey/filter"
	"chesscensus/survey/remote/access"
)

// AccessFlags adds the flags that say how to reach an engine: --nats with a text about it, and what credentials want.
func AccessFlags(c *cobra.Command, o *access.Access, about string) {
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
	Access access.Access
	checks float64
}

// Flags adds them.
func (o *Lines) Flags(c *cobra.Command) {
	AccessFlags(c, &o.Access, `have it done by workers ("chesscensus worker") on a NATS server with JetStream, by its URL; the output is the same`)
	c.Flags().Float64Var(&o.checks, "checks", access.DefaultChecks, "with --nats: share of the work that a second worker does again, for comparison")
}

// Asked reports whether there is an engine, and returns the error of flags that make no sense.
func (o *Lines) Asked() (bool, error) {
	switch a := o.Access; {
	case a.URL == "" && a != (access.Access{}):
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
	text, err := json.Marshal(options)
	if err != nil {
		return err
	}
	if a.Elsewhere == nil {
		return errors.New("--nats: this program has nothing that reaches an engine")
	}
	return a.Elsewhere(ctx, a, cli.Errand{Access: o.Access, Checks: o.checks, Command: command, Options: text, Input: in, Lines: l})
}
