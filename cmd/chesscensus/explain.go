package main

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// Limits of an explanation: lines of last moves, and boards of positions before them.
const (
	explainLines  = 12
	explainBoards = 3
)

// appendExplanation appends comment lines that say what a verdict rests on, each after
// a line end.
func appendExplanation(dst []byte, v *verdict.Verdict, s *chess.Setup) []byte {
	text := explain(v, s)
	if v.Outcome == verdict.Illegal {
		text += "\n" + explainBoard(v, s)
	}
	for line := range strings.Lines(text) {
		dst = append(dst, "\n#   "...)
		dst = append(dst, strings.TrimRight(line, " \n")...)
	}
	return dst
}

// explain says in one line what a verdict rests on.
func explain(v *verdict.Verdict, s *chess.Setup) string {
	switch v.Outcome {
	case verdict.Illegal:
		text := fmt.Sprintf("%s (stage %s)", v.Reasons.Text(), v.Stage)
		if e := v.Evidence.Describe(s); e != "" {
			text += ": " + e
		}
		return text
	case verdict.Legal:
		return fmt.Sprintf("proven legal by stage %s", v.Stage)
	}
	if v.Stop != 0 {
		return fmt.Sprintf("not decided: stage %s stopped, %v", v.Stage, v.Stop)
	}
	return "not decided: no stage of this effort refutes it"
}

// explainBoard shows the argument of a refutation: the men that it names on a board, or
// the last moves and the boards before some of them.
func explainBoard(v *verdict.Verdict, s *chess.Setup) string {
	boards := []string{board(s, v.Evidence.Squares)}
	r, isTree := v.Certificate.(*retro.Refutation)
	if !isTree {
		return boards[0]
	}
	text := ""
	if _, tree, found := strings.Cut(r.Text(explainLines), "\n"); found { // after the setup itself
		text = strings.TrimRight(tree, "\n") + "\n"
	}
	last := ""
	for i := range r.Unmoves { // one board for each pair of squares
		if u := &r.Unmoves[i]; u.Depth == 1 && len(boards) <= explainBoards && u.Unmove.String() != last {
			last = u.Unmove.String()
			men := u.Evidence.Squares
			if u.Why == retro.Exhausted {
				men |= checkers(&u.Before)
			}
			boards = append(boards, fmt.Sprintf("before %s:\n", u.Unmove)+board(&u.Before, men))
		}
	}
	boards[0] = "here:\n" + boards[0]
	return text + sideBySide(boards)
}

// checkers returns the men that give check to the side that has to move: why it has few
// last moves or none.
func checkers(s *chess.Setup) chess.Bitboard {
	b := &s.Board
	return b.Attackers(b.King(s.Turn), s.Turn.Other(), b.Occupied())
}

// board draws a setup, with brackets around the men on the marked squares.
func board(s *chess.Setup, marked chess.Bitboard) string {
	var b strings.Builder
	for row := 7; row >= 0; row-- {
		for file := range 8 {
			sq := chess.NewSquare(file, row)
			letter := byte('.')
			if p := s.Board.At(sq); p != chess.NoPiece {
				letter = p.Letter()
			}
			left, right := byte(' '), byte(' ')
			if marked.Has(sq) {
				left, right = '[', ']'
			}
			b.Write([]byte{left, letter, right})
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// sideBySide joins texts of several lines each to columns.
func sideBySide(texts []string) string {
	const width = 28
	var b strings.Builder
	var rows [][]string
	most := 0
	for _, t := range texts {
		rows = append(rows, strings.Split(strings.TrimRight(t, "\n"), "\n"))
		most = max(most, len(rows[len(rows)-1]))
	}
	for i := range most {
		for _, r := range rows {
			line := ""
			if i < len(r) {
				line = r[i]
			}
			fmt.Fprintf(&b, "%-*s", width, line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
