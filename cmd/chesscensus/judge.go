package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/legality"
	"chesscensus/legality/lines"
	"chesscensus/legality/rules/chesscounter"
	"chesscensus/legality/verdict"
	"chesscensus/survey/filter"
	"chesscensus/survey/passes"
)

func (a *app) judgeCommand() *cobra.Command {
	var effortName string
	var nodes int64
	var certificates, by, prefix string
	var most int
	j := new(judge)
	j.Read = func(l *lines.Line) {
		if l.Mended {
			a.notes.idle.Add(1)
		}
	}
	c := &cobra.Command{
		Use:   "judge [FEN...]",
		Short: "Decide whether positions are legal, as far as the effort goes",
		Long: `Judge reads lines that begin with a FEN record and prints each with what is known of it:

  FEN illegal: reason          no game leads to the position
  FEN legal: proof: moves      this game does
  FEN unknown:                 not decided at this effort

The format is that of texelutil proofgame -f, both ways. Counters may be missing. An en
passant square that no pawn attacks is left out; one on which a capture is prevented by a
pin or a check alone is illegal ("Lossy FEN conversion"), for draws with it stand for no
position: give the record without it. Lines that are decided already
are copied, so the output of one run can be the input of the next. A line that cannot be
read is named on standard error and passed through behind "# unreadable: ".

At effort game a proof game is built for what nothing refutes, and replayed by two other
programs before the line says legal. A line that stays undecided holds its kernel, its
path up to the last capture, the budget spent in planned plies (status: N=), and the line
that came closest (info:); given back to judge it begins with that path.

With -o PREFIX the list is judged in passes, each with twice the budget of the one before,
until nothing is left or --passes are made; then what is left gets "fail:". Pass i writes
PREFIX and i in two digits, and a line for every position to standard output as texelutil
does. A run that was broken off goes on when the same command is given again, with the passes
that are complete as they are, whatever the options. --retry
takes up positions that were given up, from scratch; another --seed and --random-kernel
help. What a pass does depends on its number, never on what a line holds, but for a path to
begin with.

At effort exhaustive every position is judged in such passes at once, six or --passes. Effort
game is the first of them. Passes after the first also take moves back from crowded positions,
choose kernels at random, and look further for men that can never have got to their squares.

With --kernels an undecided line gets a proof kernel and an extended kernel with named
moves, as texelutil prints them, unless none is found within a budget; that costs some twenty
microseconds a line. --random-kernel finds others, depending on --seed.

With --by chesscounter the ten rules of ChessCounter judge instead, unsound ones included,
for comparison; chesscounter-mended has its four unsound rules repaired.

With --certificate every new verdict is written to a file, a line of JSON each, which
"chesscensus check" confirms, where it can by other means than those that found it.

With -v every decision is followed by lines "#   " that say in words what refuted the
position: the theorem and the men that it is about, marked on a board, or the last moves,
each with what refutes the position before it, and boards of some of those. Lines that
start with # are copied.

If the environment variable GOMEMLIMIT sets a limit, such as 1GiB, and memory in use comes
close to it, tables are dropped; if that does not help, positions that the rules do not refute
stay unknown until there is room again. A worker (-j) needs 300 MB at most.`,
		Example: `  chesscensus draw -n 1000 | chesscensus judge
  chesscensus judge -v 'k6P/8/8/8/8/8/8/7K w - - 0 1'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			effort, err := verdict.ParseEffort(effortName)
			if err != nil {
				return usagef("--effort: %v", err)
			}
			j.Options.Effort, j.Options.Budget.Nodes = effort, nodes
			if prefix == "" {
				j.Options.Passes = most
			}
			if _, err := legality.New(j.Options); err != nil {
				return usageError{err}
			}
			switch by {
			case "engine":
			case "chesscounter", "chesscounter-mended":
				if certificates != "" || j.Kernels || prefix != "" {
					return usagef("-o, --certificate and --kernels go with --by engine")
				}
				counter := chesscounter.Options{Mended: by == "chesscounter-mended"}
				return a.filter(cmd.Context(), fenArgs(args), func(dst []byte, line string) ([]byte, error) {
					return counterLine(&counter, dst, line)
				})
			default:
				return usagef("--by %.40q: want engine, chesscounter or chesscounter-mended", by)
			}
			if prefix != "" && (certificates != "" || j.verbose) {
				return usagef("-o goes without --certificate and -v, which can be had of the last pass")
			}
			if nodes < 0 {
				return usagef("--nodes %d: want a number of nodes, 0 for the default", nodes)
			}
			if prefix == "" && effort != verdict.Exhaustive {
				if cmd.Flags().Changed("passes") {
					return usagef("--passes goes with -o or --effort exhaustive")
				}
				j.Options.Passes = 1
			}
			if most < 1 || most > verdict.MaxPass {
				return usagef("--passes %d: want 1 to %d", most, verdict.MaxPass)
			}
			if certificates != "" {
				f, err := os.Create(certificates)
				if err != nil {
					return err
				}
				defer f.Close()
				a.side, j.certify = f, true
			}
			if prefix != "" {
				return a.judgePasses(cmd.Context(), &passes.Run{Prefix: prefix, Passes: most, Judge: &j.Judge}, fenArgs(args))
			}
			return j.Stoppable(cmd.Context(), func(ctx context.Context) error {
				return a.filterLines(ctx, fenArgs(args), filter.Lines{Comments: true, Batch: j.batch(),
					Do: func(dst, side []byte, line string) ([]byte, []byte, error) {
						return j.line(ctx, dst, side, line)
					}})
			})
		},
	}
	effortFlag(c, &effortName)
	c.Flags().Int64Var(&nodes, "nodes", 0, "budget of each stage for one position, 0 for its default")
	c.Flags().BoolVarP(&j.verbose, "verbose", "v", false, "say in words why")
	c.Flags().StringVar(&by, "by", "engine", "who judges: engine, or for comparison chesscounter or chesscounter-mended")
	c.Flags().StringVar(&certificates, "certificate", "", "write every new verdict to this file, for chesscensus check")
	c.Flags().BoolVar(&j.Kernels, "kernels", false, "name a proof kernel of undecided positions")
	c.Flags().StringVarP(&prefix, "output", "o", "", "judge in passes, and write pass i to this name and i in two digits")
	c.Flags().IntVar(&most, "passes", legality.DefaultPasses, "with -o or effort exhaustive: passes at most")
	c.Flags().BoolVar(&j.Retry, "retry", false, "forget what a line holds of earlier tries, given up or not")
	c.Flags().BoolVar(&j.Options.Games.RandomKernel, "random-kernel", false, "begin with another kernel, depending on --seed")
	c.Flags().Uint64Var(&j.Options.Games.Seed, "seed", 0, "seed of games and kernels")
	return c
}

// effortFlag adds --effort to a command.
func effortFlag(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, "effort", legality.DefaultEffort().String(), "how far to judge: static, kernel, path, game, exhaustive")
	_ = c.RegisterFlagCompletionFunc("effort", cobra.FixedCompletions(
		[]string{"static", "kernel", "path", "game", "exhaustive"}, cobra.ShellCompDirectiveNoFileComp))
}

// A judge is a judge of lines and what is printed besides.
type judge struct {
	passes.Judge
	verbose bool
	certify bool // write certificates to the second output
}

// line judges one line and appends it to dst, and the certificate to side.
func (j *judge) line(ctx context.Context, dst, side []byte, text string) ([]byte, []byte, error) {
	dst, r, err := j.Line(ctx, dst, text)
	if err != nil || !r.Judged {
		return dst, side, err
	}
	if j.certify && r.Verdict.Decided() {
		if side, err = appendCertificate(side, &r.Line.Setup, &r.Verdict); err != nil {
			return dst, side, err
		}
	}
	if j.verbose {
		dst = appendExplanation(dst, &r.Verdict, &r.Line.Setup)
		if r.Attempt != nil {
			dst = appendAttempt(dst, r.Attempt)
		}
	}
	return dst, side, nil
}

// counterLine judges one line by the rules of ChessCounter, which know the diagram and
// the side to move only. What they accept is unknown.
func counterLine(o *chesscounter.Options, dst []byte, text string) ([]byte, error) {
	l, err := lines.Parse(passes.BeforeTab(text))
	if err != nil {
		return dst, err
	}
	l.Groups = nil
	switch v := o.Judge(&l.Setup, chesscounter.Split); {
	case v.Accepted():
		l.Set("unknown")
	case v.Rule == chesscounter.Outside:
		l.Set("illegal", strings.Fields("ChessCounter, outside its space")...)
	default:
		name := chesscounter.Rules()[v.Rule-1].Name
		l.Set("illegal", strings.Fields(fmt.Sprintf("ChessCounter rule %d, %s", v.Rule, name))...)
	}
	return l.Append(dst), nil
}
