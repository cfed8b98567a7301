package proof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
)

// truth returns the truth of l for each of up to 64 positions P, one bit each.
func (q *question) truth(l literal, list []position) uint64 {
	known := map[literal]uint64{constTrue: ^uint64(0)}
	for i := range q.men {
		for k := range 8 {
			var file, row uint64
			for b, p := range list {
				if p.square(i).File() == k {
					file |= 1 << b
				}
				if p.square(i).Row() == k {
					row |= 1 << b
				}
			}
			known[q.at[i][0][k]], known[q.at[i][1][k]] = file, row
		}
	}
	return q.eval(l, known) & (1<<len(list) - 1)
}

// eval returns the truth of l, and adds that of its gates to the known ones.
func (q *question) eval(l literal, known map[literal]uint64) uint64 {
	if l < 0 {
		return ^q.eval(-l, known)
	}
	bits, ok := known[l]
	if !ok {
		bits = ^uint64(0)
		for _, a := range q.args[l] {
			bits &= q.eval(a, known)
		}
		known[l] = bits
	}
	return bits
}

// distinct reports whether the first men of a position are on different squares.
func distinct(p position, men int) bool {
	set := chess.Bitboard(0)
	for i := range men {
		set |= p.square(i).BB()
	}
	return set.Count() == men
}

// TestBeyond compares the literals of differences and of being vacant with coordinates, after random vectors.
func TestBeyond(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 3))
	q := newQuestion(newTheorem(t, "KRK").men, &claim{}, chess.White, nil)
	small := func() vector { return vector{rng.IntN(9) - 4, rng.IntN(9) - 4} }
	for range 200 {
		moved, v := []vector{small(), small(), small()}, vector{rng.IntN(19) - 9, rng.IntN(19) - 9}
		a := rng.IntN(3)
		b := (a + 1) % 3
		l := q.beyond(moved, a, b, v)
		var list []position
		for range 64 {
			list = append(list, position(rng.IntN(1<<18)))
		}
		bits := q.truth(l, list)
		for i, p := range list {
			from, to := after(p, a, moved[a]), after(p, b, moved[b])
			if onBoard(from) && onBoard(to) && (bits>>i&1 == 1) != (vector{to[0] - from[0], to[1] - from[1]} == v) {
				t.Fatalf("from %v to %v: %v beyond is %v", from, to, v, bits>>i&1 == 1)
			}
		}
	}
}

// after returns the coordinates of a man after a vector, which may be off the board.
func after(p position, man int, v vector) vector {
	return vector{p.square(man).File() + v[0], p.square(man).Row() + v[1]}
}

func onBoard(v vector) bool { return min(v[0], v[1]) >= 0 && max(v[0], v[1]) < 8 }

// TestVectors compares the vectors of moves with the attacks of package chess on an empty board.
func TestVectors(t *testing.T) {
	for _, role := range []chess.Role{chess.King, chess.Queen, chess.Rook} {
		for sq := range chess.Square(64) {
			got := chess.Bitboard(0)
			for _, v := range vectors(role) {
				if to := after(position(sq), 0, v); onBoard(to) {
					got |= chess.NewSquare(to[0], to[1]).BB()
				}
			}
			if want := chess.Attacks(chess.NewPiece(chess.White, role), sq, 0); got != want {
				t.Errorf("%v on %v reaches %x, want %x", role, sq, got, want)
			}
		}
	}
}

// TestInitiallyLegalIsThatOfTheTable compares the literal legal, and the search, with the table for every placement on distinct squares.
// The number for KRK is the article's 399 112.
func TestInitiallyLegalIsThatOfTheTable(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for name, want := range map[string]int{"KRK": 399112, "KQK": 368452} { // both sides to move; that of KQK is the table's
		th := newTheorem(t, name)
		s, tab, n := newSearch(th), tableOf(t, name), 0
		for turn := range chess.Color(2) {
			q := newQuestion(th.men, &claim{}, turn, nil)
			legal := q.legal(make([]vector, 3), turn)
			for first := position(0); first < 1<<18; first += 64 {
				var list []position
				for p := range position(64) {
					list = append(list, first+p)
				}
				bits := q.truth(legal, list)
				for i, p := range list {
					got := bits>>i&1 == 1
					if got {
						n++
					}
					class := endgame.Initial
					if distinct(p, 3) {
						class = testkit.Must(tab.Class(th.setup(p, turn)))(t)
					}
					if got != (class != endgame.Initial) || s.legal[turn][p] != got {
						t.Fatalf("%v: the formula says %v, the search %v, the table %v", th.setup(p, turn), got, s.legal[turn][p], class)
					}
				}
			}
		}
		if n != want {
			t.Errorf("%s: %d initially legal, want %d", name, n, want)
		}
	}
}

