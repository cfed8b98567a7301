package rules

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// isCage reports whether a square of the home row of a color is a cage: pawns of the color on the files beside have never moved.
func isCage(b *chess.Board, f int, c chess.Color) bool {
	for _, x := range []int{f - 1, f + 1} {
		if x >= 0 && x < 8 && b.At(chess.NewSquare(x, 1+5*int(c))) != chess.NewPiece(c, chess.Pawn) {
			return false
		}
	}
	return true
}

// countSide returns the numbers of men and pawns of a side and the least number of promoted men, with bishops by color of square. A bishop
// whose home is a cage without it was captured there, and one in a cage of the other side was promoted there.
func countSide(b *chess.Board, c chess.Color) (men, pawns, promoted int) {
	var numbers, promotedThere [7]int // by role, the second kind of bishop in place 0; promoted where they stand
	for sq := range chess.Square(64) {
		if p := b.At(sq); p != chess.NoPiece && p.Color() == c {
			role := int(p.Role())
			if p.Role() == chess.Bishop && (sq.File()+sq.Row())%2 == 0 {
				role = 0
			}
			numbers[role]++
			men++
			if p.Role() == chess.Bishop && sq.Row() == 7-7*int(c) && isCage(b, sq.File(), c.Other()) {
				promotedThere[role]++
			}
		}
	}
	for role, start := range map[int]int{0: 1, int(chess.Knight): 2, int(chess.Bishop): 1, int(chess.Rook): 2, int(chess.Queen): 1} {
		promoted += max(0, numbers[role]-start, promotedThere[role])
	}
	for _, f := range []int{2, 5} {
		home := chess.NewSquare(f, 7*int(c))
		role := int(chess.Bishop)
		if (home.File()+home.Row())%2 == 0 {
			role = 0
		}
		if isCage(b, f, c) && b.At(home) != chess.NewPiece(c, chess.Bishop) {
			promoted += numbers[role] - max(0, numbers[role]-1, promotedThere[role]) // all of its kind
		}
	}
	return men, numbers[chess.Pawn], promoted
}

// pairSlack returns by how much the number of files with a black pawn above a white one exceeds the least one, by the formula of the rule
// Pairs, and whether the counts of men are possible.
func pairSlack(b *chess.Board) (n int, ok bool) {
	whiteMen, whitePawns, whitePromoted := countSide(b, chess.White)
	blackMen, blackPawns, blackPromoted := countSide(b, chess.Black)
	pairs := 0
	for f := range 8 {
		white, pair := false, false
		for row := range 8 {
			p := b.At(chess.NewSquare(f, row))
			pair = pair || white && p == chess.NewPiece(chess.Black, chess.Pawn)
			white = white || p == chess.NewPiece(chess.White, chess.Pawn)
		}
		if pair {
			pairs++
		}
	}
	lost := 8 - blackPawns - blackPromoted // black pawns that were captured as pawns
	unopposed := lost + 32 - whiteMen - blackMen - whitePromoted
	ok = whiteMen <= 16 && blackMen <= 16 && whitePawns+whitePromoted <= 8 && blackPawns+blackPromoted <= 8
	return pairs - (whitePawns - unopposed), ok
}

// findLastMoves reports whether a move leads to s from some board, and from some board whose counts are possible. It tries moves with
// any captured man, en passant, and castling.
func findLastMoves(s *chess.Setup) (exists, allowed bool) {
	them := s.Turn.Other()
	tryPrior := func(prior chess.Setup) {
		n, ok := pairSlack(&prior.Board)
		if ok = ok && n >= 0; exists && !ok || allowed {
			return // nothing new
		}
		if leadsToBoard(prior, s) {
			exists, allowed = true, allowed || ok
		}
	}
	for to := range s.Board.Colored(them).All() {
		man := s.Board.At(to)
		for from := range (^s.Board.Occupied()).All() {
			files, rows := from.File()-to.File(), from.Row()-to.Row()
			if files*rows != 0 && files != rows && files != -rows && files*files+rows*rows != 5 {
				continue
			}
			for _, origin := range []chess.Piece{man, chess.NewPiece(them, chess.Pawn)} {
				if origin.Role() == chess.Pawn && (from.Row() == 0 || from.Row() == 7) {
					continue
				}
				for captured := chess.NoRole; captured < chess.King; captured++ {
					if captured == chess.Pawn && (to.Row() == 0 || to.Row() == 7) {
						continue
					}
					prior := chess.EmptySetup()
					prior.Board, prior.Turn = s.Board, them
					prior.Board.Put(to, chess.NoPiece)
					if captured != chess.NoRole {
						prior.Board.Put(to, chess.NewPiece(s.Turn, captured))
					}
					prior.Board.Put(from, origin)
					tryPrior(prior)
				}
			}
			if victim := chess.NewSquare(to.File(), from.Row()); man.Role() == chess.Pawn && files != 0 &&
				to.Row() == 5-3*int(them) && s.Board.At(victim) == chess.NoPiece {
				prior := chess.EmptySetup()
				prior.Board, prior.Turn, prior.EP = s.Board, them, to
				prior.Board.Put(to, chess.NoPiece)
				prior.Board.Put(from, man)
				prior.Board.Put(victim, chess.NewPiece(s.Turn, chess.Pawn))
				tryPrior(prior)
			}
		}
		if castlesTo(s, to) {
			n, ok := pairSlack(&s.Board)
			exists, allowed = true, allowed || ok && n >= 0
		}
	}
	return exists, allowed
}

