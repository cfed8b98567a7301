package main

import (
	"bufio"
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/endgame"
)

// aboutReading names a reading in words.
func aboutReading(o endgame.Options) string {
	if o.Reading == endgame.Within {
		return "within: predecessors of the same material only"
	}
	return fmt.Sprintf("beyond: all predecessors, those of larger material followed %d moves back", o.Lookback)
}

// text prints what is known of a material for people.
func (e *endgameRun) text(tables []*endgame.Table) error {
	out := bufio.NewWriter(e.app.out)
	t := tables[0]
	m := t.Material()
	w, b := t.Counts(chess.White), t.Counts(chess.Black)
	fmt.Fprintf(out, "%v: %d men, %s setups (men on distinct squares, either side to move), %s initially legal\n\n",
		m, m.Men(), number(uint64(w.Placed+b.Placed)), number(uint64(w.InitiallyLegal()+b.InitiallyLegal())))
	fmt.Fprintf(out, "%-36s%15s%15s%15s\n", "", "white to move", "black to move", "total")
	line(out, "setups", w.Placed, b.Placed)
	line(out, "initially illegal", w.Initial, b.Initial)
	line(out, "initially legal", w.InitiallyLegal(), b.InitiallyLegal())
	for _, t := range tables {
		countLines(out, t)
	}
	for _, t := range tables {
		e.showExamples(out, t)
	}
	for _, t := range tables {
		if err := e.deepest(out, t); err != nil {
			return err
		}
	}
	return out.Flush()
}

func line(out *bufio.Writer, name string, white, black int) {
	fmt.Fprintf(out, "%-36s%15s%15s%15s\n", name, number(uint64(white)), number(uint64(black)), number(uint64(white+black)))
}

// countLines prints the classes of one reading.
func countLines(out *bufio.Writer, t *endgame.Table) {
	fmt.Fprintf(out, "\n%s\n", aboutReading(t.Options()))
	classes := func(prefix string, w, b endgame.Counts) {
		for n := 1; n <= max(w.Deepest(), b.Deepest()); n++ {
			line(out, prefix+endgame.Class(n).String(), w.Times(n), b.Times(n))
		}
		line(out, prefix+"rest", w.Rest, b.Rest)
	}
	classes("  ", t.Counts(chess.White), t.Counts(chess.Black))
	if w, b := t.SpecialCounts(chess.White), t.SpecialCounts(chess.Black); w.Placed+b.Placed > 0 {
		fmt.Fprintln(out, "  with castling rights or en passant square:")
		classes("    ", w, b)
	}
}

// showExamples prints some boards of every derived class.
func (e *endgameRun) showExamples(out *bufio.Writer, t *endgame.Table) {
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
			writeBoards(out, list, nil)
		}
	}
}

// deepest prints the deepest derivation if it has two steps or more.
func (e *endgameRun) deepest(out *bufio.Writer, t *endgame.Table) error {
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
	writeBoards(out, list, notes)
	return nil
}

// boardWidth is the width of a column of boards.
const boardWidth = 30

// writeBoards draws boards four in a row, each with the side to move and a note above it, and
// their records below.
func writeBoards(out *bufio.Writer, list []chess.Setup, notes []string) {
	const across = 4
	for len(list) > 0 {
		row := list[:min(across, len(list))]
		var lines [9]string
		for i, s := range row {
			head := fmt.Sprintf("%v to move", s.Turn)
			rows := strings.Split(strings.TrimSuffix(s.Board.String(), "\n"), "\n")
			for j := range lines {
				cell := head
				if j > 0 {
					cell = strings.Join(strings.Split(rows[j-1], ""), " ")
				}
				if i < len(row)-1 {
					cell = fmt.Sprintf("%-*s", boardWidth, cell)
				}
				lines[j] += cell
			}
		}
		for _, l := range lines {
			fmt.Fprintf(out, "  %s\n", l)
		}
		if len(notes) > 0 {
			text := ""
			for i, n := range notes[:len(row)] {
				if i < len(row)-1 {
					n = fmt.Sprintf("%-*s", boardWidth, n)
				}
				text += n
			}
			fmt.Fprintf(out, "  %s\n", text)
			notes = notes[len(row):]
		}
		for _, s := range row {
			f := chess.FEN{Setup: s, Fullmove: 1}
			fmt.Fprintf(out, "  %v\n", f)
		}
		if list = list[len(row):]; len(list) > 0 {
			fmt.Fprintln(out)
		}
	}
}
