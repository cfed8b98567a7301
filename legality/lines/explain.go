package lines

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// Limits of an explanation: lines of last moves, boards of positions before them, and the width of a board.
const (
	maxLines   = 12
	maxBoards  = 3
	boardWidth = 28
)

// Explain says what a verdict on s rests on, for people: one line of words and, if s is refuted, the men that the
// theorem names in brackets on a board, or the last moves that there can have been, each with what refutes the
// position before it, and the boards before some of them. Every line has its line end:
//
//	possibility of the last move: no move can have led here (stage retro)
//	 k  .  .  .  .  . [P] .
//
// Nothing is computed again: all comes from the evidence and the certificate in the verdict.
func Explain(v *verdict.Verdict, s *chess.Setup) string {
	text := Words(v, s) + "\n"
	if v.Outcome == verdict.Illegal {
		text += argument(v, s)
	}
	return text
}

// Words says in one line, without its line end, what a verdict on s rests on.
func Words(v *verdict.Verdict, s *chess.Setup) string {
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

// Closest shows the position of a failed try for a game that came closest to the goal, with brackets
// around the men that are not where they belong.
func Closest(a *proofgame.Attempt) string {
	s := a.Closest.Setup()
	return fmt.Sprintf("closest position, men out of place in brackets: %s\n%s", s.String(), draw(&s, a.Misplaced))
}

// argument shows the argument of a refutation on boards.
func argument(v *verdict.Verdict, s *chess.Setup) string {
	boards := []string{draw(s, v.Evidence.Squares)}
	r, isTree := v.Certificate.(*retro.Refutation)
	if !isTree {
		return boards[0]
	}
	text := ""
	if _, tree, found := strings.Cut(r.Text(maxLines), "\n"); found { // after the setup itself
		text = strings.TrimRight(tree, "\n") + "\n"
	}
	last := ""
	for i := range r.Unmoves { // one board for each pair of squares
		if u := &r.Unmoves[i]; u.Depth == 1 && len(boards) <= maxBoards && u.Unmove.String() != last {
			last = u.Unmove.String()
			men := u.Evidence.Squares
			if u.Why == retro.Exhausted {
				men |= checkers(&u.Before)
			}
			boards = append(boards, fmt.Sprintf("before %s:\n", u.Unmove)+draw(&u.Before, men))
		}
	}
	boards[0] = "here:\n" + boards[0]
	return text + notation.Columns(boardWidth, boards...)
}

// checkers returns the men that give check to the side that has to move: why it has few
// last moves or none.
func checkers(s *chess.Setup) chess.Bitboard {
	b := &s.Board
	return b.Attackers(b.King(s.Turn), s.Turn.Other(), b.Occupied())
}

// draw draws a setup, with brackets around the men on the marked squares.
func draw(s *chess.Setup, marked chess.Bitboard) string {
	return notation.Letters{Marked: marked, Wide: true}.Draw(&s.Board)
}
