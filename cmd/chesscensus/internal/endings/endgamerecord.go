package endings

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/endgame"
)

// materialRecord returns the JSON form of a material.
func (e *endgameRun) materialRecord(tables []*endgame.Table) (any, error) {
	type object = map[string]any
	m := tables[0].Material()
	w, b := tables[0].Counts(chess.White), tables[0].Counts(chess.Black)
	var readings []object
	for _, t := range tables {
		counts := func(of func(chess.Color) endgame.Counts) object {
			o := object{}
			for turn := range chess.Color(2) {
				c := of(turn)
				o[turn.String()+"_to_move"] = object{"setups": c.Placed, "initially_illegal": c.Initial,
					"initially_legal": c.InitiallyLegal(), "derivedly_illegal": c.DerivedTotal(), "by_times": byTimes(c), "rest": c.Rest}
			}
			return o
		}
		examples := []object{}
		for turn := range chess.Color(2) {
			c := t.Counts(turn)
			for n := endgame.Class(1); int(n) <= c.Deepest(); n++ {
				list := t.Examples(n, turn)
				for _, s := range list[:min(len(list), e.examples)] {
					examples = append(examples, object{"times": n, "fen": chess.FEN{Setup: s, Fullmove: 1}.String()})
				}
			}
		}
		steps, err := t.DeepestDerivation()
		if err != nil {
			return nil, err
		}
		derivation := []string{}
		for _, s := range steps {
			derivation = append(derivation, chess.FEN{Setup: s.Setup, Fullmove: 1}.String())
		}
		readings = append(readings, object{"deepest": derivation,
			"reading": t.Options().Reading.String(), "lookback": t.Options().Lookback,
			"counts": counts(t.Counts), "with_rights": counts(t.SpecialCounts), "examples": examples})
	}
	return object{"chesscensus": cli.Version(), "material": m.String(), "men": m.Men(), "setups": w.Placed + b.Placed,
		"initially_legal": w.InitiallyLegal() + b.InitiallyLegal(), "readings": readings}, nil
}

// byTimes returns the numbers of setups that are derivedly illegal once, twice and so on.
func byTimes(c endgame.Counts) []int {
	list := []int{}
	for n := 1; n <= c.Deepest(); n++ {
		list = append(list, c.Times(n))
	}
	return list
}

// printRows prints the rows of a material: one for each side to move, and one for setups with rights if there are any.
func (e *endgameRun) printRows(tables []*endgame.Table) error {
	var text strings.Builder
	for _, t := range tables {
		row := func(kind string, turn chess.Color, c endgame.Counts) {
			times := make([]string, 0, 8)
			for _, n := range byTimes(c) {
				times = append(times, fmt.Sprint(n))
			}
			if len(times) == 0 {
				times = append(times, "0")
			}
			fmt.Fprintf(&text, "%v\t%v\t%s\t%v\t%d\t%d\t%d\t%d\t%s\t%d\n", t.Material(), t.Options().Reading, kind, turn,
				c.Placed, c.Initial, c.InitiallyLegal(), c.DerivedTotal(), strings.Join(times, ","), c.Rest)
		}
		for turn := range chess.Color(2) {
			row("plain", turn, t.Counts(turn))
		}
		for turn := range chess.Color(2) {
			if c := t.SpecialCounts(turn); c.Placed > 0 {
				row("special", turn, c)
			}
		}
	}
	_, err := fmt.Fprint(e.app.Out, text.String())
	return err
}
