package rules

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// behindPawns reports whether a square of the home row of a color lies behind pawns of it that have never moved, on the files beside.
func behindPawns(b *chess.Board, f int, c chess.Color) bool {
	for _, x := range []int{f - 1, f + 1} {
		if x >= 0 && x < 8 && b.At(chess.NewSquare(x, 1+5*int(c))) != chess.NewPiece(c, chess.Pawn) {
			return false
		}
	}
	return true
}

// tally counts what a side has, bishops by color of square, the pawns and those promoted at least. A bishop shut in at home that is not
// there fell there, and one behind pawns of the other side was promoted there.
func tally(b *chess.Board, c chess.Color) (men, pawns, promoted int) {
	var n, there [7]int // by role, the second kind of bishop in place 0; promoted where they stand
	for sq := range chess.Square(64) {
		if p := b.At(sq); p != chess.NoPiece && p.Color() == c {
			role := int(p.Role())
			if p.Role() == chess.Bishop && (sq.File()+sq.Row())%2 == 0 {
				role = 0
			}
			n[role]++
			men++
			if p.Role() == chess.Bishop && sq.Row() == 7-7*int(c) && behindPawns(b, sq.File(), c.Other()) {
				there[role]++
			}
		}
	}
	for role, start := range map[int]int{0: 1, int(chess.Knight): 2, int(chess.Bishop): 1, int(chess.Rook): 2, int(chess.Queen): 1} {
		promoted += max(0, n[role]-start, there[role])
	}
	for _, f := range []int{2, 5} {
		home := chess.NewSquare(f, 7*int(c))
		role := int(chess.Bishop)
		if (home.File()+home.Row())%2 == 0 {
			role = 0
		}
		if behindPawns(b, f, c) && b.At(home) != chess.NewPiece(c, chess.Bishop) {
			promoted += n[role] - max(0, n[role]-1, there[role]) // all of its kind
		}
	}
	return men, n[chess.Pawn], promoted
}

// slack returns by how many the files with a black pawn above a white one exceed those needed, by the formula of Pairs, and whether the counts of men
// can be.
func slack(b *chess.Board) (n int, ok bool) {
	wm, wp, wx := tally(b, chess.White)
	bm, bp, bx := tally(b, chess.Black)
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
	lost := 8 - bp - bx // black pawns that are gone without a man for them
	unopposed := lost + 32 - wm - bm - wx
	return pairs - (wp - unopposed), wm <= 16 && bm <= 16 && wp+wx <= 8 && bp+bx <= 8
}

// lastMoves tells of all boards from which a move leads to s whether there is one, and one that the counts allow: with any man
// taken, or a pawn en passant.
func lastMoves(s *chess.Setup) (some, allowed bool) {
	them := s.Turn.Other()
	try := func(g chess.Setup) {
		n, ok := slack(&g.Board)
		if ok = ok && n >= 0; some && !ok || allowed {
			return // nothing new
		}
		if leadsTo(g, s) {
			some, allowed = true, allowed || ok
		}
	}
	for to := range s.Board.Colored(them).All() {
		man := s.Board.At(to)
		for from := range (^s.Board.Occupied()).All() {
			x, y := from.File()-to.File(), from.Row()-to.Row()
			if x*y != 0 && x != y && x != -y && x*x+y*y != 5 {
				continue
			}
			for _, before := range []chess.Piece{man, chess.NewPiece(them, chess.Pawn)} {
				if before.Role() == chess.Pawn && (from.Row() == 0 || from.Row() == 7) {
					continue
				}
				for taken := chess.NoRole; taken < chess.King; taken++ {
					if taken == chess.Pawn && (to.Row() == 0 || to.Row() == 7) {
						continue
					}
					g := chess.EmptySetup()
					g.Board, g.Turn = s.Board, them
					g.Board.Put(to, chess.NoPiece)
					if taken != chess.NoRole {
						g.Board.Put(to, chess.NewPiece(s.Turn, taken))
					}
					g.Board.Put(from, before)
					try(g)
				}
			}
			if victim := chess.NewSquare(to.File(), from.Row()); man.Role() == chess.Pawn && x != 0 && to.Row() == 5-3*int(them) && s.Board.At(victim) == chess.NoPiece {
				g := chess.EmptySetup()
				g.Board, g.Turn, g.EP = s.Board, them, to
				g.Board.Put(to, chess.NoPiece)
				g.Board.Put(from, man)
				g.Board.Put(victim, chess.NewPiece(s.Turn, chess.Pawn))
				try(g)
			}
		}
		if castlesTo(s, to) {
			n, ok := slack(&s.Board)
			some, allowed = true, allowed || ok && n >= 0
		}
	}
	return some, allowed
}

// pawnBoard draws a board with nearly all men, on which a few pawns have been promoted, one of them on the last row beside the king or near it.
func pawnBoard(src *rand.Rand) chess.Setup {
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
		kept := [2]bool{src.IntN(5) > 0, src.IntN(5) > 0}
		for c, sq := range [2]chess.Square{low, high} {
			if !kept[c] || s.Board.At(sq) != chess.NoPiece {
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

// TestChecksWithPawnsAgreeWithBruteForce: a check that the theorems refute has no last move whose board before the counts of men and of
// opposing pairs allow; one that they accept has a last move. The oracle takes back all moves, captures with promotion and en passant among
// them, by playing forward.
func TestChecksWithPawnsAgreeWithBruteForce(t *testing.T) {
	src := testkit.Rand("pawn checks")
	n := map[string]int{}
	for want := testkit.LongSizes(300, 1200, 4000); n["judged"] < want; {
		s := pawnBoard(src)
		if src.IntN(4) == 0 {
			s = randomBoard(src, 8)
		}
		p, err := s.Position()
		if err != nil || !p.InCheck() || p.Checkers().Count() > 2 {
			continue
		}
		left, ok := slack(&s.Board)
		if !ok || left < 0 {
			continue
		}
		n["judged"]++
		r, _ := OneChecker.RefutesSetup(&s)
		if r == 0 {
			r, _ = TwoCheckers.RefutesSetup(&s)
		}
		some, allowed := lastMoves(&s)
		switch {
		case r != 0 && allowed:
			t.Errorf("%v: the rules say %v, and there is a last move that the counts allow", s, r)
		case r == 0 && !some:
			t.Errorf("%v: the rules accept the check, and there is no last move", s)
		case r != 0 && some:
			n["by counts"]++
		case r != 0:
			n["refuted"]++
		}
		if left == 0 {
			n["no slack"]++
		}
	}
	if n["by counts"] < 3 || n["refuted"] < 20 || n["no slack"] < 20 {
		t.Errorf("%v: too few", n)
	}
}
