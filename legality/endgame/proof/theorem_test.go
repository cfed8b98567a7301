package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
)

// newTheorem returns the theorem for a material.
func newTheorem(t testing.TB, name string) *Theorem {
	t.Helper()
	return testkit.Must(NewTheorem(name))(t)
}

// tables caches the tables of tableOf, which are only read.
var tables = map[string]*endgame.Table{}

// tableOf returns the table of a material, which is computed once.
func tableOf(t testing.TB, name string) *endgame.Table {
	t.Helper()
	if tab := tables[name]; tab != nil {
		return tab
	}
	m := testkit.Must(endgame.ParseMaterial(name))(t)
	tab := testkit.Must(endgame.Enumerate(context.Background(), m, endgame.Options{}))(t)
	tables[name] = tab
	return tab
}

// allPlacements calls f with all placements of 3 men on any squares, one side to move.
func allPlacements(turn chess.Color, f func(placement)) {
	for i := range 1 << 18 {
		f(placement{At: [maxMen]chess.Square{chess.Square(i & 63), chess.Square(i >> 6 & 63), chess.Square(i >> 12)}, Turn: turn})
	}
}

// TestInitiallyLegalIsThatOfTheTable compares the circuit of the rules with the table for every placement on distinct squares.
// The number for KRK is the article's 399 112.
func TestInitiallyLegalIsThatOfTheTable(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, c := range []struct {
		name string
		want int // number of initially legal setups, both sides to move; that of KQK is the table's
	}{{"KRK", 399112}, {"KQK", 368452}} {
		m := newTheorem(t, c.name).Material
		tab := tableOf(t, c.name)
		n := 0
		for turn := range chess.Color(2) {
			r := newRules(steps)
			ch := r.newChain(m, 0, turn)
			legal := r.initiallyLegal(m, ch.places[0], turn)
			s := r.newSimulation(ch.places[0])
			var batch []placement
			allPlacements(turn, func(p placement) {
				if batch = append(batch, p); len(batch) < 64 {
					return
				}
				bits := s.truth(legal, batch)
				for i, p := range batch {
					got := bits>>i&1 == 1
					if got {
						n++
					}
					if distinct(p, 3) {
						class, err := tab.Class(m.setup(p))
						if err != nil || got != (class != endgame.Initial) {
							t.Fatalf("%v: initially legal %v, the table says %v, %v", m.setup(p), got, class, err)
						}
					}
				}
				batch = batch[:0]
			})
		}
		if n != c.want {
			t.Errorf("%s: %d initially legal, want %d", c.name, n, c.want)
		}
	}
}

// distinct reports whether the first men of a placement are on different squares.
func distinct(p placement, men int) bool {
	seen := map[chess.Square]bool{}
	for _, sq := range p.At[:men] {
		seen[sq] = true
	}
	return len(seen) == men
}

// playForward reports whether the pattern leads from p back to valid positions from which the moves, played
// forward by package chess, are legal. It also returns the position at which the way back ends, or fails.
func playForward(m *Material, p placement, pattern pattern) (placement, bool) {
	for _, u := range pattern {
		q := p
		x, y := int(p.At[u.Man]&7)+u.Dx, int(p.At[u.Man]>>3)+u.Dy
		if x < 0 || x > 7 || y < 0 || y > 7 {
			return q, false
		}
		q.At[u.Man], q.Turn = chess.NewSquare(x, y), p.Turn.Other()
		if !distinct(q, len(m.Men)) {
			return q, false
		}
		before, err := m.setup(q).Position()
		if err != nil {
			return q, false
		}
		after, err := m.setup(p).Position()
		if err != nil {
			return q, false
		}
		if !slices.ContainsFunc(before.Moves(nil), func(move chess.Move) bool { return before.Play(move) == after }) {
			return q, false
		}
		p = q
	}
	return p, true
}

