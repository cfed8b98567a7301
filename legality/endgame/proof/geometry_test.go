package proof

import (
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
)

// randomBatch draws placements of n men at random, 64 of them.
func randomBatch(rng *rand.Rand, n int) (list []placement) {
	for range 64 {
		var p placement
		for i := range n {
			p.At[i] = chess.Square(rng.IntN(64))
		}
		list = append(list, p)
	}
	return list
}

// A simulation computes the truth of literals for given placements.
type simulation struct {
	*rules
	places []place
}

// newSpots returns rules with n men, the places where they stand, and a simulation to compute their literals.
func newSpots(n int) (r *rules, at []place, s simulation) {
	r = newRules()
	for range n {
		at = append(at, place{spot: r.newSpot()})
	}
	return r, at, simulation{r, at}
}

// truth returns the truth of l for each placement of a list of at most 64, one bit each.
func (s simulation) truth(l literal, list []placement) uint64 {
	known := map[literal]uint64{constTrue: ^uint64(0)}
	for i, q := range s.places {
		for k := range 8 {
			var file, row uint64
			for b := range list {
				if list[b].At[i].File() == k {
					file |= 1 << b
				}
				if list[b].At[i].Row() == k {
					row |= 1 << b
				}
			}
			known[q.file[k]], known[q.row[k]] = file, row
		}
	}
	return s.eval(l, known) & (1<<len(list) - 1)
}

// eval returns the truth of l, and adds that of its gates to the known ones.
func (s simulation) eval(l literal, known map[literal]uint64) uint64 {
	if l < 0 {
		return ^s.eval(-l, known)
	}
	bits, ok := known[l]
	if !ok {
		bits = ^uint64(0)
		for _, a := range s.args[l] {
			bits &= s.eval(a, known)
		}
		known[l] = bits
	}
	return bits
}

// TestSpots checks that the literals of file, row and square are true exactly where the man stands, and that the clauses
// have exactly 64 models.
func TestSpots(t *testing.T) {
	r, at, s := newSpots(1)
	var all []placement
	for sq := range chess.Square(64) {
		all = append(all, placement{At: [maxMen]chess.Square{sq}})
	}
	for sq := range chess.Square(64) {
		if got := s.truth(at[0].square[sq], all); got != 1<<sq {
			t.Errorf("%v is true on %x", sq, got)
		}
	}
	var inputs []literal
	for i := range 8 {
		file, row := s.truth(at[0].file[i], all), s.truth(at[0].row[i], all)
		if file != uint64(chess.FileA<<i) || row != uint64(chess.Row1<<(8*i)) {
			t.Errorf("file %d is true on %x, row %d on %x", i, file, i, row)
		}
		inputs = append(inputs, at[0].file[i], at[0].row[i])
	}
	models := 0
	for f := r.formula; models < 100; models++ {
		isTrue, _, err := refute(&f, []choice{at[0].file[:], at[0].row[:]}, io.Discard)
		if err != nil || isTrue == nil {
			break
		}
		var differs []literal // the clause that excludes this model
		for _, l := range inputs {
			if isTrue(l) {
				l = -l
			}
			differs = append(differs, l)
		}
		f.addClause(differs...)
	}
	if models != 64 {
		t.Errorf("%d assignments are squares", models)
	}
}

// TestDifferences compares the literals of differences, of the same square, and of being on the board, with coordinates.
func TestDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 3))
	r, at, s := newSpots(2)
	for range 60 {
		p, q := at[rng.IntN(2)].shifted(rng.IntN(9)-4, rng.IntN(9)-4), at[rng.IntN(2)].shifted(rng.IntN(9)-4, rng.IntN(9)-4)
		axis, d := rng.IntN(2), rng.IntN(19)-9
		list := randomBatch(rng, 2)
		onP, onQ := s.truth(r.onBoard(p), list), s.truth(r.onBoard(q), list)
		diff, same := s.truth(r.difference(p, q, axis, d), list), s.truth(r.same(p, q), list)
		for i, men := range list {
			where := func(p place) (c [2]int, onBoard bool) { // file and row
				sq := men.At[p.id]
				c = [2]int{sq.File() + p.dx, sq.Row() + p.dy}
				return c, min(c[0], c[1]) >= 0 && max(c[0], c[1]) < 8
			}
			from, fromOn := where(p)
			to, toOn := where(q)
			if (onP>>i&1 == 1) != fromOn || (onQ>>i&1 == 1) != toOn {
				t.Fatalf("%v is on the board: %v; %v: %v", from, onP>>i&1 == 1, to, onQ>>i&1 == 1)
			}
			if !fromOn || !toOn {
				continue // the literals say nothing then
			}
			if (diff>>i&1 == 1) != (to[axis]-from[axis] == d) || (same>>i&1 == 1) != (from == to) {
				t.Fatalf("from %v to %v, axis %d: difference %d is %v, same %v", from, to, axis, d, diff>>i&1 == 1, same>>i&1 == 1)
			}
		}
	}
}

