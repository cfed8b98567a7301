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

// Explain explains a verdict on s: one line of words and, if s is refuted, a board with the men of the evidence in
// brackets. For a refutation by last moves it adds the last moves, each with the cause that refutes the position before
// it, and the boards before some of them. Every line has its line end:
//
//	possibility of the last move: no move can have led here (stage retro)
//	 k  .  .  .  .  . [P] .
//
// It uses only the evidence and the certificate in the verdict, and computes nothing again.
func Explain(v *verdict.Verdict, s *chess.Setup) string {
	text := Words(v, s) + "\n"
	if v.Outcome == verdict.Illegal {
		text += drawRefutation(v, s)
	}
	return text
}

// Words returns the line of words of [Explain], without its line end.
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

// Closest returns a board of the position of a failed search for a game that is closest to the goal, with brackets around
// the misplaced men.
func Closest(a *proofgame.Attempt) string {
	s := a.Closest.Setup()
	return fmt.Sprintf("closest position, men out of place in brackets: %s\n%s", s.String(), drawBoard(&s, a.Misplaced))
}

// drawRefutation returns the evidence of a refutation on boards, with the tree of last moves if there is one.
func drawRefutation(v *verdict.Verdict, s *chess.Setup) string {
	boards := []string{drawBoard(s, v.Evidence.Squares)}
	r, isTree := v.Certificate.(*retro.Refutation)
	if !isTree {
		return boards[0]
	}
	text := ""
	if _, tree, hasTree := strings.Cut(r.Text(maxLines), "\n"); hasTree { // after the setup itself
		text = strings.TrimRight(tree, "\n") + "\n"
	}
	lastMove := ""
	for i := range r.Unmoves { // one board for each pair of squares
		if u := &r.Unmoves[i]; u.Depth == 1 && len(boards) <= maxBoards && u.Unmove.String() != lastMove {
			lastMove = u.Unmove.String()
			marked := u.Evidence.Squares
			if u.Why == retro.Exhausted {
				marked |= checkers(&u.Before)
			}
			boards = append(boards, fmt.Sprintf("before %s:\n", u.Unmove)+drawBoard(&u.Before, marked))
		}
	}
	boards[0] = "here:\n" + boards[0]
	return text + notation.Columns(boardWidth, boards...)
}

// checkers returns the men that give check to the side to move, which leave few last moves or none.
func checkers(s *chess.Setup) chess.Bitboard {
	b := &s.Board
	return b.Attackers(b.King(s.Turn), s.Turn.Other(), b.Occupied())
}

// drawBoard returns the board of a setup, with brackets around the men on the marked squares.
func drawBoard(s *chess.Setup, marked chess.Bitboard) string {
	return notation.Letters{Marked: marked, Wide: true}.Draw(&s.Board)
}