// TestWaysAreThoseOfTheGame compares the circuit of a way that is open and leads closer with legal moves played forward, for
// random placements and patterns.
func TestWaysAreThoseOfTheGame(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	rng := rand.New(rand.NewPCG(7, 3))
	for _, name := range []string{"KRK", "KQK", "KBdNK", "KBdBlK", "KRKN"} {
		th := newTheorem(t, name)
		m := th.Material
		openWays := 0
		for round := range 60 {
			turn := chess.Color(round % 2)
			var way pattern
			for _, c := range []chess.Color{turn.Other(), turn} {
				unmoves := m.unmoves(c)
				way = append(way, unmoves[rng.IntN(len(unmoves))])
			}
			openWays += compareWay(t, th, way, turn, rng)
		}
		if openWays < 100 {
			t.Errorf("%s: only %d ways were open and led closer, want 100", name, openWays)
		}
	}
}

// compareWay compares the circuit of a way of two plies with legal moves, in 20 batches of random placements. It returns
// in how many of them the way is open and leads closer.
func compareWay(t *testing.T, th *Theorem, way pattern, turn chess.Color, rng *rand.Rand) (openWays int) {
	t.Helper()
	m := th.Material
	scale := th.Measure.scale(m)
	ask := newQuestion(&claim{Material: m, Plies: 2, Measure: th.Measure}, turn, steps)
	open := ask.and(ask.initiallyLegal(m, ask.subject(), turn), ask.openWay(way))
	s := ask.newSimulation(ask.subject())
	for range 20 {
		batch := m.randomPlacements(rng, turn)
		bits := s.truth(open, batch)
		for i, p := range batch {
			want := false
			if _, err := m.setup(p).Position(); err == nil && distinct(p, len(m.Men)) {
				end, legal := playForward(m, p, way)
				want = legal && scale.of(&end) < scale.of(&p)
			}
			if got := bits>>i&1 == 1; got != want {
				t.Fatalf("%v, way %s: open %v, want %v", m.setup(p), m.pattern(way), got, want)
			}
			if want {
				openWays++
			}
		}
	}
	return openWays
}

// randomPlacements returns 64 random placements with bishops on their colors.
func (m *Material) randomPlacements(rng *rand.Rand, turn chess.Color) (list []placement) {
	for range 64 {
		p := placement{Turn: turn}
		for i, want := range m.Shade {
			p.At[i] = chess.Square(rng.IntN(64))
			if want >= 0 && shade(p.At[i]) != want {
				p.At[i] ^= 1
			}
		}
		list = append(list, p)
	}
	return list
}

// decideBoth decides an assertion for both sides to move.
func decideBoth(t testing.TB, a *assertion, o solverOptions) (holds bool, proofs []*Proof) {
	t.Helper()
	holds = true
	for turn := range chess.Color(2) {
		p := testkit.Must(decideClaim(context.Background(), &a.Claim, turn, o))(t)
		holds = holds && p.Proven
		proofs = append(proofs, p)
	}
	return holds, proofs
}

// TestTheoremForKRK decides every assertion and compares the answers with the table. In each position that is neither
// derivedly illegal nor fixed, one of the ways back of a proof with a measure is open and leads closer. For counterexamples see
// checkCounterexample.
func TestTheoremForKRK(t *testing.T) {
	testkit.Long(t)
	testkit.Unraced(t)
	th := newTheorem(t, "KRK")
	tab := tableOf(t, "KRK")
	byTable := &prover{theorem: th, table: tab}
	// By side to move: 399 112 initially legal positions, less 48 derivedly illegal and 2 fixed ones.
	covered := [2]int{chess.White: 175167, chess.Black: 223895}
	for _, a := range th.assertions() {
		holds, proofs := decideBoth(t, &a, solverOptions{})
		if holds != a.Holds {
			t.Errorf("%s: holds %v, want %v", a.Name, holds, a.Holds)
		}
		for _, p := range proofs {
			checkCounterexample(t, tab, p)
			if p.Proven && a.Claim.Measure != nil {
				asked, got := p.countCovered(byTable.restPlacements())
				if want := covered[p.Turn]; asked != want || got != want {
					t.Errorf("%s, %v to move: %d of %d positions have a way back, want %d", a.Name, p.Turn, got, asked, want)
				}
			}
		}
	}
}