// TestReachesIsThatOfTheGame compares moves of an officer or king past two other men with the attacks of package chess. For
// pawns there are no steps.
func TestReachesIsThatOfTheGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 4))
	reached := 0
	for role := chess.Knight; role <= chess.King; role++ {
		r, at, s := newSpots(4)
		l := r.reaches(role, at[0], at[1], at[2:])
		for range 60 {
			list := randomBatch(rng, 4)
			for i := range list {
				// In half of the placements the third man stands about halfway between the first two.
				from, to := list[i].At[0], list[i].At[1]
				if rng.IntN(2) == 0 {
					list[i].At[2] = chess.NewSquare((from.File()+to.File())/2, (from.Row()+to.Row())/2)
				}
			}
			got := s.truth(l, list)
			for i, p := range list {
				if !distinct(p, 4) {
					continue
				}
				occupied := p.At[2].BB() | p.At[3].BB()
				want := chess.Attacks(chess.NewPiece(chess.White, role), p.At[0], occupied).Has(p.At[1])
				if want {
					reached++
				}
				if (got>>i&1 == 1) != want {
					t.Fatalf("%v from %v to %v past %v and %v: %v", role, p.At[0], p.At[1], p.At[2], p.At[3], !want)
				}
			}
		}
	}
	if reached < 1000 {
		t.Errorf("%d ways are open, want at least 1000", reached)
	}
	if v, slides := steps(chess.Pawn); v != nil || slides {
		t.Error("pawns have steps")
	}
}

// TestBoardsTables compares reachable and the table between with package chess.
func TestBoardsTables(t *testing.T) {
	for sq := range chess.Square(64) {
		for role := chess.Knight; role <= chess.King; role++ {
			vectors, slides := steps(role)
			if got, want := reachable(vectors, slides, int(sq)), chess.Attacks(chess.NewPiece(chess.White, role), sq, 0); got != uint64(want) {
				t.Errorf("%v on %v reaches %x, want %x", role, sq, got, want)
			}
		}
		for to := range chess.Square(64) {
			want := chess.Bitboard(0) // squares on which a man stops a queen
			if sq != to && chess.QueenAttacks(sq, 0).Has(to) {
				for x := range chess.Square(64) {
					if x != sq && x != to && chess.QueenAttacks(sq, 0).Has(x) && !chess.QueenAttacks(sq, x.BB()).Has(to) {
						want |= x.BB()
					}
				}
			}
			if between[sq][to] != uint64(want) {
				t.Errorf("between %v and %v: %x, want %x", sq, to, between[sq][to], want)
			}
		}
	}
}

