package surveys

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/survey/report"
)

// sampleOptions holds the flags of survey sample.
type sampleOptions struct {
	json, csv, total     bool
	jackknife, bootstrap int
	seed                 uint64
	confidence           float64 // 0 for that of the plan
}

// surveySampleCommand returns the command survey sample, which prints the draws of the last phase.
func surveySampleCommand(a *cli.App) *cobra.Command {
	var o sampleOptions
	c := &cobra.Command{
		Use:   "sample DIR",
		Short: "Print the draws that the last phase has judged: a sample of the legal positions",
		Long: `Sample prints a line for every draw that the last phase of a survey has judged, separated by tabs: the
FEN record; in, out or open (proven legal, refuted, neither; what was settled later included); how many
legal positions the draw stands for if it is legal; and its stratum, the class in which it entered the last phase, and its shard, by number.
The sum of the third column over the lines "in" is an estimate of the number of legal positions; over those with some property, of the number of
these. So any share can be computed in seconds. The draws are made again from the lists in DIR/reached.

For standard errors by other programs, --jackknife G and --bootstrap R add weights: a column for each replicate, in which some shards
are left out or count twice, and all others count for more. Let T be your figure, and T_r the same with the weights of
replicate r in place of the third column. The variance of T is

  (G-1)/G times the sum of (T_r - T)^2 for the G groups of a jackknife, the sum over R for a bootstrap,

which is what survey packages call JK1 and bootstrap. It has the errors of all phases, and is itself known to about one part
in the root of twice the number of shards or groups. --total prints the sum over the lines "in" with the standard error by the formula of
multi-phase samples, to compare.`,
		Example: `  chesscensus survey sample mine | awk -F'\t' '$2=="in" {n+=$3; if ($1 ~ / w /) w+=$3} END {print w/n}'
  chesscensus survey sample mine --csv --jackknife 30 > sample.csv
  chesscensus survey sample mine --total`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := lastPhase(a, args[0], o.confidence)
			if err != nil {
				return err
			}
			if o.total {
				return printTotal(a, l)
			}
			return printSample(cmd, a, l, &o)
		},
	}
	cli.JSONFlag(c, &o.json)
	c.Flags().BoolVar(&o.csv, "csv", false, "print CSV with the names of the columns")
	c.Flags().BoolVar(&o.total, "total", false, "print the sum over the lines in with its standard error, and no lines")
	c.Flags().IntVar(&o.jackknife, "jackknife", 0, "add the weights of a jackknife over so many groups of shards")
	c.Flags().IntVar(&o.bootstrap, "bootstrap", 0, "add the weights of so many replicates of a bootstrap of the shards")
	c.Flags().Uint64Var(&o.seed, "seed", 1, "seed of the bootstrap, any 64 bits")
	c.MarkFlagsMutuallyExclusive("json", "csv", "total")
	c.MarkFlagsMutuallyExclusive("jackknife", "bootstrap", "total")
	cli.ShareFlag(c, &o.confidence, "confidence", "with --total: confidence level of the interval (default that of the plan)", false)
	return c
}

// A sampleRecord is the JSON form of a draw of the last phase.
type sampleRecord struct {
	cli.Program
	FEN       string    `json:"fen"`
	Outcome   string    `json:"outcome"`   // in, out or open
	Positions float64   `json:"positions"` // number of legal positions that the draw stands for if it is legal
	Stratum   int       `json:"stratum"`
	Class     int       `json:"class"`
	Shard     int       `json:"shard"`
	Weights   []float64 `json:"replicates,omitempty"` // the same in every replicate
}

// replicates returns the replicate weights that the flags ask for, or nil.
func (f *sampleOptions) replicates(cmd *cobra.Command, l *report.LastPhase) (*report.Replicates, error) {
	switch {
	case cmd.Flags().Changed("jackknife"):
		return l.Jackknife(f.jackknife)
	case cmd.Flags().Changed("bootstrap"):
		return l.Bootstrap(f.bootstrap, f.seed)
	}
	return nil, nil
}

