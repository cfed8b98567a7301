package bound

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// randomSide returns a side with random candidates. Most sides have at least one assignment,
// the planted one. The rows are the squares 0 to columns-1.
func randomSide(src *rand.Rand) *side {
	n := 1 + src.IntN(6)
	s := &side{columns: n, rows: 1<<n - 1, layout: &layout{columns: n}}
	planted := src.Perm(n)
	for j := range n {
		s.layout.square[j] = chess.Square(40 + j)
		s.candidates[j] = chess.Bitboard(src.Uint64()&src.Uint64()) & s.rows
		if src.IntN(20) > 0 {
			s.candidates[j] |= 1 << planted[j]
		}
	}
	return s
}

// assignments yields all assignments of rows to columns from j on: row[j] for column j.
func (s *side) assignments(j int, row []int, usedRows chess.Bitboard, yield func(row []int)) {
	if j == s.columns {
		yield(row)
		return
	}
	for r := range (s.candidates[j] &^ usedRows).All() {
		s.assignments(j+1, append(row, int(r)), usedRows|r.BB(), yield)
	}
}

// TestSingleChoicesKeepAssignments checks that single choices exclude no assignment, and if they fail there is none.
func TestSingleChoicesKeepAssignments(t *testing.T) {
	src := testkit.Rand(t.Name())
	g := new(Goal)
	for range 5000 {
		s := randomSide(src)
		var before, after [][]int
		s.assignments(0, nil, 0, func(row []int) { before = append(before, slices.Clone(row)) })
		original := s.candidates
		if !s.applySingleChoices(g) {
			if len(before) > 0 {
				t.Fatalf("no choice, but %v fits %x", before[0], original[:s.columns])
			}
			continue
		}
		s.assignments(0, nil, 0, func(row []int) { after = append(after, slices.Clone(row)) })
		if !slices.EqualFunc(before, after, slices.Equal[[]int]) {
			t.Fatalf("%d assignments before, %d after, from %x to %x", len(before), len(after), original[:s.columns], s.candidates[:s.columns])
		}
	}
}

// TestMatchingBruteForce checks that assignable is true exactly if there is an assignment; if not, the columns of the
// failure have fewer candidates than they are.
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
		var rows chess.Bitboard
		columns := 0
		for sq := range g.failure.Squares.All() {
			rows |= s.candidates[sq-40]
			columns++
		}
		if rows.Count() >= columns || int(g.failure.Have) != rows.Count() || int(g.failure.Want) != columns {
			t.Fatalf("%s: %d candidates for %d columns", g.failure, rows.Count(), columns)
		}
	}
}

// TestLimitCapturesBruteForce checks that limitCaptures fails exactly if the least number of captures exceeds the
// limit, and it excludes no pair of an assignment within the limit.
func TestLimitCapturesBruteForce(t *testing.T) {
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
		if g.current = p.Setup(); !g.compareCounts() || !g.blockFromGoal() || g.setup == g.current {
			continue
		}
		for c := range g.sides {
			s, limit := &g.sides[c], g.sides[1-c].losses
			s.layout = g.layout(s.color)
			s.startCandidates(g)
			x := s.layout
			if x.pawnColumns == 0 || x.pawnColumns > 6 || s.captures == 0 {
				continue
			}
			checked++
			original := s.candidates
			best := fewest(s, 0, 0, original[:x.pawnColumns], nil)
			// That there is no assignment at all may be left to settle.
			if ok := s.limitCaptures(g); ok != (best <= limit) && best < 1<<20 {
				t.Fatalf("%d captures of %d, fit: %v, from %s to %s: %s", best, limit, ok, p, g.Setup(), g.failure)
			} else if !ok || best >= 1<<20 {
				continue
			}
			for j := range x.pawnColumns {
				for row := range (original[j] &^ s.candidates[j]).All() {
					if n := fewest(s, 0, 0, original[:x.pawnColumns], map[int]chess.Square{j: row}); n <= limit {
						t.Fatalf("pawn %v excluded from %v, but it takes %d captures of %d, from %s to %s",
							row, x.square[j], n, limit, p, g.Setup())
					}
				}
			}
		}
	}
}

// fewest returns the least number of captures of pawns for the columns from j on, where the
// rows of some columns are given.
func fewest(s *side, j int, usedRows chess.Bitboard, candidates []chess.Bitboard, given map[int]chess.Square) int {
	if j == len(candidates) {
		return 0
	}
	least := 1 << 20
	for row := range (candidates[j] &^ usedRows).All() {
		if want, ok := given[j]; ok && row != want {
			continue
		}
		n := int(s.layout.layers[j].first(row.BB()))
		least = min(least, n+fewest(s, j+1, usedRows|row.BB(), candidates, given))
	}
	return least
}

// TestRequiredCaptures checks that every way of every candidate to its place enters all the squares of its required
// captures by captures, in order.
func TestRequiredCaptures(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand(t.Name())
	g := NewGoal(chess.InitialPosition(), nil)
	for checked := 0; checked < 400; {
		game, _ := playGame(src)
		p := game[src.IntN(len(game))]
		g.Reset(game[len(game)-1])
		if g.setup == p.Setup() || !g.analyse(&p) || g.tooManyMen {
			continue
		}
		for c := range g.sides {
			s, them := &g.sides[c], &g.sides[1-c]
			if changed, ok := g.findRequiredCaptures(s.color); !ok || changed {
				continue // not settled yet after the last round
			}
			next := 0
			for j := range s.layout.pawnColumns {
				// The sets of this column: they follow each other, the last capture first.
				required := 0
				if s.candidates[j]&s.layout.layers[j][0] == 0 {
					for required = 1; s.candidates[j]&s.layout.layers[j][required] == 0; required++ {
					}
				}
				own := them.requiredSquares[next : next+required]
				next += required
				checked += required
				for from := range s.candidates[j].All() {
					yieldCaptureSquares(s.color, s.layout.free, s.captures, from, s.layout.square[j], nil, func(captures []chess.Square) {
						for i, set := range own {
							if !slices.ContainsFunc(captures, func(sq chess.Square) bool { return set.Has(sq) }) {
								t.Fatalf("%v pawn from %v to %v captures on %v, not in set %d\n%v",
									s.color, from, s.layout.square[j], captures, i, set)
							}
						}
					})
				}
			}
			if next != them.requiredCaptures {
				t.Fatalf("%d sets, want %d", them.requiredCaptures, next)
			}
		}
	}
}

// yieldCaptureSquares calls yield with the squares of the captures for every way of a pawn from one square to another.
func yieldCaptureSquares(c chess.Color, free chess.Bitboard, k int, from, to chess.Square, captures []chess.Square, yield func([]chess.Square)) {
	if from == to {
		yield(captures)
		return
	}
	if !cones[c][to][k].Has(from) {
		return
	}
	if ahead := from + 8 - 16*chess.Square(c); free.Has(ahead) {
		yieldCaptureSquares(c, free, k, ahead, to, captures, yield)
	}
	if k == 0 {
		return
	}
	for sq := range (chess.PawnAttacks(c, from) & free & pawnRows).All() {
		yieldCaptureSquares(c, free, k-1, sq, to, append(captures, sq), yield)
	}
}
