package endings

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/cputime"
	"chesscensus/legality/endgame"
	"chesscensus/legality/verdict"
)

// endgameFlags holds the flags of the command endgame, except --effort.
type endgameFlags struct {
	reading  string
	lookback int
	allUpTo  int // --all, the largest number of men
	memory   int // MiB
	outputFlags

	casesPerClass int // --judge, the number of setups of each class to judge
	passes        int // at most, at effort game
	seed          uint64

	prove       bool
	certificate string // directory
}

// outputFlags selects what is printed, and in which form.
type outputFlags struct {
	examples                 int
	json, tsv, cost, verbose bool
}

// An endgameRun is one run of the command endgame.
type endgameRun struct {
	endgameFlags
	app      *cli.App
	effort   verdict.Effort
	readings []endgame.Reading
}

// endgameCommand returns the command endgame.
func endgameCommand(a *cli.App) *cobra.Command {
	e := &endgameRun{app: a}
	c := &cobra.Command{
		Use:   "endgame MATERIAL...",
		Short: "Classify all positions of a small endgame by what came before",
		Long: `Endgame enumerates all placements of up to 5 men with either side to move, and says of
each setup what its predecessors tell:

  initially illegal       pawns on row 1 or 8, adjacent kings, or the side not to move is
                          in check
  derivedly illegal       each setup before it is initially or derivedly illegal
  rest                    there is always one more setup before it

A setup is n times derivedly illegal if each setup before it is initially illegal or fewer
times derivedly illegal, and one of them n-1 times (once: if all are initially illegal).

There are two readings: "within" takes predecessors of the same material only; "beyond" takes
all, with what was captured or promoted, and follows those of a larger material --lookback
moves back. What is derivedly illegal beyond the material is illegal. The rest need not be
legal.

--prove proves for some materials that all the other positions are legal: from games to two
fixed positions, by trying all positions and for 3 men by SAT as well. The result is compared
with the table. Bishops may be told apart by d and l, for dark and light squares: KBdBdK.

Without flags it prints how many positions are illegal for these reasons; with -v, --examples
or --reading all classes, with boards.

A material is the men of White, then from the second K on those of Black: KRK, KBNK, KRKN.
Counts are for setups without castling rights and en passant square; those with either are
counted in a line of their own, and are all looked at as predecessors.

With --judge N the legality engine judges N setups of each class, side to move and reading,
as many of those with rights, and what it says is compared with the classes: what is
derivedly illegal beyond the material may have no game, and what always has a predecessor
within it may not be refuted, unless a bishop is shut in by pawns. A contradiction is
printed, and the exit status is 1. Of materials of more than 4 men random setups are judged,
classified from predecessors a few moves back. At effort game what is left open is judged
again, in --passes passes in all. --reading, --lookback and --memory make no difference.`,
		Example: `  chesscensus endgame KRK
  chesscensus endgame --tsv --all 4
  chesscensus endgame --judge 100 --effort game KRK KPK
  chesscensus endgame --prove KRK`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if e.prove {
				return e.proveAll(cmd.Context(), args)
			}
			if e.certificate != "" {
				return cli.Usagef("--certificate %.40q without --prove: there is nothing to certify", e.certificate)
			}
			e.verbose = e.verbose || cmd.Flags().Changed("examples") || cmd.Flags().Changed("reading")
			return e.run(cmd.Context(), args)
		},
	}
	e.addFlags(c)
	return c
}

// addFlags adds the flags to the command.
func (e *endgameRun) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVarP(&e.verbose, "verbose", "v", false, "print all classes in both readings, examples, and the deepest derivations")
	e.reading = "both"
	cli.ChoiceFlag(c, &e.reading, "reading", "within, beyond, or both", "within", "beyond", "both")
	f.IntVar(&e.lookback, "lookback", endgame.DefaultLookback, "moves that predecessors of larger material are followed back")
	f.IntVar(&e.allUpTo, "all", 0, "all materials of 3 to this number of men")
	f.IntVar(&e.memory, "memory", endgame.DefaultMemory>>20, "limit of all tables of a material in MiB")
	f.IntVar(&e.examples, "examples", 1, "with -v: boards to show of each class")
	f.BoolVar(&e.json, "json", false, "print one JSON record a material")
	f.BoolVar(&e.tsv, "tsv", false, "print a table: one line for each material, reading and side to move")
	f.BoolVar(&e.cost, "cost", false, "say on standard error what it cost")
	f.IntVar(&e.casesPerClass, "judge", 0, "judge this many setups of each class and compare")
	f.IntVar(&e.passes, "passes", 3, "with --judge at effort game: passes at most, as those of judge -o")
	cli.SetRange(c, "lookback", 0, 6)
	cli.SetRange(c, "all", 3, endgame.MaxMen)
	cli.SetRange(c, "passes", 1, verdict.MaxPass)
	cli.SetMinimum(c, 0, "judge", "examples")
	cli.SetMinimum(c, 1, "memory")
	cli.EffortFlag(c, &e.effort)
	f.Uint64Var(&e.seed, "seed", 1, "seed of the setups to judge")
	f.BoolVar(&e.prove, "prove", false, "prove which positions are legal, for 3 men by SAT as well")
	c.MarkFlagsMutuallyExclusive("json", "tsv", "judge", "prove")
	cli.MarkExclusive(c, "prove", "all")
	f.StringVar(&e.certificate, "certificate", "", "with --prove: write formulas and refutations into this directory")
}

