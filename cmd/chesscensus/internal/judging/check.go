package judging

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/certificate"
	"chesscensus/legality/verdict"
	"chesscensus/recheck"
	"chesscensus/recheck/batch"
)

// checkFlags holds the flags of the command check.
type checkFlags struct {
	by    string        // "recheck" or "engine"
	nodes int64         // limit for one position: of states, or of nodes by engine
	time  time.Duration // limit for one position, 0 for none
	table bool
	json  bool
}

// engineNodes is the default limit of nodes for --by engine.
const engineNodes = 2_000_000

// checkCommand returns the command check.
func checkCommand(a *cli.App) *cobra.Command {
	var flags checkFlags
	c := &cobra.Command{
		Use:   "check [FILE]",
		Short: "Recheck verdicts that judge --certificate has written",
		Long: `Check reads certificates, a line of JSON each, and confirms each by a program of its own,
package recheck: it has its own board, moves and theorems, shares no line with what found the
verdicts, and is short enough to be read in a day ("go doc chesscensus/recheck",
docs/CERTIFICATES.md). It prints the position, a tab, and "confirmed", or an error that names
the line. The command recheck (cmd/recheck) is the same alone.

With --by engine the project's own packages check instead: theorems on the diagram and on
cages are evaluated again by the same code, kernels are searched for explicitly, and games are
replayed by two programs.

A line costs two seconds and 200 MB at most, whoever wrote it. A refutation whose check would
take more than --nodes or --time is not confirmed, with a message that says so; it is not
thereby wrong. With --table a table by theorem follows on standard error.`,
		Example: `  chesscensus draw -n 10000 | chesscensus judge --certificate refuted.jsonl > judged.txt
  chesscensus check --table refuted.jsonl | cut -f2 | sort | uniq -c`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case flags.time < 0:
				return cli.Usagef("--time %v: want at least 0", flags.time)
			case flags.by == "engine" && flags.table:
				return cli.Usagef("--table goes with --by recheck")
			case flags.by == "engine" && !cmd.Flags().Changed("nodes"):
				flags.nodes = engineNodes
			}
			in, err := a.OpenInput(append(args, "-")[0]) // without a file, standard input
			if err != nil {
				return err
			}
			defer in.Close()
			if flags.by == "engine" {
				return a.FilterInput(cmd.Context(), in, cli.LineFilter{Do: flags.engineFunc(cmd.Context())})
			}
			return recheckLines(cmd.Context(), a, in, &flags)
		},
	}
	f := c.Flags()
	cli.JSONFlag(c, &flags.json)
	flags.by = "recheck"
	cli.ChoiceFlag(c, &flags.by, "by", "who checks: recheck, which shares no code with the rest, or engine", "recheck", "engine")
	f.Int64Var(&flags.nodes, "nodes", recheck.LineStates, fmt.Sprintf("limit of states for one position; by engine of the explicit search, %d by default", int64(engineNodes)))
	cli.SetMinimum(c, 1, "nodes")
	f.DurationVar(&flags.time, "time", 0, "limit of time for one position, 0 for none")
	f.BoolVar(&flags.table, "table", false, "print a table by theorem in the end")
	return c
}

// recheckLines checks certificates by package recheck, and writes the table by theorem if it is asked for, also after an error.
func recheckLines(ctx context.Context, a *cli.App, in *cli.Input, flags *checkFlags) error {
	checker := recheck.Checker{States: flags.nodes, Time: flags.time}
	var mu sync.Mutex
	var tally batch.Tally
	err := a.FilterInput(ctx, in, cli.LineFilter{Do: func(dst []byte, line string) ([]byte, error) {
		start := time.Now()
		c, states, err := checker.Check(ctx, []byte(line))
		if errors.Is(err, recheck.ErrForm) && isNoObject(line) {
			err = fmt.Errorf("%w: %s", recheck.ErrForm, wantCertificate)
		}
		mu.Lock()
		tally.Add(batch.Answer{Certificate: c, Err: err, States: states, Time: time.Since(start)})
		mu.Unlock()
		if errors.Is(err, recheck.ErrLimit) {
			err = fmt.Errorf("%w (--nodes and --time allow more)", err)
		}
		if err != nil {
			return dst, err
		}
		return flags.appendConfirmed(dst, c.FEN)
	}})
	if flags.table {
		return errors.Join(err, tally.Write(a.Err))
	}
	return err
}

// engineFunc returns a function that checks a certificate by package certificate.
func (f *checkFlags) engineFunc(ctx context.Context) func(dst []byte, line string) ([]byte, error) {
	checkers := sync.Pool{New: func() any { return &certificate.Checker{Nodes: f.nodes} }}
	return func(dst []byte, line string) ([]byte, error) {
		ctx := ctx
		if f.time > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, f.time)
			defer cancel()
		}
		r, err := certificate.Parse([]byte(line))
		if err != nil && isNoObject(line) {
			return dst, fmt.Errorf("%w: %s", recheck.ErrForm, wantCertificate)
		}
		if err != nil {
			return dst, fmt.Errorf("not a certificate as judge --certificate writes them: %w", err)
		}
		checker := checkers.Get().(*certificate.Checker)
		defer checkers.Put(checker)
		if err := checker.Check(ctx, r); err != nil {
			switch {
			case errors.Is(err, certificate.ErrTooLarge):
				err = fmt.Errorf("%w (--nodes allows more)", err)
			case errors.Is(err, context.DeadlineExceeded):
				err = fmt.Errorf("%w within %v (--time allows more)", certificate.ErrTooLarge, f.time)
			}
			return dst, err
		}
		return f.appendConfirmed(dst, r.FEN)
	}
}

// wantCertificate is the error of a line that is no JSON object, such as a position.
const wantCertificate = "want a line {...} as judge --certificate writes it; judge is the command that judges positions"

// isNoObject reports whether a line cannot be a JSON object.
func isNoObject(line string) bool { return !strings.HasPrefix(strings.TrimSpace(line), "{") }

// A confirmation is the JSON form of a confirmed certificate.
type confirmation struct {
	cli.Program
	FEN       string `json:"fen"`
	Confirmed bool   `json:"confirmed"`
}

// appendConfirmed appends the line for a position whose verdict is confirmed.
func (f *checkFlags) appendConfirmed(dst []byte, fen string) ([]byte, error) {
	if f.json {
		return cli.AppendJSON(dst, confirmation{cli.ThisProgram(), fen, true})
	}
	return append(append(dst, fen...), "\tconfirmed"...), nil
}

// appendCertificate appends the certificate of a verdict as a line of JSON.
func appendCertificate(dst []byte, s *chess.Setup, v *verdict.Verdict) ([]byte, error) {
	r, err := certificate.New(s, v)
	if err != nil {
		return dst, err
	}
	line, err := json.Marshal(r)
	if err != nil {
		return dst, err
	}
	return append(append(dst, line...), '\n'), nil
}
