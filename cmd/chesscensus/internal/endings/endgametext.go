package endings

import (
	"bufio"
	"fmt"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/endgame"
)

// readingText describes a reading.
func readingText(o endgame.Options) string {
	if o.Reading == endgame.Within {
		return "within: predecessors of the same material only"
	}
	return fmt.Sprintf("beyond: all predecessors, those of larger material followed %d moves back", o.Lookback)
}

// printText prints the answer about a material, and with -v the details.
func (e *endgameRun) printText(tables []*endgame.Table) error {
	out := bufio.NewWriter(e.app.Out)
	e.writeAnswer(out, tables)
	if e.verbose {
		fmt.Fprintln(out)
		if err := e.writeDetails(out, tables); err != nil {
			return err
		}
	}
	return out.Flush()
}

// writeAnswer writes how many positions are illegal because of their predecessors, by the reading Beyond if that was selected.
func (e *endgameRun) writeAnswer(out *bufio.Writer, tables []*endgame.Table) {
	t := tables[len(tables)-1] // Beyond, if it is selected
	w, b := t.Counts(chess.White), t.Counts(chess.Black)
	allowed, rest := w.InitiallyLegal()+b.InitiallyLegal(), w.Rest+b.Rest
	number := func(n int) string { return cli.Number(uint64(n)) }
	fate, caveat := "have no past within the material", "and may still be illegal for what came before that."
	if t.Options().Reading == endgame.Beyond {
		fate = "are illegal, as nothing can have come before them"
		caveat = fmt.Sprintf("as far as %d moves back with more men tell; whether they are legal is for --prove or --judge.", t.Options().Lookback)
	}
	fmt.Fprintf(out, "%v: %s of the %s positions that the rules allow, either side to move, %s (White to move %s, Black to move %s).\n",
		t.Material(), number(allowed-rest), number(allowed), fate, number(w.InitiallyLegal()-w.Rest), number(b.InitiallyLegal()-b.Rest))
	fmt.Fprintf(out, "%s have a position before them, %s\n", number(rest), caveat)
	if !e.verbose {
		fmt.Fprintf(out, "Classes, with boards: chesscensus endgame -v %v\n", t.Material())
	}
}

// writeDetails writes the counts of all classes, examples, and the deepest derivations.
func (e *endgameRun) writeDetails(out *bufio.Writer, tables []*endgame.Table) error {
	t := tables[0]
	m := t.Material()
	w, b := t.Counts(chess.White), t.Counts(chess.Black)
	fmt.Fprintf(out, "%v: %d men, %s setups (men on distinct squares, either side to move), %s initially legal\n\n",
		m, m.Men(), cli.Number(uint64(w.Placed+b.Placed)), cli.Number(uint64(w.InitiallyLegal()+b.InitiallyLegal())))
	fmt.Fprintf(out, "%-36s%15s%15s%15s\n", "", "white to move", "black to move", "total")
	writeCounts(out, "setups", w.Placed, b.Placed)
	writeCounts(out, "initially illegal", w.Initial, b.Initial)
	writeCounts(out, "initially legal", w.InitiallyLegal(), b.InitiallyLegal())
	for _, t := range tables {
		writeClasses(out, t)
	}
	for _, t := range tables {
		e.writeExamples(out, t)
	}
	for _, t := range tables {
		if err := e.writeDerivation(out, t); err != nil {
			return err
		}
	}
	return nil
}

// writeCounts writes a row of counts with their sum.
func writeCounts(out *bufio.Writer, name string, white, black int) {
	fmt.Fprintf(out, "%-36s%15s%15s%15s\n", name, cli.Number(uint64(white)), cli.Number(uint64(black)), cli.Number(uint64(white+black)))
}

// writeClasses writes the counts of the classes of one reading.
func writeClasses(out *bufio.Writer, t *endgame.Table) {
	fmt.Fprintf(out, "\n%s\n", readingText(t.Options()))
	classes := func(prefix string, w, b endgame.Counts) {
		for n := 1; n <= max(w.Deepest(), b.Deepest()); n++ {
			writeCounts(out, prefix+endgame.Class(n).String(), w.Times(n), b.Times(n))
		}
		writeCounts(out, prefix+"rest", w.Rest, b.Rest)
	}
	classes("  ", t.Counts(chess.White), t.Counts(chess.Black))
	if w, b := t.SpecialCounts(chess.White), t.SpecialCounts(chess.Black); w.Placed+b.Placed > 0 {
		fmt.Fprintln(out, "  with castling rights or en passant square:")
		classes("    ", w, b)
	}
}

// writeExamples writes boards of every class of derivedly illegal setups.
func (e *endgameRun) writeExamples(out *bufio.Writer, t *endgame.Table) {
	for n := endgame.Class(1); e.examples > 0; n++ {
		w, b := t.Counts(chess.White), t.Counts(chess.Black)
		if int(n) > max(w.Deepest(), b.Deepest()) {
			return
		}
		for turn := range chess.Color(2) {
			list := t.Examples(n, turn)
			list = list[:min(len(list), e.examples)]
			if len(list) == 0 {
				continue
			}
			fmt.Fprintf(out, "\n%v, %v the material, %v to move, for example\n\n", n, t.Options().Reading, turn)
			fmt.Fprint(out, notation.Plate(list, nil))
		}
	}
}

// writeDerivation writes the deepest derivation if it has at least two steps.
func (e *endgameRun) writeDerivation(out *bufio.Writer, t *endgame.Table) error {
	steps, err := t.DeepestDerivation()
	if err != nil || len(steps) < 2 || e.examples == 0 {
		return err
	}
	fmt.Fprintf(out, "\nthe deepest derivation %v the material: %v, each board a predecessor of the one before\n\n",
		t.Options().Reading, steps[0].Class)
	var list []chess.Setup
	var notes []string
	for i, s := range steps {
		list = append(list, s.Setup)
		note := "no predecessor"
		switch {
		case i == len(steps)-1:
		case s.Predecessors == 1:
			note = fmt.Sprintf("before %v, the only one", s.Unmove)
		default:
			note = fmt.Sprintf("before %v, one of %d", s.Unmove, s.Predecessors)
		}
		notes = append(notes, note)
	}
	fmt.Fprint(out, notation.Plate(list, notes))
	return nil
}
