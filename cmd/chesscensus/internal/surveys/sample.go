package surveys

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/survey/report"
)

// surveySampleCommand makes the command that prints the draws of the last phase.
func surveySampleCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "sample DIR",
		Short: "Print the draws that the last phase has judged: a sample of the legal positions",
		Long: `Sample prints a line for every draw that the last phase of a survey has judged, separated by tabs: the
FEN record, in, out or open (proven legal, refuted, neither; what was settled later included), and how many
legal positions the draw stands for if it is legal. The sum of the last column over the lines "in"
is an estimate of the number of legal positions; over those with some property, of the number of
these. So any share can be computed in seconds. The draws are made again from the lists in DIR/reached.`,
		Example: `  chesscensus survey sample mine | awk -F'\t' '$2=="in" {n+=$3; if ($1 ~ / w /) w+=$3} END {print w/n}'`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, bad, err := lastPhase(a, args[0])
			if err != nil {
				return err
			}
			out := bufio.NewWriter(a.Out)
			for s := range l.All() {
				if cmd.Context().Err() != nil {
					return cmd.Context().Err()
				}
				f := s.Draw.FEN()
				f.Halfmove, f.Fullmove = 0, 1
				line := fmt.Appendf(nil, "%s\t%v\t%.6g", f.String(), s.Outcome, s.Positions)
				if asJSON {
					if line, err = cli.AppendJSON(nil, sampleRecord{cli.ThisProgram(), f.String(), fmt.Sprint(s.Outcome), s.Positions}); err != nil {
						return err
					}
				}
				if _, err := fmt.Fprintf(out, "%s\n", line); err != nil {
					return err
				}
			}
			if err := out.Flush(); err != nil {
				return err
			}
			if bad {
				return cli.ErrBadInput
			}
			return nil
		},
	}
	cli.JSONFlag(c, &asJSON)
	return c
}

// A sampleRecord is the JSON form of a draw of the last phase.
type sampleRecord struct {
	cli.Program
	FEN       string  `json:"fen"`
	Outcome   string  `json:"outcome"`   // in, out or open
	Positions float64 `json:"positions"` // legal ones that it stands for if it is legal
}

// lastPhase reads the draws of the last phase of a survey, or what is needed for some properties, and tells what is wrong with them.
func lastPhase(a *cli.App, dir string, only ...report.Property) (l *report.LastPhase, bad bool, err error) {
	s, err := readSurvey(dir)
	if err != nil {
		return nil, false, err
	}
	if l, err = s.LastPhase(setsOf(s.Plan), only...); err != nil {
		return nil, false, err
	}
	if g := s.Plan.Gap(); g != nil {
		fmt.Fprintf(a.Err, "chesscensus: %s: drawn from %s as it was until 2026-11-26; the draws of its supplement, of what it lacked, are not among these\n", dir, g.Space)
	}
	if l.Unlisted > 0 {
		fmt.Fprintf(a.Err, "chesscensus: %d shards have no list of the draws that reached the last phase and are left out\n", l.Unlisted)
	}
	return l, tellProblems(a, l.Problems), nil
}

// surveyShareCommand makes the command that prints how a property divides the legal positions.
func surveyShareCommand(a *cli.App) *cobra.Command {
	var names []string
	var list strings.Builder
	for _, p := range report.Properties() {
		names = append(names, p.Name)
		fmt.Fprintf(&list, "\n  %-9s %s", p.Name, p.Text)
	}
	var asJSON bool
	c := &cobra.Command{
		Use:   "share DIR PROPERTY",
		Short: "Which share of the legal positions has which number of moves, checkers and so on",
		Long: `Share looks up a property on the draws that the last phase of a survey has proven legal, and estimates
which share of all legal positions has which value of it, with 95 % intervals, and its mean:
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
			l, bad, err := lastPhase(a, args[0], properties...)
			if err != nil {
				return err
			}
			laws, err := l.Laws(cmd.Context(), properties, true)
			if err != nil {
				return err
			}
			law := &laws[0]
			if asJSON {
				err = cli.WriteJSON(a.Out, map[string]any{"chesscensus": cli.Version(), "property": args[1], "mean": law.Mean.Value, "mean_lo": law.Mean.Lo, "mean_hi": law.Mean.Hi, "draws": law.Draws, "values": law.Values})
			} else {
				_, err = a.Out.Write(lawText(law))
			}
			if err == nil && bad {
				return cli.ErrBadInput
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	return c
}

// lawText prints a law.
func lawText(l *report.Law) []byte {
	p := &page{}
	p.WriteString(l.Text + "\n")
	p.lawTable(l, 100*l.Mean.Confidence)
	return p.Bytes()
}