// checkCounterexample checks by the table that the positions of a counterexample are initially legal. If the claim
// has no measure, P must be derivedly illegal, at most as many times as the plies of the claim.
func checkCounterexample(t *testing.T, tab *endgame.Table, p *Proof) {
	t.Helper()
	for i, q := range p.counterexample {
		s := p.claim.Material.setup(q)
		class, err := tab.Class(s)
		if err != nil || class == endgame.Initial {
			t.Errorf("counterexample %v: %v, %v", s, class, err)
		}
		if i == p.claim.From && p.claim.Measure == nil && (class.Derived() < 1 || class.Derived() > p.claim.Plies) {
			t.Errorf("counterexample %v is %v, want 1 to %d times derivedly illegal", s, class, p.claim.Plies)
		}
	}
	if !p.Proven && len(p.counterexample) == 0 {
		t.Error("neither proven nor a counterexample")
	}
}

// TestArticlesAssertion2 counts the positions that the article's assertion (2) overlooks: they have no predecessor, but a move
// leads from them to a position that is not derivedly illegal.
func TestArticlesAssertion2(t *testing.T) {
	tab := tableOf(t, "KRK")
	derived := 0
	for s, class := range tab.All() {
		if class.Derived() != 1 {
			continue
		}
		derived++
		p := testkit.Must(s.Position())(t)
		leadsToRest := false
		for _, move := range p.Moves(nil) {
			if move.Captured() == chess.NoRole {
				next := p.Play(move)
				leadsToRest = leadsToRest || testkit.Must(tab.Class(next.Setup()))(t) == endgame.Rest
			}
		}
		if !leadsToRest {
			t.Errorf("no move without capture leads from %v to a position that is not derivedly illegal", s)
		}
	}
	if derived != 48 {
		t.Errorf("%d positions without a predecessor, want 48", derived)
	}
}

// TestBrokenRuleHasACounterexample: if rooks move along files only, the theorem has a counterexample, which has a
// way back by the rules of chess.
func TestBrokenRuleHasACounterexample(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	th := newTheorem(t, "KRK")
	list := th.assertions()
	a := &list[slices.IndexFunc(list, func(a assertion) bool { return strings.HasPrefix(a.Name, "article (1):") })]
	p := testkit.Must(decideClaim(context.Background(), &a.Claim, chess.Black, solverOptions{steps: func(r chess.Role) ([]vector, bool) {
		if r == chess.Rook {
			return []vector{{0, 1}, {0, -1}}, true
		}
		return steps(r)
	}}))(t)
	if p.Proven {
		t.Fatal("proven with a rook that moves along files only")
	}
	s := th.Material.setup(p.counterexample[0])
	diagram := s.Board.String()
	if strings.Count(diagram, "R") != 1 || strings.Count(diagram, "K") != 1 || strings.Count(diagram, "k") != 1 {
		t.Errorf("the counterexample has other men than KRK:\n%s", diagram)
	}
	t.Logf("%v to move\n%s", s.Turn, diagram)
	if _, err := s.Position(); err != nil {
		t.Errorf("the counterexample is not valid: %v", err)
	} else if hasNoWay(th, p.counterexample[0], a.Claim.Plies) {
		t.Errorf("%v has no way back even with the rules of chess", s)
	}
}

// TestBrokenMeasureHasACounterexample: with too few plies, or for positions without a predecessor, the theorem has a
// counterexample from which no way leads closer.
func TestBrokenMeasureHasACounterexample(t *testing.T) {
	testkit.Long(t)
	th := newTheorem(t, "KRK")
	for _, c := range []claim{
		{Material: th.Material, Given: 1, Plies: 2, Measure: th.Measure},
		{Material: th.Material, Given: 0, Plies: 4, Measure: th.Measure},
	} {
		for turn := range chess.Color(2) {
			p := testkit.Must(decideClaim(context.Background(), &c, turn, solverOptions{}))(t)
			if p.Proven {
				if c.Given == 0 && turn == chess.White {
					continue // derivedly illegal are only positions with Black to move
				}
				t.Errorf("%+v, %v to move: proven", c, turn)
				continue
			}
			if s := th.Material.setup(p.counterexample[0]); hasNoWay(th, p.counterexample[0], c.Plies) {
				t.Logf("%v to move: %v", turn, s)
			} else {
				t.Errorf("%v has a way back that is closer", s)
			}
		}
	}
}

// pattern returns a pattern of the material as text, such as "k-1+1 R+0+3".
func (m *Material) pattern(p pattern) string {
	var b strings.Builder
	for i, u := range p {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%c%+d%+d", m.Men[u.Man].Letter(), u.Dx, u.Dy)
	}
	return b.String()
}
