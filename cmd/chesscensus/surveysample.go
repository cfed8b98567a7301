package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/survey/campaign"
)

// surveySampleCommand makes the command that prints the draws of the last phase.
func (a *app) surveySampleCommand() *cobra.Command {
	return &cobra.Command{
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
			l, bad, err := a.lastPhase(args[0])
			if err != nil {
				return err
			}
			out := bufio.NewWriter(a.out)
			for s := range l.All() {
				if cmd.Context().Err() != nil {
					return cmd.Context().Err()
				}
				f := s.Draw.FEN()
				f.Halfmove, f.Fullmove = 0, 1
				if _, err := fmt.Fprintf(out, "%s\t%v\t%.6g\n", f.String(), s.Outcome, s.Positions); err != nil {
					return err
				}
			}
			if err := out.Flush(); err != nil {
				return err
			}
			if bad {
				return errBadInput
			}
			return nil
		},
	}
}

// lastPhase reads the draws of the last phase of a survey and tells what is wrong with them.
func (a *app) lastPhase(dir string) (l *campaign.LastPhase, bad bool, err error) {
	s, err := openSurvey(dir)
	if err != nil {
		return nil, false, err
	}
	if l, err = s.LastPhase(surveyProgram()); err != nil {
		return nil, false, err
	}
	if l.Unlisted > 0 {
		fmt.Fprintf(a.err, "chesscensus: %d shards have no list of the draws that reached the last phase and are left out\n", l.Unlisted)
	}
	return l, a.tellProblems(l.Problems), nil
}

// shareProperties are the properties whose law survey share prints, by name.
var shareProperties = map[string]struct {
	text string
	of   func(p *chess.Position) int
}{
	"moves":    {"number of legal moves", func(p *chess.Position) int { return p.CountMoves() }},
	"checkers": {"number of men that give check", func(p *chess.Position) int { return p.Checkers().Count() }},
	"end": {"1 checkmate, 2 stalemate, 0 neither", func(p *chess.Position) int {
		switch {
		case p.IsCheckmate():
			return 1
		case p.IsStalemate():
			return 2
		}
		return 0
	}},
	"turn": {"0 White to move, 1 Black to move", func(p *chess.Position) int { return int(p.Turn()) }},
}

// surveyShareCommand makes the command that prints how a property divides the legal positions.
func (a *app) surveyShareCommand() *cobra.Command {
	names := slices.Sorted(maps.Keys(shareProperties))
	var list strings.Builder
	for _, name := range names {
		fmt.Fprintf(&list, "\n  %-9s %s", name, shareProperties[name].text)
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
			p, ok := shareProperties[args[1]]
			if !ok {
				return usagef("property %.40q: want %s", args[1], strings.Join(names, ", "))
			}
			l, bad, err := a.lastPhase(args[0])
			if err != nil {
				return err
			}
			law, err := lawOf(cmd.Context(), l, p.of)
			if err != nil {
				return err
			}
			if asJSON {
				err = writeJSON(a.out, map[string]any{"property": args[1], "mean": law.Mean(), "draws": law.Draws, "values": law.Values})
			} else {
				_, err = a.out.Write(lawText(law, p.text))
			}
			if err == nil && bad {
				return errBadInput
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	return c
}

// lawOf estimates the law of a property of positions.
func lawOf(ctx context.Context, l *campaign.LastPhase, of func(*chess.Position) int) (*campaign.Law, error) {
	var failed error
	law, err := l.Law(ctx, func(s *chess.Setup) int {
		p, err := s.Position()
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%v is counted as legal and is none: %w", s, err))
			return -1
		}
		return of(&p)
	})
	return law, errors.Join(err, failed)
}

// lawText prints a law.
func lawText(law *campaign.Law, text string) []byte {
	p := &page{}
	p.line("%s: mean %.5g, from %s draws proven legal", text, law.Mean(), number(law.Draws))
	rows := [][]string{{"", "share", "+- (95 %)", "draws"}}
	for _, v := range law.Values {
		rows = append(rows, []string{fmt.Sprint(v.Value), fmt.Sprintf("%.4g %%", 100*v.Share.Value), fmt.Sprintf("%.2g", 100*v.Share.HalfWidth()), number(v.Draws)})
	}
	p.table(rows)
	return p.Bytes()
}
