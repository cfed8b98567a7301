package bound

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// randomSide returns a side with random candidates, as if between two positions; most of
// the time some assignment is planted. Its rows are the squares 0 to n-1.
func randomSide(src *rand.Rand) *side {
	n := 1 + src.IntN(6)
	s := &side{columns: n, rows: 1<<n - 1, layout: &layout{n: n}}
	hidden := src.Perm(n)
	for j := range n {
		s.layout.square[j] = chess.Square(40 + j)
		s.candidates[j] = chess.Bitboard(src.Uint64()&src.Uint64()) & s.rows
		if src.IntN(20) > 0 {
			s.candidates[j] |= 1 << hidden[j]
		}
	}
	return s
}

// assignments yields all assignments of rows to columns from j on: row[j] for column j.
func (s *side) assignments(j int, row []int, taken chess.Bitboard, yield func(row []int)) {
	if j == s.columns {
		yield(row)
		return
	}
	for r := range (s.candidates[j] &^ taken).All() {
		s.assignments(j+1, append(row, int(r)), taken|r.BB(), yield)
	}
}

// TestSettleKeepsAssignments: conclusions from single choices lose no assignment, and
// failure means that there is none.
func TestSettleKeepsAssignments(t *testing.T) {
	src := testkit.Rand(t.Name())
	g := new(Goal)
	for range 5000 {
		s := randomSide(src)
		var before, after [][]int
		s.assignments(0, nil, 0, func(row []int) { before = append(before, slices.Clone(row)) })
		was := s.candidates
		if !s.settle(g) {
			if len(before) > 0 {
				t.Fatalf("no choice, but %v fits %x", before[0], was[:s.columns])
			}
			continue
		}
		s.assignments(0, nil, 0, func(row []int) { after = append(after, slices.Clone(row)) })
		if !slices.EqualFunc(before, after, slices.Equal[[]int]) {
			t.Fatalf("%d assignments before, %d after, from %x to %x", len(before), len(after), was[:s.columns], s.candidates[:s.columns])
		}
	}
}

// TestMatchingBruteForce: an assignment is found exactly if there is one; if not, the
// columns shown have fewer candidates than they are.
func TestMatchingBruteForce(t *testing.T) {
	src := testkit.Rand(t.Name())
	g := new(Goal)
	for range 5000 {
		s := randomSide(src)
		exists := false
		s.assignments(0, nil, 0, func([]int) { exists = true })
		if got := s.assignable(g); got != exists {
			t.Fatalf("assignable %v, want %v: %x", got, exists, s.candidates[:s.columns])
		} else if got {
			continue
		}
		var have chess.Bitboard
		columns := 0
		for sq := range g.failure.Squares.All() {
			have |= s.candidates[sq-40]
			columns++
		}
		if have.Count() >= columns || int(g.failure.Have) != have.Count() || int(g.failure.Want) != columns {
			t.Fatalf("%s: %d candidates for %d columns", g.failure, have.Count(), columns)
		}
	}
}

// TestFitCapturesBruteForce: the least number of captures of all pawns together, and no
// pair excluded that fits into an assignment within it.
func TestFitCapturesBruteForce(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand(t.Name())
	g := NewGoal(chess.InitialPosition(), nil)
	for checked, n := 0, testkit.Size(500, 1500); checked < n; {
		game, _ := playGame(src)
		other, _ := playGame(src)
		g.Reset(other[src.IntN(len(other))])
		p := game[src.IntN(len(game))]
		if src.IntN(2) == 0 {
			g.Reset(game[len(game)-1])
		}
		if g.now = p.Setup(); !g.count() || !g.blockShown() || g.setup == g.now {
			continue
		}
		for c := range g.sides {
			s, limit := &g.sides[c], g.sides[1-c].lost
			s.layout = g.layout(s.color)
			s.start(g)
			x := s.layout
			if x.pawns == 0 || x.pawns > 6 || s.captures == 0 {
				continue
			}
			checked++
			was := s.candidates
			best := fewest(s, 0, 0, was[:x.pawns], nil)
			// That there is no assignment at all may be left to settle.
			if ok := s.fitCaptures(g); ok != (best <= limit) && best < 1<<20 {
				t.Fatalf("%d captures of %d, fit: %v, from %s to %s: %s", best, limit, ok, p, g.Setup(), g.failure)
			} else if !ok || best >= 1<<20 {
				continue
			}
			for j := range x.pawns {
				for row := range (was[j] &^ s.candidates[j]).All() {
					if n := fewest(s, 0, 0, was[:x.pawns], map[int]chess.Square{j: row}); n <= limit {
						t.Fatalf("pawn %v excluded from %v, but it takes %d captures of %d, from %s to %s",
							row, x.square[j], n, limit, p, g.Setup())
					}
				}
			}
		}
	}
}

// fewest returns the least captures of pawns for the columns from j on, some of them
// given.
func fewest(s *side, j int, taken chess.Bitboard, cand []chess.Bitboard, given map[int]chess.Square) int {
	if j == len(cand) {
		return 0
	}
	least := 1 << 20
	for row := range (cand[j] &^ taken).All() {
		if want, ok := given[j]; ok && row != want {
			continue
		}
		n := int(s.layout.layers[j].first(row.BB()))
		least = min(least, n+fewest(s, j+1, taken|row.BB(), cand, given))
	}
	return least
}

// TestRequiredCaptures: every way of every candidate to its place enters all the squares
// of its required captures by captures, in order.
func TestRequiredCaptures(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand(t.Name())
	g := NewGoal(chess.InitialPosition(), nil)
	for sets := 0; sets < 400; {
		game, _ := playGame(src)
		p := game[src.IntN(len(game))]
		g.Reset(game[len(game)-1])
		if g.setup == p.Setup() || !g.analyse(&p) || g.large {
			continue
		}
		for c := range g.sides {
			s, them := &g.sides[c], &g.sides[1-c]
			if changed, ok := g.requireCaptures(s.color); !ok || changed {
				continue // not settled yet after the last round
			}
			k := 0
			for j := range s.layout.pawns {
				// The sets of this column: they follow each other, the last capture first.
				n := 0
				if s.candidates[j]&s.layout.layers[j][0] == 0 {
					for n = 1; s.candidates[j]&s.layout.layers[j][n] == 0; n++ {
					}
				}
				own := them.requiredSquares[k : k+n]
				k += n
				sets += n
				for from := range s.candidates[j].All() {
					landings(s.color, s.layout.free, s.captures, from, s.layout.square[j], nil, func(at []chess.Square) {
						for i, set := range own {
							if !slices.ContainsFunc(at, func(sq chess.Square) bool { return set.Has(sq) }) {
								t.Fatalf("%v pawn from %v to %v captures on %v, not in set %d\n%v", s.color, from, s.layout.square[j], at, i, set)
							}
						}
					})
				}
			}
			if k != them.requiredCaptures {
				t.Fatalf("%d sets, want %d", them.requiredCaptures, k)
			}
		}
	}
}

// landings yields the squares of the captures for every way of a pawn.
func landings(c chess.Color, free chess.Bitboard, k int, from, to chess.Square, at []chess.Square, yield func([]chess.Square)) {
	if from == to {
		yield(at)
		return
	}
	if !cones[c][to][k].Has(from) {
		return
	}
	if ahead := from + 8 - 16*chess.Square(c); free.Has(ahead) {
		landings(c, free, k, ahead, to, at, yield)
	}
	if k == 0 {
		return
	}
	for sq := range (chess.PawnAttacks(c, from) & free & pawnRows).All() {
		landings(c, free, k-1, sq, to, append(at, sq), yield)
	}
}
