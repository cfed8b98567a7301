package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/survey"
)

func (a *app) judgeCommand() *cobra.Command {
	var effortName string
	var nodes int64
	var verbose bool
	c := &cobra.Command{
		Use:   "judge [FEN...]",
		Short: "Decide whether positions are legal, as far as the effort goes",
		Long: `Judge reads lines that begin with a FEN record and prints each with what is known of it:

  FEN illegal: reason          no game leads to the position
  FEN legal: proof: moves      this game does
  FEN unknown:                 not decided at this effort

The format is that of texelutil proofgame -f, both ways. Lines that are decided already
are copied, so the output of one run can be the input of the next. A line that cannot be
read is named on standard error and passed through behind "# unreadable: ".

With -v every decision is followed by a line "#   " that says in words what refuted the
position. Lines that start with # are copied.`,
		Example: `  chesscensus draw -n 1000 | chesscensus judge
  chesscensus judge -v 'k6P/8/8/8/8/8/8/7K w - - 0 1'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			effort, err := verdict.ParseEffort(effortName)
			if err != nil {
				return usagef("--effort: %v", err)
			}
			j := &judge{options: legality.Options{Effort: effort, Budget: verdict.Budget{Nodes: nodes}}, verbose: verbose}
			if _, err := legality.New(j.options); err != nil {
				return usageError{err}
			}
			return a.filterLines(cmd.Context(), fenArgs(args), &lineReader{keepComments: true,
				f: func(dst []byte, line string) ([]byte, error) { return j.line(cmd.Context(), dst, line) }})
		},
	}
	effortFlag(c, &effortName)
	c.Flags().Int64Var(&nodes, "nodes", 0, "budget of each stage for one position, 0 for its default")
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "say in words why")
	return c
}

// effortFlag adds --effort to a command.
func effortFlag(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, "effort", legality.DefaultEffort().String(), "how far to judge: static, kernel, path, game")
	_ = c.RegisterFlagCompletionFunc("effort", cobra.FixedCompletions(
		[]string{"static", "kernel", "path", "game"}, cobra.ShellCompDirectiveNoFileComp))
}

// A judge keeps engines for the workers.
type judge struct {
	options legality.Options
	verbose bool
	engines sync.Pool
}

// A passedError is the error of a line that has an output all the same.
type passedError struct{ error }

// line judges one line and appends it.
func (j *judge) line(ctx context.Context, dst []byte, text string) ([]byte, error) {
	if text[0] == '#' {
		return append(dst, text...), nil
	}
	l, err := survey.ParseLine(beforeTab(text))
	if err != nil {
		return append(append(dst, "# unreadable: "...), strings.ToValidUTF8(text, "?")...), passedError{err}
	}
	if l.Done() {
		return l.Append(dst), nil
	}
	e, _ := j.engines.Get().(*legality.Engine)
	if e == nil {
		if e, err = legality.New(j.options); err != nil {
			return dst, err
		}
	}
	defer j.engines.Put(e)
	v := e.Judge(ctx, l.Setup)
	l.Settle(&v)
	dst = l.Append(dst)
	if j.verbose {
		dst = append(dst, "\n#   "...)
		dst = append(dst, explain(&v, &l.Setup)...)
	}
	return dst, ctx.Err()
}

// beforeTab drops what other commands append behind a tab, such as the weight of a
// draw or a category, but keeps the groups of a line.
func beforeTab(text string) string {
	if head, tail, found := strings.Cut(text, "\t"); found && !strings.Contains(tail, ":") {
		return head
	}
	return text
}

// explain says in one line what a verdict rests on.
func explain(v *verdict.Verdict, s *chess.Setup) string {
	switch v.Outcome {
	case verdict.Illegal:
		return fmt.Sprintf("%s (stage %s): %s", v.Reasons.Text(), v.Stage, v.Evidence.Describe(s))
	case verdict.Legal:
		return fmt.Sprintf("proven legal by stage %s", v.Stage)
	}
	if v.Stop != 0 {
		return fmt.Sprintf("not decided: stage %s stopped, %v", v.Stage, v.Stop)
	}
	return "not decided: no stage of this effort refutes it"
}

// passed reports whether an error belongs to a line that has an output.
func passed(err error) bool {
	var p passedError
	return errors.As(err, &p)
}
