package rules

import (
	"errors"

	"chesscensus/chess"
)

// ErrKings is the error for a diagram that has not exactly one king a side, for which the
// reference pre-filter has no answer.
var ErrKings = errors.New("rules: the pre-filter needs exactly one king a side")

// Prefilter returns the category that the reference pre-filter gives to a diagram and side to move; castling rights
// and en passant are ignored. The setup need not be valid, but it must have exactly one king a side, otherwise the
// answer is [NoCategory].
//
// Soundness: the category "Illegal Double Check" has legal positions. The table of double checks ignores that one
// en passant capture can open the lines of two queens at once, as 11 d5xe6 did in
//
//	1nbq1b1r/1pp2p2/3kP3/r7/p7/3Q2Q1/PPPP1PP1/RNB1KBNR b KQ - 0 11
//
// (the game is in witness_test.go). All other categories called illegal are
// theorems. The engine uses theorems of its own, never this function.
//
// It costs 15 to 60 ns.
//
// Source: J. Tromp, ChessPositionRanking, at the commit that docs/REFERENCE.md names.
func Prefilter(s *chess.Setup) Category {
	var st Statistics
	return prefilter(s, &st)
}

// AppendPrefilter parses a line of the pre-filter's input, a FEN record, and appends to dst the line of its output
// without the line end: the input line, a tab, a blank, the category, and for four categories the statistics.
//
// The error is a [*chess.FENError] or [ErrKings]; dst is then returned as it was.
func AppendPrefilter(dst []byte, line string) ([]byte, Category, error) {
	f, err := chess.ParseFEN(line)
	if err != nil {
		return dst, NoCategory, err
	}
	var st Statistics
	cat := prefilter(&f.Setup, &st)
	if cat == NoCategory {
		return dst, NoCategory, ErrKings
	}
	dst = append(append(append(dst, line...), "\t "...), cat.String()...)
	if cat.hasStatistics() {
		dst = st.appendTo(dst)
	}
	return dst, cat, nil
}

// prefilter returns the category, and sets st, which must be zero, if the category has statistics.
func prefilter(s *chess.Setup, st *Statistics) Category {
	b := &s.Board
	kings := [2]chess.Bitboard{b.Pieces(chess.White, chess.King), b.Pieces(chess.Black, chess.King)}
	if kings[0] == 0 || kings[1] == 0 || kings[0].Many() || kings[1].Many() {
		return NoCategory
	}
	us, them := s.Turn&1, s.Turn&1^1
	king, other := kings[us].First(), kings[them].First()
	if chess.KingAttacks(king).Has(other) {
		return adjacentKings
	}
	occ := b.Occupied()
	checkers := b.Attackers(king, them, occ)
	if b.Attackers(other, us, occ) != 0 {
		if checkers != 0 {
			return bothInCheck
		}
		return oppositeInCheck
	}
	n := checkers.Count()
	if n > 2 {
		return tripleCheck
	}
	if st.count(b); st.Slack < 0 {
		return monochromatic
	}
	switch n {
	case 0:
		return noChecks
	case 1:
		return singleCheck
	}
	if checkers&^b.Of(chess.Knight) == 0 {
		return doubleKnightCheck
	}
	if canBeDiscovered(b, us, king, checkers, st.Slack) {
		return discoveredDoubleCheck
	}
	return doubleCheck
}

// tooFar is more than any sum of two distances on the board.
const tooFar = 99

// leastDistance is the reference's table D: the least sum of the distances (files
// plus rows) of two checkers from the king for which, by their roles, one of them may
// have disclosed the other. It is indexed by the smaller role, then the larger, from Pawn.
var leastDistance = [5][5]int{
	//          P      N      B      R      Q
	{tooFar, tooFar, tooFar, 5, 5},           // P
	{tooFar, tooFar, 7, 6, 6},                // N
	{tooFar, tooFar, tooFar, 5, 5},           // B
	{tooFar, tooFar, tooFar, tooFar, 5},      // R
	{tooFar, tooFar, tooFar, tooFar, tooFar}, // Q
}

// canBeDiscovered reports whether the two checkers of the king of color us satisfy condition
// 13.3 of the specification.
func canBeDiscovered(b *chess.Board, us chess.Color, king chess.Square, checkers chess.Bitboard, slack int) bool {
	// Vectors (x, y) lead from the king to the checkers; dot is their scalar product.
	sq0, sq1 := checkers.First(), checkers.Last()
	x0, y0 := sq0.File()-king.File(), sq0.Row()-king.Row()
	x1, y1 := sq1.File()-king.File(), sq1.Row()-king.Row()
	dot := x0*x1 + y0*y1
	distance := abs(x0) + abs(y0) + abs(x1) + abs(y1)
	r0, r1 := b.RoleAt(sq0)-chess.Pawn, b.RoleAt(sq1)-chess.Pawn
	farEnough := distance >= leastDistance[min(r0, r1)][max(r0, r1)]

	last := 0 // the row on which the checking side promotes
	if us == chess.Black {
		last = 7
	}
	kingDistance := abs(king.Row() - last)
	// By the number of checkers that can just have been promoted.
	switch (checkers & chess.RowBB(last)).Count() {
	case 0:
		return dot > 0 && farEnough
	case 1:
		return dot == 0 && distance > 2 && kingDistance <= 1 && slack > 0 || dot > 0 && (farEnough || kingDistance == 1)
	default:
		return dot > 0 && (farEnough || kingDistance == 2 && slack > 0)
	}
}

// abs returns the absolute value.
func abs(n int) int { return max(n, -n) }