// playForward reports whether the pattern leads from p back to valid positions from which the moves, played
// forward by package chess, are legal. It also returns the position at which the way back ends, or fails.
func playForward(th *Theorem, p position, turn chess.Color, way pattern) (position, bool) {
	for _, u := range way {
		to := after(p, u.man, u.vector)
		if !onBoard(to) {
			return p, false
		}
		q := p.with(u.man, chess.NewSquare(to[0], to[1]))
		before, err := th.setup(q, turn.Other()).Position()
		after, err2 := th.setup(p, turn).Position()
		if err != nil || err2 != nil || !distinct(q, len(th.men)) ||
			!slices.ContainsFunc(before.Moves(nil), func(move chess.Move) bool { return before.Play(move) == after }) {
			return q, false
		}
		p, turn = q, turn.Other()
	}
	return p, true
}

// randomUnmove returns an unmove of a color by a vector that is a move of the man somewhere on the board.
func (th *Theorem) randomUnmove(rng *rand.Rand, by chess.Color) unmove {
	for {
		i, a, b := rng.IntN(len(th.men)), chess.Square(rng.IntN(64)), chess.Square(rng.IntN(64))
		if th.men[i].Color() == by && chess.Attacks(th.men[i].Piece, a, 0).Has(b) {
			return unmove{i, vector{b.File() - a.File(), b.Row() - a.Row()}}
		}
	}
}

// TestWaysAreThoseOfTheGame compares with legal moves played forward whether a way is open and leads closer, as formula and
// search say, for random positions and patterns. The formula is for 3 men.
func TestWaysAreThoseOfTheGame(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	rng := rand.New(rand.NewPCG(7, 3))
	for _, name := range []string{"KRK", "KQK", "KBdNK", "KBdBlK", "KRKN"} {
		th := newTheorem(t, name)
		s := newSearch(th)
		openWays := 0
		for round := range 60 {
			turn := chess.Color(round % 2)
			way := pattern{th.randomUnmove(rng, turn.Other()), th.randomUnmove(rng, turn)}
			openWays += compareWay(t, s, turn, way, rng)
		}
		if openWays < 100 {
			t.Errorf("%s: only %d ways were open and led closer, want 100", name, openWays)
		}
	}
}

// compareWay compares the formula and the search with legal moves, for a way of two plies in 20 batches of random
// positions. It returns in how many of them the way is open and leads closer.
func compareWay(t *testing.T, s *search, turn chess.Color, way pattern, rng *rand.Rand) (openWays int) {
	t.Helper()
	c := &claim{plies: 2, closer: true}
	var q *question
	var open literal
	if !ByExhaustion(s.Theorem) {
		q = newQuestion(s.men, c, turn, nil)
		open = q.and(q.legal(make([]vector, len(s.men)), turn), q.open(c, way, turn))
	}
	for range 20 {
		var list []position
		for len(list) < 64 {
			p := position(rng.IntN(1 << (6 * len(s.men))))
			if s.possible(p) || q != nil {
				list = append(list, p)
			}
		}
		var bits uint64
		if q != nil {
			bits = q.truth(open, list)
		}
		for i, p := range list {
			want := false
			if _, err := s.setup(p, turn).Position(); err == nil && distinct(p, len(s.men)) {
				end, legal := playForward(s.Theorem, p, turn, way)
				want = legal && s.measure(end) < s.measure(p)
			}
			byFormula, bySearch := bits>>i&1 == 1, s.legal[turn][p] && s.isOpen(c, way, p, turn)
			if q != nil && byFormula != want || bySearch != want {
				t.Fatalf("%v, way %v: open by the formula %v, by the search %v, want %v", s.setup(p, turn), way, byFormula, bySearch, want)
			}
			if want {
				openWays++
			}
		}
	}
	return openWays
}

