package retro

import (
	"context"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// plainPredecessors returns the setups from which a legal move leads to s. It moves men back along files, rows and
// diagonals, puts back any man that can have been captured, and tries all rights and en passant squares. Package chess
// makes the moves forward. It shares no code with Unmoves.
func plainPredecessors(s *chess.Setup) map[chess.Setup]bool {
	them := s.Turn.Other()
	predecessors := map[chess.Setup]bool{}
	add := func(before chess.Board) { addPredecessors(s, &before, predecessors) }
	for to := range chess.Square(64) {
		man := s.Board.At(to)
		if man == chess.NoPiece || man.Color() != them {
			continue
		}
		for _, from := range plainSources(s, to) {
			for _, role := range []chess.Role{man.Role(), chess.Pawn} {
				if role != man.Role() && (to.Row() != them.LastRow() || from.Row() != plainBehind(to.Row(), them)) {
					continue // no promotion
				}
				for captured := chess.NoRole; captured < chess.King; captured++ {
					b := s.Board
					b.Put(to, chess.NoPiece)
					if captured != chess.NoRole {
						b.Put(to, chess.NewPiece(s.Turn, captured))
					}
					b.Put(from, chess.NewPiece(them, role))
					add(b)
				}
				victim := chess.NewSquare(to.File(), from.Row())
				if man.Role() == chess.Pawn && from.File() != to.File() && s.Board.At(victim) == chess.NoPiece {
					b := s.Board // en passant
					b.Put(to, chess.NoPiece)
					b.Put(from, man)
					b.Put(victim, chess.NewPiece(s.Turn, chess.Pawn))
					add(b)
				}
			}
		}
		if row := 7 * int(them); man.Role() == chess.King && to.Row() == row && (to.File() == 2 || to.File() == 6) {
			rook, home := chess.NewSquare((to.File()+4)/2, row), chess.NewSquare(7*(to.File()/6), row)
			if s.Board.At(rook) == chess.NewPiece(them, chess.Rook) {
				b := s.Board // castling
				b.Put(to, chess.NoPiece)
				b.Put(rook, chess.NoPiece)
				if b.At(home) == chess.NoPiece && b.At(chess.NewSquare(4, row)) == chess.NoPiece {
					b.Put(home, chess.NewPiece(them, chess.Rook))
					b.Put(chess.NewSquare(4, row), man)
					add(b)
				}
			}
		}
	}
	return predecessors
}

// plainBehind returns the row behind a row, seen from a color.
func plainBehind(row int, c chess.Color) int { return row - 1 + 2*int(c) }

// plainSources returns a superset of the empty squares from which the man on to can have come, with those of a pawn if
// the man can have been promoted. Men in the way are ignored, and castling is not among them.
func plainSources(s *chess.Setup, to chess.Square) (list []chess.Square) {
	man := s.Board.At(to)
	role, c := man.Role(), man.Color()
	for from := range chess.Square(64) {
		if s.Board.At(from) != chess.NoPiece {
			continue
		}
		dx, dy := from.File()-to.File(), from.Row()-to.Row()
		ok := false
		if role == chess.Pawn || to.Row() == c.LastRow() && role != chess.King {
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
			list = append(list, from)
		}
	}
	return list
}

// addPredecessors adds the setups with the board b from which a legal move leads to s, with all castling rights and en passant
// squares. A board with more than eight pawns and promoted men of a color is left out.
func addPredecessors(s *chess.Setup, b *chess.Board, predecessors map[chess.Setup]bool) {
	before := chess.Setup{Board: *b, Turn: s.Turn.Other(), EP: chess.NoSquare}
	if before.Violations() != 0 || pawnsAndPromoted(b, chess.White) > 8 || pawnsAndPromoted(b, chess.Black) > 8 {
		return
	}
	for before.Castling = range chess.AllCastling + 1 {
		before.EP = chess.NoSquare
		if before.Castling&s.Castling != s.Castling || before.Violations() != 0 {
			continue
		}
		row := 5 - 3*int(before.Turn)      // of en passant squares
		for file := -1; file < 8; file++ { // -1 for none
			if before.EP = chess.NoSquare; file >= 0 {
				if b.At(chess.NewSquare(file, plainBehind(row, before.Turn))) != chess.NewPiece(s.Turn, chess.Pawn) {
					continue
				}
				before.EP = chess.NewSquare(file, row)
			}
			p, err := before.Position()
			if err != nil {
				continue
			}
			for _, m := range p.Moves(nil) {
				if q := p.Play(m); q.Setup() == *s {
					predecessors[p.Setup()] = true
					break
				}
			}
		}
	}
}

// plainClosure reports whether the set of setups from which moves lead to s is at most n large and does not contain
// the initial position, and returns its size, or how many were found before the search stopped. The set excludes refuted
// setups before captures, pawn moves and losses of rights. A setup that is excluded once is excluded everywhere.
func plainClosure(s chess.Setup, n int, refuted func(*chess.Setup) bool) (size int, closed bool) {
	excluded := map[chess.Setup]bool{}
	for {
		before := len(excluded)
		if size, closed = plainClosurePass(s, n, refuted, excluded); closed || len(excluded) == before {
			return size, closed
		}
	}
}

// plainClosurePass computes the closure without the excluded setups, and adds to these the refuted ones that it meets.
func plainClosurePass(s chess.Setup, n int, refuted func(*chess.Setup) bool, excluded map[chess.Setup]bool) (size int, closed bool) {
	reached := map[chess.Setup]bool{s: true}
	for queue := []chess.Setup{s}; len(queue) > 0; queue = queue[1:] {
		current := &queue[0]
		for before := range plainPredecessors(current) {
			isForceful := before.Castling != current.Castling || before.Board.Men() != current.Board.Men() ||
				before.Board.Of(chess.Pawn) != current.Board.Of(chess.Pawn)
			switch {
			case excluded[before] || reached[before]:
			case isForceful && refuted(&before):
				excluded[before] = true
			case before == chess.InitialSetup() || len(reached) > n:
				return len(reached), false
			default:
				reached[before] = true
				queue = append(queue, before)
			}
		}
	}
	return len(reached), true
}

// quietClass returns a setup that is the same for setups between which quiet moves lead: with the pawns, the castling rights and a knight on
// the last row for each other man, as many as fit there.
func quietClass(s *chess.Setup) chess.Setup {
	class := chess.EmptySetup()
	class.Castling = s.Castling
	for sq := range s.Board.Of(chess.Pawn).All() {
		class.Board.Put(sq, s.Board.At(sq))
	}
	for i := range s.Board.Men() - class.Board.Men() {
		class.Board.Put(chess.Square(56+i%8), chess.NewPiece(chess.White, chess.Knight))
	}
	return class
}

// randomOfOtherClass returns a predicate that is true for about the given share of the quiet classes, but never for that of s.
func randomOfOtherClass(s *chess.Setup, share float64, salt uint64) func(*chess.Setup) bool {
	own, random := quietClass(s), randomPredicate(share, salt)
	return func(s *chess.Setup) bool { class := quietClass(s); return class != own && random(&class) }
}

// TestRefutationsAreClosed checks that if the search refutes a setup, the closure computed by other code is no larger than
// the number of its nodes. The rules are the real ones, or refute setups at random, so that lines branch, meet again and are
// dropped. Refutations of more than 3000 nodes are not checked.
func TestRefutationsAreClosed(t *testing.T) {
	src := rand.New(rand.NewPCG(31, 41))
	counts := map[string]int{}
	check := func(st *Stage, s chess.Setup, o openness, refuted func(*chess.Setup) bool) {
		st.start(context.Background(), verdict.Budget{})
		st.search.openness = o
		v, _ := st.judge(&s)
		if v.Outcome != verdict.Illegal {
			return
		}
		if v.Cost.Nodes > 3000 {
			counts["too large"]++
			return
		}
		size, closed := plainClosure(s, int(v.Cost.Nodes)+1, refuted) // each setup of the closure was a node
		counts["refuted"]++
		if size > 3 {
			counts["large"]++
		}
		if !closed {
			t.Errorf("%v: refuted by\n%v\nbut of what leads there are %d setups, and more", s, v.Certificate, size)
		}
	}
	checkRandom := func(s chess.Setup, o openness) {
		rule := randomOfOtherClass(&s, src.Float64(), src.Uint64())
		kernel := randomOfOtherClass(&s, 0.7+0.3*src.Float64(), src.Uint64())
		st := stageOf(rule, &fakeKernels{refutes: kernel})
		check(st, s, o, func(s *chess.Setup) bool { return rule(s) || kernel(s) })
	}
	rules, solver := static(), &kernels{}
	realStage := &Stage{Static: rules, Kernels: solver}
	for _, row := range someCandidates(t) {
		s := row.Setup
		if s.Violations() != 0 || row.Truth != "illegal" {
			continue
		}
		check(realStage, s, defaultOpenness, func(s *chess.Setup) bool {
			r, _ := rules(s)
			none, _ := solver.Refutes(*s, kernelSteps)
			return r != 0 || none
		})
		for range testkit.Size(1, 20) {
			checkRandom(s, defaultOpenness)
		}
	}
	for i := range testkit.Size(400, 10_000) {
		checkRandom(cagedKings(src), openness{minMoves: 3 + i%6, maxMoves: 12, minQuiet: 4})
	}
	t.Log(counts)
	if counts["refuted"] < 50 || counts["large"] < 20 {
		t.Errorf("%v: too few", counts)
	}
}
