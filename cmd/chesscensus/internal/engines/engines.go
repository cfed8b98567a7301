// Package engines says how commands reach an engine, a NATS server with JetStream, and has the lines of a command handled by workers there. It knows the
// flags and no network: package surveys does what they ask for.
package engines

import (
	"log/slog"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
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