// printSample prints a line for each draw.
func printSample(cmd *cobra.Command, a *cli.App, l *report.LastPhase, o *sampleOptions) error {
	replicates, err := o.replicates(cmd, l)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.Out)
	var line []byte
	sep := byte('\t')
	if o.csv {
		sep = ','
		line = append(line, "fen,outcome,positions,stratum,class,shard"...)
		for r := 0; replicates != nil && r < replicates.Number; r++ {
			line = fmt.Appendf(line, ",r%d", r+1)
		}
		fmt.Fprintf(out, "%s\n", line) // the writer keeps the error for Flush
	}
	var weights []float64
	for s := range l.All() {
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		if replicates != nil {
			weights = replicates.AppendWeights(weights[:0], s)
		}
		fen := s.Draw.FEN()
		fen.Halfmove, fen.Fullmove = 0, 1
		if o.json {
			line, err = cli.AppendJSON(line[:0], sampleRecord{cli.ThisProgram(), fen.String(), fmt.Sprint(s.Outcome), s.Positions,
				s.Stratum, s.Class, s.Shard, weights})
			if err != nil {
				return err
			}
		} else {
			line = fmt.Appendf(line[:0], "%s%c%v%c%.10g%c%d%c%d%c%d", fen.String(), sep, s.Outcome, sep, s.Positions, sep, s.Stratum, sep,
				s.Class, sep, s.Shard)
			for _, w := range weights {
				line = strconv.AppendFloat(append(line, sep), w, 'g', 10, 64)
			}
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// printTotal prints the sum of the draws that are proven legal, with its accuracy.
func printTotal(a *cli.App, l *report.LastPhase) error {
	r, err := l.Total()
	if err != nil {
		return err
	}
	e := &r.Low
	_, err = fmt.Fprintf(a.Out, "sum over the lines in\t%.10g\n%g %% interval\t%.8g to %.8g\n"+
		"standard error\t%.6g\nvariance\t%.6g\ncoefficient of variation\t%.6g\ndesign effect\t%.6g\neffective draws\t%.6g\nundecided draws\t%d\n",
		e.Value, 100*e.Confidence, e.Lo, e.Hi, e.StdErr, e.StdErr*e.StdErr, e.CV(), e.DesignEffect(), e.Effective, r.OpenDraws)
	return err
}

// lastPhase reads the draws of the last phase of a survey, or only what some properties need, and prints problems of the folder.
func lastPhase(a *cli.App, dir string, confidence float64, only ...report.Property) (l *report.LastPhase, err error) {
	s, err := readSurvey(dir)
	if err != nil {
		return nil, err
	}
	s.Confidence = confidence
	if l, err = s.LastPhase(drawnSpaces(s.Plan), only...); err != nil {
		return nil, err
	}
	if g := s.Plan.Gap(); g != nil {
		fmt.Fprintf(a.Err, "chesscensus: %s: drawn from %s as it was until 2026-11-26; the draws of its supplement, of what it lacked, are not among these\n", dir, g.Space)
	}
	if l.Unlisted > 0 {
		fmt.Fprintf(a.Err, "chesscensus: %d shards have no list of the draws that reached the last phase and are left out\n", l.Unlisted)
	}
	reportProblems(a, l.Problems)
	return l, nil
}

// surveyShareCommand returns the command survey share, which prints the distribution of a property among legal positions.
func surveyShareCommand(a *cli.App) *cobra.Command {
	var names []string
	var list strings.Builder
	for _, p := range report.Properties() {
		names = append(names, p.Name)
		fmt.Fprintf(&list, "\n  %-9s %s", p.Name, p.Text)
	}
	var asJSON bool
	var confidence float64
	c := &cobra.Command{
		Use:   "share DIR PROPERTY",
		Short: "Which share of the legal positions has which number of moves, checkers and so on",
		Long: `Share looks up a property on the draws that the last phase of a survey has proven legal, and estimates
which share of all legal positions has which value of it, with intervals, and its mean:
` + list.String() + `

For other properties see "survey sample".`,
		Example: `  chesscensus survey share mine moves`,
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			i := slices.Index(names, args[1])
			if i < 0 {
				return cli.Usagef("property %.40q: want %s", args[1], strings.Join(names, ", "))
			}
			properties := report.Properties()[i : i+1]
			l, err := lastPhase(a, args[0], confidence, properties...)
			if err != nil {
				return err
			}
			laws, err := l.Laws(cmd.Context(), properties, true)
			if err != nil {
				return err
			}
			law := &laws[0]
			if asJSON {
				err = cli.WriteJSON(a.Out, map[string]any{"chesscensus": cli.Version(), "property": args[1], "mean": law.Mean.Value,
					"mean_lo": law.Mean.Lo, "mean_hi": law.Mean.Hi, "mean_std_err": law.Mean.StdErr, "confidence": law.Mean.Confidence,
					"draws": law.Draws, "values": law.Values})
			} else {
				_, err = a.Out.Write(lawText(law))
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	addConfidenceFlag(c, &confidence)
	return c
}

// lawText returns a distribution as text.
func lawText(l *report.Law) []byte {
	p := &page{}
	p.WriteString(l.Text + "\n")
	p.writeLawTable(l, 100*l.Mean.Confidence)
	return p.Bytes()
}