// parseMaterials returns the materials of --all and of the arguments.
func (e *endgameRun) parseMaterials(args []string) (list []endgame.Material, err error) {
	if e.allUpTo == 0 && len(args) == 0 {
		return nil, cli.Usagef("want a material such as KRK, or --all (see chesscensus help endgame)")
	}
	for n := 3; n <= e.allUpTo; n++ {
		list = append(list, endgame.All(n)...)
	}
	for _, name := range args {
		m, err := endgame.ParseMaterial(name)
		if err != nil {
			return nil, cli.Usage(err)
		}
		list = append(list, m)
	}
	return list, nil
}

// run prints or judges all materials.
func (e *endgameRun) run(ctx context.Context, args []string) error {
	list, err := e.parseMaterials(args)
	if err != nil {
		return err
	}
	e.readings = map[string][]endgame.Reading{"within": {endgame.Within}, "beyond": {endgame.Beyond},
		"both": {endgame.Within, endgame.Beyond}}[e.reading]
	if e.casesPerClass > 0 {
		return e.judgeMaterials(ctx, list)
	}
	if e.tsv {
		if _, err := fmt.Fprintf(e.app.Out, "# %s\n# setups: plain, or special: valid with castling rights or en passant square; "+
			"by_times: once, 2 times, ...; beyond: lookback %d\nmaterial\treading\tsetups\tturn\tplaced\tinitially_illegal\tinitially_legal\t"+
			"derivedly_illegal\tby_times\trest\n", e.commandLine(args), e.lookback); err != nil {
			return err
		}
	}
	for i, m := range list {
		if err := e.printMaterial(ctx, m, i == 0); err != nil {
			return err
		}
	}
	return nil
}

// printMaterial prints a material in the form that the flags select. As text, all but the first have a blank line before.
func (e *endgameRun) printMaterial(ctx context.Context, m endgame.Material, first bool) error {
	start := cputime.Used()
	tables, err := e.enumerate(ctx, m)
	if err != nil {
		return err
	}
	switch {
	case e.json:
		var record any
		if record, err = e.materialRecord(tables); err == nil {
			err = cli.WriteJSON(e.app.Out, record)
		}
	case e.tsv:
		err = e.printRows(tables)
	default:
		if !first {
			fmt.Fprintln(e.app.Out)
		}
		err = e.printText(tables)
	}
	if err == nil && e.cost {
		fmt.Fprintf(e.app.Err, "%v: %.2f s of processor time, tables of %.1f MB\n", m,
			(cputime.Used() - start).Seconds(), float64(len(tables)*tables[0].Bytes())/1e6)
	}
	return err
}

// enumerate makes the tables of a material in all readings, at the same time if there are several workers.
func (e *endgameRun) enumerate(ctx context.Context, m endgame.Material) ([]*endgame.Table, error) {
	bar := e.app.ProgressBar(uint64(m.Placements()*len(e.readings)), "placements of "+m.String())
	defer bar.Finish()
	var done atomic.Uint64
	tables := make([]*endgame.Table, len(e.readings))
	err := e.app.Each(ctx, cli.Range{End: uint64(len(tables)), Size: 1}, func(ctx context.Context, i, _ uint64) (err error) {
		last := 0
		tables[i], err = endgame.Enumerate(ctx, m, endgame.Options{
			Reading: e.readings[i], Lookback: e.lookbackOption(), Memory: (e.memory << 20) / len(e.readings), // they share the limit
			Progress: func(n, _ int) { bar.Set(done.Add(uint64(n - last))); last = n },
		})
		return err
	})
	return tables, err
}

// lookbackOption returns the lookback for package endgame, in which -1 means none and 0 the default.
func (e *endgameRun) lookbackOption() int {
	if e.lookback == 0 {
		return -1
	}
	return e.lookback
}

// commandLine returns the command line that prints the same table, for its header.
func (e *endgameRun) commandLine(args []string) string {
	words := []string{"chesscensus endgame --tsv"}
	if e.allUpTo > 0 {
		words = append(words, fmt.Sprintf("--all %d", e.allUpTo))
	}
	if e.reading != "both" {
		words = append(words, "--reading "+e.reading)
	}
	if e.lookback != endgame.DefaultLookback {
		words = append(words, fmt.Sprintf("--lookback %d", e.lookback))
	}
	return strings.Join(append(words, args...), " ")
}