// randomPawnBoard draws a board with nearly all men, on which a few pawns have been promoted, one of them on the last row near the
// king.
func randomPawnBoard(src *rand.Rand) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = chess.Color(src.IntN(2))
	them := s.Turn.Other()
	free := func() chess.Square {
		for {
			if sq := chess.Square(src.IntN(64)); s.Board.At(sq) == chess.NoPiece {
				return sq
			}
		}
	}
	last := 7 - 7*int(them)
	king := chess.NewSquare(src.IntN(8), last-(1-2*int(them))*src.IntN(2))
	s.Board.Put(king, chess.NewPiece(s.Turn, chess.King))
	if sq := chess.NewSquare(src.IntN(8), last); sq != king {
		s.Board.Put(sq, chess.NewPiece(them, []chess.Role{chess.Queen, chess.Queen, chess.Rook, chess.Knight, chess.Bishop}[src.IntN(5)]))
	}
	var promoted [2]int
	for f := range 8 {
		low, high := chess.NewSquare(f, 1+src.IntN(3)), chess.NewSquare(f, 4+src.IntN(3))
		present := [2]bool{src.IntN(5) > 0, src.IntN(5) > 0}
		for c, sq := range [2]chess.Square{low, high} {
			if !present[c] || s.Board.At(sq) != chess.NoPiece {
				promoted[c]++
				continue
			}
			s.Board.Put(sq, chess.NewPiece(chess.Color(c), chess.Pawn))
		}
	}
	for c := range chess.Color(2) {
		men := []chess.Role{chess.Queen, chess.Rook, chess.Rook, chess.Bishop, chess.Bishop, chess.Knight, chess.Knight}
		if c == them {
			men = append(men, chess.King)
			promoted[c]-- // the one on the last row
		}
		for range promoted[c] {
			if src.IntN(3) > 0 {
				men = append(men, chess.Queen)
			}
		}
		for _, r := range men {
			if r == chess.King || src.IntN(8) > 0 {
				s.Board.Put(free(), chess.NewPiece(c, r))
			}
		}
	}
	return s
}

// TestChecksWithPawnsAgreeWithBruteForce checks that if the theorems refute a check, it has no last move from a board with possible counts
// of men and of opposing pairs. If they accept it, it has a last move, by brute force.
func TestChecksWithPawnsAgreeWithBruteForce(t *testing.T) {
	src := testkit.Rand("pawn checks")
	counts := map[string]int{}
	for want := testkit.LongSizes(300, 1200, 4000); counts["judged"] < want; {
		s := randomPawnBoard(src)
		if src.IntN(4) == 0 {
			s = chesstest.RandomSetup(src, 8, 0)
		}
		p, err := s.Position()
		if err != nil || !p.InCheck() || p.Checkers().Count() > 2 {
			continue
		}
		slack, ok := pairSlack(&s.Board)
		if !ok || slack < 0 {
			continue
		}
		counts["judged"]++
		r, _ := OneChecker.RefutesSetup(&s)
		if r == 0 {
			r, _ = TwoCheckers.RefutesSetup(&s)
		}
		exists, allowed := findLastMoves(&s)
		switch {
		case r != 0 && allowed:
			t.Errorf("%v: the rules say %v, and there is a last move that the counts allow", s, r)
		case r == 0 && !exists:
			t.Errorf("%v: the rules accept the check, and there is no last move", s)
		case r != 0 && exists:
			counts["by counts"]++
		case r != 0:
			counts["refuted"]++
		}
		if slack == 0 {
			counts["no slack"]++
		}
	}
	if counts["by counts"] < 3 || counts["refuted"] < 20 || counts["no slack"] < 20 {
		t.Errorf("%v: too few", counts)
	}
}