// TestGivenIsThatOfTheSearch compares with the search the positions that have a predecessor or a successor by the formula, for all
// positions of 3 men.
func TestGivenIsThatOfTheSearch(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, name := range []string{"KRK", "KQK"} {
		th := newTheorem(t, name)
		s := newSearch(th)
		for _, c := range []claim{{before: 1}, {after: true}} {
			for turn := range chess.Color(2) {
				given := s.given(&c, turn)
				q := newQuestion(th.men, &claim{}, turn, nil)
				by := turn.Other()
				if c.after {
					by = turn
				}
				l := q.and(q.legal(make([]vector, 3), turn), q.canMove(by, turn))
				for first := position(0); first < 1<<18; first += 64 * 7 {
					list := make([]position, 64)
					for i := range list {
						list[i] = first + position(i)
					}
					bits := q.truth(l, list)
					for i, p := range list {
						if p < 1<<18 && (bits>>i&1 == 1) != given[p] {
							t.Fatalf("%v, before %d, after %v: given by the search %v", th.setup(p, turn), c.before, c.after, given[p])
						}
					}
				}
			}
		}
	}
}

// TestAttacks compares the literal attacks of a queen and a rook with package chess, wherever the third man stands.
func TestAttacks(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 4))
	attacked := 0
	for _, name := range []string{"KRK", "KQK"} {
		th := newTheorem(t, name)
		q := newQuestion(th.men, &claim{}, chess.White, nil)
		l := q.attacks(make([]vector, 3), 1, 2)
		for range 300 {
			var list []position
			for len(list) < 64 {
				if p := position(rng.IntN(1 << 18)); distinct(p, 3) {
					list = append(list, p)
				}
			}
			bits := q.truth(l, list)
			for i, p := range list {
				want := chess.Attacks(th.men[1].Piece, p.square(1), p.square(0).BB()).Has(p.square(2))
				if (bits>>i&1 == 1) != want {
					t.Fatalf("%v: attacks %v, want %v", th.setup(p, chess.White), !want, want)
				}
				if want {
					attacked++
				}
			}
		}
	}
	if attacked < 5000 {
		t.Errorf("%d attacks, want at least 5000", attacked)
	}
}

// TestModelsAreThePositionsWithoutAWay compares the models of the formula of each claim with its definition: P is a position of the
// claim, and none of the patterns is open in it. So the formula says neither too little nor too much. Other tests cannot tell whether
// the whole formula has no model because the claim holds, or by a mistake.
func TestModelsAreThePositionsWithoutAWay(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	every := 101 // prime, so that all men move about
	if testkit.Brief() || testkit.Stride() > 3 {
		every = 1009
	}
	counts := map[bool]int{}
	for _, name := range []string{"KRK", "KQK"} {
		s := newSearch(newTheorem(t, name))
		for _, c := range s.claims() {
			for turn := range chess.Color(2) {
				s.compareModels(t, &c, turn, every, counts)
			}
		}
	}
	if counts[true] < 1000 || counts[false] < 1000 {
		t.Errorf("models and others: %v", counts)
	}
}

// compareModels compares the models with their definition, and counts positions by whether they are models. It tries the fixed
// position, every n-th one, and some that are initially legal but none of the claim. The patterns are the ways back of a few
// positions, so that others are models.
func (s *search) compareModels(t *testing.T, c *claim, turn chess.Color, every int, counts map[bool]int) {
	t.Helper()
	given := s.given(c, turn)
	list := []position{s.fixed()}
	var ways []pattern
	for p := range position(1 << 18) {
		if int(p)%every > 0 && (!s.legal[turn][p] || given[p] || len(list) > 200) {
			continue
		}
		list = append(list, p)
		if given[p] && len(ways) < 8 {
			if way := s.extend(c, p, p, nil, turn, c.plies); way != nil {
				ways = append(ways, way)
			}
		}
	}
	q := newQuestion(s.men, c, turn, ways)
	solver := newPropagator(q.formula)
	trail := len(solver.trail)
	for _, p := range list {
		isModel := !solver.contradictory
		for i := range s.men {
			isModel = isModel && solver.assume(q.at[i][0][p.square(i).File()]) && solver.assume(q.at[i][1][p.square(i).Row()])
		}
		solver.undo(trail)
		open := slices.ContainsFunc(ways, func(way pattern) bool { return s.isOpen(c, way, p, turn) })
		want := given[p] && !open && (!c.closer || c.atTarget || p != s.fixed())
		if isModel != want {
			t.Fatalf("%s: %v is a model: %v, want %v", c.name, s.setup(p, turn), isModel, want)
		}
		counts[want]++
	}
}
