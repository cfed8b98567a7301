package judging

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/chesscounter"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
)

// A judgeRun is one run of the command judge, with its flags.
type judgeRun struct {
	linePrinter
	app *cli.App

	by, stage           string
	certificate, prefix string
	nodes               int64
	passes              int
}

// judgeCommand returns the command judge.
func judgeCommand(a *cli.App) *cobra.Command {
	r := &judgeRun{app: a}
	r.paint = a.Paint
	r.OnNotes = a.CountNotes
	c := &cobra.Command{
		Use:   "judge [FEN... | FILE | -]",
		Short: "Decide whether positions are legal, as far as the effort goes",
		Long: `Judge says whether positions are legal. Asked about one, of four fields or six, with quotes or
without, it takes up to about a second for it (effort game), half a minute where few last moves are possible, as in problems. Lists come from files or standard input;
they are judged at effort kernel unless told otherwise. It reads lines that begin with a FEN
record and prints each with what is known of it:

  FEN illegal: reason          no game leads to the position
  FEN legal: proof: moves      this game does
  FEN unknown:                 not decided at this effort

The format is that of texelutil proofgame -f, both ways. Positions may also be written as FEN
of fewer fields, EPD, the address of an analysis board, a tag [FEN "..."], or "position fen ...
moves ...". A diagram alone is judged for White to move, and for Black if that is illegal. An en passant square on which no
capture is legal is left out, with a note; but in draws (counters 0 1, 1 2 and so on, or columns
behind a tab) and in lines with groups one that a pawn attacks is illegal ("Lossy FEN
conversion"), for it stands for no position there. Lines that are decided already
are copied, so the output of one run can be the input of the next. A line that cannot be
read is named on standard error and passed through behind "# unreadable: ".

At effort game a proof game is built for what nothing refutes, and replayed by two other
programs before the line says legal. A line that stays undecided holds its kernel, its
path up to the last capture, the budget spent in planned plies (status: N=), and the line
that came closest (info:).

At effort exhaustive every position is judged in passes, six or --passes, each with twice the budget of
the one before. Effort game is the first of them. --retry takes up positions that were given up, from
scratch; another --seed and --random-kernel help. What a pass does depends on its number, never on what a
line holds. Passes after the first also take moves back from crowded positions,
choose kernels at random, and look further for men that can never have got to their squares.

With --kernels an undecided line gets a proof kernel and an extended kernel with named
moves, as texelutil prints them, unless none is found within a budget; that costs some twenty
microseconds a line. --random-kernel finds others, depending on --seed.

With --by chesscounter the ten rules of ChessCounter judge instead, unsound ones included,
for comparison; chesscounter-mended has its four unsound rules repaired.

With --stage one stage is asked alone, such as cage: most positions that it refutes are refuted by
an earlier stage otherwise, so that this one is not heard. The examples of the lemmas in the package
docs are asked so.

With --certificate every new verdict is written to a file, a line of JSON each, which
"chesscensus check" confirms by a program of its own. With --certificate - these lines are
the output, in place of the verdicts: chesscensus judge --certificate - FILE | chesscensus check.

With -v every decision is followed by lines "#   " that say in words what refuted the
position: the theorem and the men that it is about, marked on a board, or the last moves,
each with what refutes the position before it, and boards of some of those; for what is not decided,
what to try next. Lines that start with # are copied.

At a terminal the answer about one position is for people, with numbered moves; --san prints the
line of a list there, and --numbered the answer for people elsewhere. --json prints a record a line:
outcome, reason, stage, and the game as a list of moves.

If the environment variable GOMEMLIMIT sets a limit, such as 1GiB, and memory in use comes
close to it, tables are dropped; if that does not help, positions that the rules do not refute
stay unknown until there is room again. A worker (-j) needs 300 MB at most.`,
		Example: `  chesscensus judge '8/8/8/8/8/8/8/K1k5 w - -'
  chesscensus draw -n 1000 | chesscensus judge
  chesscensus judge --effort game candidates.txt
  chesscensus judge -v 'k6P/8/8/8/8/8/8/7K w - - 0 1'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			args = cli.FENArgs(args)
			r.setQuery(cmd, args)
			if err := r.checkFlags(cmd.Flags().Changed("effort"), cmd.Flags().Changed("passes")); err != nil {
				return err
			}
			in, err := a.ArgumentOrFileInput(args)
			if err != nil {
				return err
			}
			defer in.Close()
			r.isQuery = in.Name == cli.Argument
			return r.run(cmd.Context(), in)
		},
	}
	r.addFlags(c)
	return c
}

// addFlags adds the flags to the command.
func (r *judgeRun) addFlags(c *cobra.Command) {
	f := c.Flags()
	cli.EffortFlag(c, &r.Options.Effort)
	f.Int64Var(&r.nodes, "nodes", 0, "budget of each stage for one position, 0 for its default")
	f.BoolVarP(&r.verbose, "verbose", "v", false, "say in words why, and what to try next")
	r.by = "engine"
	cli.ChoiceFlag(c, &r.by, "by", "who judges: engine, or for comparison chesscounter or chesscounter-mended", "engine", "chesscounter",
		"chesscounter-mended")
	f.StringVar(&r.stage, "stage", "", "ask one stage of the engine alone: rules, parity, kernel, bound, retro, knots, cage")
	f.StringVar(&r.certificate, "certificate", "", "write every new verdict to this file, for chesscensus check; with - to standard output, in place of verdicts")
	f.BoolVar(&r.Kernels, "kernels", false, "name a proof kernel of undecided positions")
	f.StringVarP(&r.prefix, "output", "o", "", "old name of: judge --effort exhaustive > NAME00, with fail: behind what is left")
	f.IntVar(&r.passes, "passes", legality.DefaultPasses, "with effort exhaustive: passes at most")
	cli.RefuseEmpty(c, "certificate", "stage", "output")
	cli.SetMinimum(c, 0, "nodes")
	cli.SetRange(c, "passes", 1, verdict.MaxPass)
	f.BoolVar(&r.Retry, "retry", false, "forget what a line holds of earlier tries, given up or not")
	f.BoolVar(&r.Options.Games.RandomKernel, "random-kernel", false, "begin with another kernel, depending on --seed")
	f.Uint64Var(&r.Options.Games.Seed, "seed", 0, "seed of games and kernels")
	f.BoolVar(&r.json, "json", false, "print a JSON record a line")
	r.style.Flags(c)
	cli.MarkExclusive(c, "json", "verbose", "san", "numbered")
}

// setQuery recognizes a query about a single position. Its answer may be for people, and its default effort is game.
func (r *judgeRun) setQuery(cmd *cobra.Command, args []string) {
	if len(args) != 1 || r.by != "engine" || r.prefix != "" {
		return
	}
	if _, err := cli.ReadLine(args[0], true); err != nil {
		return
	}
	if r.forPeople = r.style.ForPeople(r.app) && !r.json; !cmd.Flags().Changed("effort") && r.stage == "" {
		r.Options.Effort = verdict.Game
		r.Options.Games.Plies = proofgame.AskedPlies
	}
}

// checkFlags checks the flags and sets the options that depend on several of them.
func (r *judgeRun) checkFlags(hasEffort, hasPasses bool) error {
	effort := r.Options.Effort
	r.Options.Budget.Nodes, r.Options.Games.Long = r.nodes, true
	r.Options.Passes = r.passes
	if err := r.selectStage(hasEffort); err != nil {
		return err
	}
	if _, err := legality.New(r.Options); err != nil {
		return cli.Usage(err)
	}
	hasEngineFlag := r.certificate != "" || r.Kernels || r.prefix != "" || r.json
	switch {
	case r.by != "engine" && hasEngineFlag:
		return cli.Usagef("-o, --certificate, --kernels and --json go with --by engine")
	case r.prefix != "" && (r.certificate != "" || r.verbose || r.json):
		return cli.Usagef("-o goes without --certificate, --json and -v, which can be had of the last pass")
	case r.certificate == "-" && (r.verbose || r.json):
		return cli.Usagef("--certificate - writes certificates in place of verdicts, so it goes without --json and -v")
	case r.prefix == "" && effort != verdict.Exhaustive && hasPasses:
		return cli.Usagef("--passes goes with --effort exhaustive")
	}
	if r.prefix == "" && effort != verdict.Exhaustive {
		r.Options.Passes = 1
	}
	return nil
}

// selectStage makes the engine consist of the stage of --stage alone, at that stage's effort.
func (r *judgeRun) selectStage(hasEffort bool) error {
	if r.stage == "" {
		return nil
	}
	stages, err := legality.Alone(r.stage)
	switch {
	case err != nil:
		return cli.Usagef("--stage: %w", err)
	case hasEffort || r.by != "engine" || r.prefix != "" || r.Kernels:
		return cli.Usagef("--stage goes without --effort, --by, --kernels and -o")
	}
	r.Options.Effort = stages[0].Effort()
	r.Options.Stages = func() []legality.Stage {
		stages, _ := legality.Alone(r.stage) // cannot fail, since it succeeded above
		return stages
	}
	return nil
}

// run judges the lines of the input.
func (r *judgeRun) run(ctx context.Context, in *cli.Input) error {
	if r.by != "engine" {
		counter := chesscounter.Options{Mended: r.by == "chesscounter-mended"}
		return r.app.FilterInput(ctx, in, cli.LineFilter{Do: func(dst []byte, line string) ([]byte, error) {
			return judgeByChessCounter(&counter, dst, line)
		}})
	}
	if r.prefix != "" {
		return r.runToPrefix(ctx, in)
	}
	if r.certificate == "-" {
		r.app.Side, r.app.Out, r.writesCertificates = r.app.Out, io.Discard, true
	} else if r.certificate != "" {
		return r.runWithCertificates(ctx, in)
	}
	return r.filterInput(ctx, in)
}

// filterInput judges every line, until the end or until the engine finds a fault in itself.
func (r *judgeRun) filterInput(ctx context.Context, in *cli.Input) error {
	return r.Stoppable(ctx, func(ctx context.Context) error {
		return r.app.FilterInput(ctx, in, r.filter(ctx))
	})
}

// runWithCertificates also writes certificates to a file. After an error or an interrupt the file holds those of all lines judged before.
func (r *judgeRun) runWithCertificates(ctx context.Context, in *cli.Input) error {
	file, err := r.app.CreateFile(r.certificate)
	if err != nil {
		return err
	}
	defer file.Drop()
	r.app.Side, r.writesCertificates = file, true
	err = r.filterInput(ctx, in)
	return errors.Join(err, file.Commit())
}

// filter returns the filter that judges lines.
func (p *linePrinter) filter(ctx context.Context) cli.LineFilter {
	batch := 0 // the default
	if p.Options.Effort >= verdict.Path {
		batch = slowBatch
	}
	return cli.LineFilter{Comments: !p.json, Batch: batch, DoSide: func(dst, side []byte, line string) ([]byte, []byte, error) {
		return p.judgeLine(ctx, dst, side, line)
	}}
}

// runToPrefix handles -o PREFIX: it judges in all passes and writes one file, PREFIX00, like the last one of texelutil. Undecided lines are
// marked as given up.
func (r *judgeRun) runToPrefix(ctx context.Context, in *cli.Input) error {
	path := r.prefix + "00"
	fmt.Fprintf(r.app.Err, "chesscensus: -o PREFIX is an old name of: judge --effort exhaustive --passes %d > %s\n", r.passes, path)
	file, err := r.app.CreateFile(path)
	if err != nil {
		return err
	}
	defer file.Drop()
	r.app.Out, r.isLastPass = file, true
	err = r.filterInput(ctx, in)
	if err != nil && !errors.Is(err, cli.ErrBadInput) {
		return err
	}
	return errors.Join(file.Commit(), err)
}