// TestDistances compares distances on an empty board with a breadth-first search by package chess, and the terms of
// a measure with their definition.
func TestDistances(t *testing.T) {
	for role := chess.Knight; role <= chess.King; role++ {
		for from := range chess.Square(64) {
			want := [64]int{}
			for i := range want {
				want[i] = -1
			}
			seen, frontier := from.BB(), from.BB()
			for n := 0; frontier != 0; n++ {
				next := chess.Bitboard(0)
				for sq := range frontier.All() {
					want[sq] = n
					next |= chess.Attacks(chess.NewPiece(chess.White, role), sq, 0)
				}
				frontier = next &^ seen
				seen |= next
			}
			if got := distances(role, from); got != want {
				t.Fatalf("%v from %v: %v, want %v", role, from, got, want)
			}
			term := term{from, 5, 3, 2}
			for sq, v := range term.values(role) {
				dx, dy := abs(sq&7-from.File()), abs(sq>>3-from.Row())
				if w := 5*max(dx, dy) + 3*(dx+dy) + 2*want[sq]; want[sq] < 0 && v != 99 || want[sq] >= 0 && v != w {
					t.Fatalf("%v on square %d, target %v: %d, want %d", role, sq, from, v, w)
				}
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

// of returns the measure of a placement.
func (s scale) of(p *placement) (sum int) {
	for i := range s {
		sum += s[i][p.At[i]]
	}
	return sum
}

// TestMeasuresInCircuits compares the literal "the measure is less after a move" with computed measures, and checks the
// description of a measure. The literal is false if the man leaves the board.
func TestMeasuresInCircuits(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 5))
	for _, name := range []string{"KRK", "KBdBlK"} {
		th := newTheorem(t, name)
		n := len(th.Material.Men)
		scale := th.Measure.scale(th.Material)
		r, at, s := newSpots(n)
		for range 40 {
			man, dx, dy := rng.IntN(n), rng.IntN(5)-2, rng.IntN(5)-2
			to := slices.Clone(at)
			to[man] = to[man].shifted(dx, dy)
			list := randomBatch(rng, n)
			closer := s.truth(r.closer(scale, at, to), list)
			for i, p := range list {
				q := p
				x, y := p.At[man].File()+dx, p.At[man].Row()+dy
				inside := min(x, y) >= 0 && max(x, y) < 8
				if inside {
					q.At[man] = chess.NewSquare(x, y)
				}
				if want := inside && scale.of(&q) < scale.of(&p); (closer>>i&1 == 1) != want {
					t.Fatalf("%s: %v to %v, measure %d to %d: closer is %v", name, p, q, scale.of(&p), scale.of(&q), !want)
				}
			}
		}
	}
	const want = "2 Chebyshev(K, e5) + Manhattan(K, e5) + moves(R, h1) + 2 Chebyshev(k, c5) + Manhattan(k, c5)"
	if got := newTheorem(t, "KRK").Measure.describe(newTheorem(t, "KRK").Material); got != want {
		t.Errorf("measure %s, want %s", got, want)
	}
}

// TestTheoremsAreWellPosed checks that fixed positions are valid and the only placements of measure 0. The assertion that
// the theorem rests on is the first and the only needed one. Materials without a measure have no theorem.
func TestTheoremsAreWellPosed(t *testing.T) {
	names := Materials()
	if !slices.IsSorted(names) || len(names) != 6 {
		t.Errorf("materials %v", names)
	}
	for _, name := range names {
		th := newTheorem(t, name)
		if th.Material.String() != name || len(th.Measure) != len(th.Material.Men) {
			t.Errorf("%s: material %v, a measure of %d terms", name, th.Material, len(th.Measure))
		}
		scale := th.Measure.scale(th.Material)
		for i, values := range scale { // 0 on the target alone
			for sq, v := range values {
				if (v == 0) != (sq == int(th.Measure[i].Target)) {
					t.Errorf("%s: man %d has measure %d on %v", name, i, v, chess.Square(sq))
				}
			}
		}
		for turn, p := range th.fixed() {
			if p.Turn != chess.Color(turn) || scale.of(&p) != 0 {
				t.Errorf("%s: fixed position %v of measure %d", name, p, scale.of(&p))
			}
			if _, err := th.Material.setup(p).Position(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for i, sq := range p.At[:len(th.Measure)] {
				if want := th.Material.Shade[i]; want >= 0 && shade(sq) != want {
					t.Errorf("%s: the bishop on %v stands on the wrong color", name, sq)
				}
			}
		}
		needed := 0
		for i, a := range th.assertions() {
			if a.Needed {
				needed++
			}
			if a.Needed != (i == 0) || a.Name == "" || a.Claim.Material != th.Material {
				t.Errorf("%s: assertion %d, %q", name, i, a.Name)
			}
		}
		if needed != 1 {
			t.Errorf("%s: %d assertions are needed", name, needed)
		}
	}
	for _, name := range []string{"KNK", "KQKR", "KPK", ""} {
		if th, err := NewTheorem(name); err == nil || th != nil {
			t.Errorf("%q has a theorem", name)
		}
	}
}
