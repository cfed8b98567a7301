package retro

import (
	"context"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// plainBefores returns the setups from which a legal move leads to s. It takes men back by files, rows and diagonals of its own, puts
// whoever may have been taken, with all rights and en passant squares, and lets package chess make all moves: it shares nothing with Unmoves.
func plainBefores(s *chess.Setup) map[chess.Setup]bool {
	them := s.Turn.Other()
	found := map[chess.Setup]bool{}
	try := func(b chess.Board) { plainTry(s, &b, found) }
	for x := range chess.Square(64) {
		man := s.Board.At(x)
		if man == chess.NoPiece || man.Color() != them {
			continue
		}
		for _, y := range plainSources(s, x) {
			for _, role := range []chess.Role{man.Role(), chess.Pawn} {
				if role != man.Role() && (x.Row() != them.LastRow() || y.Row() != plainBehind(x.Row(), them)) {
					continue // no promotion
				}
				for v := chess.NoRole; v < chess.King; v++ {
					b := s.Board
					b.Put(x, chess.NoPiece)
					if v != chess.NoRole {
						b.Put(x, chess.NewPiece(s.Turn, v))
					}
					b.Put(y, chess.NewPiece(them, role))
					try(b)
				}
				if z := chess.NewSquare(x.File(), y.Row()); man.Role() == chess.Pawn && y.File() != x.File() && s.Board.At(z) == chess.NoPiece {
					b := s.Board // en passant
					b.Put(x, chess.NoPiece)
					b.Put(y, man)
					b.Put(z, chess.NewPiece(s.Turn, chess.Pawn))
					try(b)
				}
			}
		}
		if row := 7 * int(them); man.Role() == chess.King && x.Row() == row && (x.File() == 2 || x.File() == 6) {
			rook, home := chess.NewSquare((x.File()+4)/2, row), chess.NewSquare(7*(x.File()/6), row)
			if s.Board.At(rook) == chess.NewPiece(them, chess.Rook) {
				b := s.Board // castling
				b.Put(x, chess.NoPiece)
				b.Put(rook, chess.NoPiece)
				if b.At(home) == chess.NoPiece && b.At(chess.NewSquare(4, row)) == chess.NoPiece {
					b.Put(home, chess.NewPiece(them, chess.Rook))
					b.Put(chess.NewSquare(4, row), man)
					try(b)
				}
			}
		}
	}
	return found
}

// plainBehind returns the row from which a pawn of a color comes to one.
func plainBehind(row int, c chess.Color) int { return row - 1 + 2*int(c) }

// plainSources returns empty squares from which the man on x may have come, and some more for pawns and who may have been one.
func plainSources(s *chess.Setup, x chess.Square) (list []chess.Square) {
	man := s.Board.At(x)
	role, c := man.Role(), man.Color()
	for y := range chess.Square(64) {
		if s.Board.At(y) != chess.NoPiece {
			continue
		}
		dx, dy := y.File()-x.File(), y.Row()-x.Row()
		ok := false
		if role == chess.Pawn || x.Row() == c.LastRow() && role != chess.King {
			back := 2*int(c) - 1
			ok = dy == back && dx*dx <= 1 || dy == 2*back && dx == 0
		}
		switch straight, diagonal := dx*dy == 0, dx == dy || dx == -dy; role {
		case chess.Knight:
			ok = ok || dx*dx+dy*dy == 5
		case chess.King:
			ok = ok || dx*dx <= 1 && dy*dy <= 1
		case chess.Rook:
			ok = ok || straight
		case chess.Bishop:
			ok = ok || diagonal
		case chess.Queen:
			ok = ok || straight || diagonal
		}
		if ok {
			list = append(list, y)
		}
	}
	return list
}

// plainTry adds the setups with a board from which a legal move leads to s.
func plainTry(s *chess.Setup, b *chess.Board, found map[chess.Setup]bool) {
	before := chess.Setup{Board: *b, Turn: s.Turn.Other(), EP: chess.NoSquare}
	if before.Violations() != 0 || excess(b, chess.White) > 8 || excess(b, chess.Black) > 8 {
		return
	}
	for before.Castling = range chess.AllCastling + 1 {
		before.EP = chess.NoSquare
		if before.Castling&s.Castling != s.Castling || before.Violations() != 0 {
			continue
		}
		row := 5 - 3*int(before.Turn)
		for f := -1; f < 8; f++ {
			if before.EP = chess.NoSquare; f >= 0 {
				if b.At(chess.NewSquare(f, plainBehind(row, before.Turn))) != chess.NewPiece(s.Turn, chess.Pawn) {
					continue
				}
				before.EP = chess.NewSquare(f, row)
			}
			p, err := before.Position()
			if err != nil {
				continue
			}
			for _, m := range p.Moves(nil) {
				if q := p.Play(m); q.Setup() == *s {
					found[p.Setup()] = true
					break
				}
			}
		}
	}
}

// plainClosure reports whether there is an end to what leads to s, within n setups and without the initial position. Setups before captures,
// moves of pawns and losses of rights do not count if they are refuted, nor do they then before other moves.
func plainClosure(s chess.Setup, n int, refuted func(*chess.Setup) bool) (size int, closed bool) {
	out := map[chess.Setup]bool{}
	for {
		before := len(out)
		if size, closed = plainPass(s, n, refuted, out); closed || len(out) == before {
			return size, closed
		}
	}
}

// plainPass is plainClosure without the setups that are out, to which it adds.
func plainPass(s chess.Setup, n int, refuted func(*chess.Setup) bool, out map[chess.Setup]bool) (size int, closed bool) {
	found := map[chess.Setup]bool{s: true}
	for queue := []chess.Setup{s}; len(queue) > 0; queue = queue[1:] {
		q := &queue[0]
		for before := range plainBefores(q) {
			change := before.Castling != q.Castling || before.Board.Men() != q.Board.Men() || before.Board.Of(chess.Pawn) != q.Board.Of(chess.Pawn)
			switch {
			case out[before] || found[before]:
			case change && refuted(&before):
				out[before] = true
			case before == chess.InitialSetup() || len(found) > n:
				return len(found), false
			default:
				found[before] = true
				queue = append(queue, before)
			}
		}
	}
	return len(found), true
}

// TestRefutationsAreClosed: of a setup that the search refutes, in which it asks kernels late and forgets a part of what was seen, the explicit
// closure by other code has an end. Rules are the real ones, or refuse setups at random, so that lines branch, meet again and are dropped.
func TestRefutationsAreClosed(t *testing.T) {
	src := rand.New(rand.NewPCG(31, 41))
	n := map[string]int{}
	check := func(st *Stage, s chess.Setup, o openness, refuted func(*chess.Setup) bool) {
		st.start(context.Background(), verdict.Budget{})
		st.x.openness = o
		v, _ := st.judge(&s)
		if v.Outcome != verdict.Illegal {
			return
		}
		if v.Cost.Nodes > 3000 {
			n["too large"]++
			return
		}
		size, closed := plainClosure(s, int(v.Cost.Nodes)+1, refuted) // each setup of it was a node
		n["refuted"]++
		if size > 3 {
			n["large"]++
		}
		if !closed {
			t.Errorf("%v: refuted by\n%v\nbut of what leads there are %d setups, and more", s, v.Certificate, size)
		}
	}
	class := func(s chess.Setup) chess.Setup { // what quiet moves leave as it is, as rules and kernels do
		c := chess.EmptySetup()
		c.Castling = s.Castling
		for sq := range s.Board.Of(chess.Pawn).All() {
			c.Board.Put(sq, s.Board.At(sq))
		}
		for i := range s.Board.Men() - c.Board.Men() {
			c.Board.Put(chess.Square(56+i%8), chess.NewPiece(chess.White, chess.Knight))
		}
		return c
	}
	random := func(s chess.Setup, o openness) {
		own := class(s)
		refuse := func(share float64) func(*chess.Setup) bool {
			f := hashed(share, src.Uint64())
			return func(s *chess.Setup) bool { c := class(*s); return c != own && f(&c) }
		}
		rule, kernel := refuse(src.Float64()), refuse(0.7+0.3*src.Float64())
		st := &Stage{Kernels: &fakeKernels{refutes: kernel}, Static: func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
			if rule(s) {
				return verdict.PawnHomes, verdict.Evidence{}
			}
			return 0, verdict.Evidence{}
		}}
		check(st, s, o, func(s *chess.Setup) bool { return rule(s) || kernel(s) })
	}
	all := someCandidates(t)
	rules, solver := static(), &kernels{}
	real := &Stage{Static: rules, Kernels: solver}
	for _, row := range all {
		s := row.Setup
		if s.Violations() != 0 || row.Truth != "illegal" {
			continue
		}
		check(real, s, defaultOpenness, func(s *chess.Setup) bool {
			r, _ := rules(s)
			none, _ := solver.Refutes(*s, kernelSteps)
			return r != 0 || none
		})
		for range testkit.Size(1, 20) {
			random(s, defaultOpenness)
		}
	}
	for i := range testkit.Size(400, 10_000) {
		random(cages(src), openness{least: 3 + i%6, most: 12, enough: 4})
	}
	t.Log(n)
	if n["refuted"] < 50 || n["large"] < 20 {
		t.Errorf("%v: too few", n)
	}
}
