package kernelspace

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	solver "chesscensus/legality/proofkernel"
)

// TestSizesByEnumeration counts the elements with at most one pawn by going through all armies
// and files: a white pawn on a to d, as the others are like it. Which armies go with a pawn is
// asked of the solver, with kings and officers somewhere; placements are counted by another
// formula. Nothing of the space is used but the sizes of its strata.
func TestSizesByEnumeration(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Unraced(t)
	space := New(tables(odd))
	count := newCounter(space)
	want := map[[2]int]*big.Int{}
	count.add(want, chess.NoPiece, 0, 1)
	for x := 0; x < 4 && !testing.Short(); x++ {
		for row := 1; row <= 2; row++ { // three squares of each color, and as many in the mirror; White's pawn and Black's
			count.add(want, chess.NewPiece(chess.White, chess.Pawn), chess.NewSquare(x, row), 3*2*2)
		}
	}
	if n := len(count.asked); n < 1000 || count.others > n/50 {
		t.Errorf("%d questions, %d of them put to the space", n, count.others)
	}
	for _, stratum := range space.Strata() {
		pawns, missing := stratum.Keys[0].Lo, stratum.Keys[1].Lo
		if pawns > 1 || pawns == 1 && testing.Short() {
			continue
		}
		if n := want[[2]int{pawns, missing}]; n == nil || n.Cmp(stratum.Size) != 0 {
			t.Errorf("%s: %v elements, by enumeration %v", stratum.Name, stratum.Size, n)
		}
		delete(want, [2]int{pawns, missing})
	}
	for k, n := range want {
		if testing.Short() && k[0] == 1 {
			continue
		}
		if n.Sign() != 0 {
			t.Errorf("%d pawns, %d men missing: %v elements by enumeration, no stratum", k[0], k[1], n)
		}
	}
}

// A counter counts setups with at most one pawn.
type counter struct {
	captures, clip int
	space          *Space
	solver         solver.Solver
	others         int // questions that were put to the space
	// asked remembers answers by what they depend on: file and color of the pawn, the men
	// missing, spare pawns and requirements.
	asked map[[10]int]bool
	first map[soldiery]map[[3]int]army
}

// A soldiery is how many officers and pawns an army has.
type soldiery struct{ officers, pawns int }

func newCounter(space *Space) *counter {
	p := space.params()
	return &counter{captures: p.Captures, clip: p.BishopCap, space: space, asked: map[[10]int]bool{}, first: map[soldiery]map[[3]int]army{}}
}

// An army is a side's men but the king: knights, light and dark bishops, rooks, queens.
type army [5]int

// armies lists those with so many officers and with at most 8 promotions and pawns.
func armies(officers, pawns int) (list []army) {
	var fill func(a army, k, left int)
	fill = func(a army, k, left int) {
		if k == 4 {
			a[4] = left
			if a.promoted()+pawns <= 8 {
				list = append(list, a)
			}
			return
		}
		for n := range left + 1 {
			a[k] = n
			fill(a, k+1, left-n)
		}
	}
	fill(army{}, 0, officers)
	return list
}

var startArmy = army{2, 1, 1, 2, 1}

func (a army) promoted() (n int) {
	for k := range a {
		n += max(0, a[k]-startArmy[k])
	}
	return n
}

// A kin is the armies of a side that are alike in bishops and promotions, and the sum of 15!/(n!
// r! q!) over them.
type kin struct {
	army army // one of them
	n    *big.Int
}

func kins(officers, pawns int) (list []kin) {
	number := map[[3]int]int{}
	for _, a := range armies(officers, pawns) {
		key := [3]int{a[1], a[2], a.promoted()}
		k, ok := number[key]
		if !ok {
			k = len(list)
			number[key] = k
			list = append(list, kin{a, new(big.Int)})
		}
		n := new(big.Int).MulRange(1, 15)
		for _, r := range []int{0, 3, 4} {
			n.Quo(n, new(big.Int).MulRange(1, int64(a[r])))
		}
		list[k].n.Add(list[k].n, n)
	}
	return list
}

// add adds the number of setups with a pawn on a square, or none, times a number of like squares.
func (q *counter) add(sum map[[2]int]*big.Int, pawn chess.Piece, sq chess.Square, squares int64) {
	var pawns [2]int
	if pawn != chess.NoPiece {
		pawns[pawn.Color()] = 1
	}
	p := pawns[0] + pawns[1]
	for w := range q.captures + 1 {
		for b := range q.captures - w + 1 {
			key := [2]int{p, w + b}
			if sum[key] == nil {
				sum[key] = new(big.Int)
			}
			whites, blacks := kins(15-w-pawns[0], pawns[0]), kins(15-b-pawns[1], pawns[1])
			for _, white := range whites {
				for _, black := range blacks {
					if q.accepts(pawn, sq, [2]army{white.army, black.army}, w, b) {
						n := placements(pawn, sq, white, black)
						sum[key].Add(sum[key], n.Mul(n, big.NewInt(squares)))
					}
				}
			}
		}
	}
}

// accepts asks the solver about armies with the same numbers and requirements, no requirements beyond the cap.
// If a side has bishops alone there may be none with the same numbers; then it asks the space.
func (q *counter) accepts(pawn chess.Piece, sq chess.Square, a [2]army, missingWhite, missingBlack int) bool {
	key := [10]int{int(pawn), sq.File(), missingWhite, missingBlack}
	for c := range a {
		key[4+3*c], key[5+3*c], key[6+3*c] = a[c].promoted(), min(q.clip, a[c].needs(1)), min(q.clip, a[c].needs(2))
	}
	answer, ok := q.asked[key]
	if !ok {
		exact := true
		for c := range a {
			pawns, officers := 0, 0
			if pawn != chess.NoPiece && int(pawn.Color()) == c {
				pawns = 1
			}
			for _, n := range a[c] {
				officers += n
			}
			like, ok := q.alike(soldiery{officers, pawns})[[3]int(key[4+3*c:])]
			if !ok {
				exact = false
				continue
			}
			a[c] = like
		}
		s := setupOf(pawn, sq, a)
		if exact {
			result, _ := q.solver.Kernel(&s, 0)
			answer = result == solver.Has
		} else {
			q.others++
			answer = q.space.Contains(&s)
		}
		q.asked[key] = answer
	}
	return answer
}

// alike returns the first army of so many men by its promotions and requirements.
func (q *counter) alike(n soldiery) map[[3]int]army {
	if m := q.first[n]; m != nil {
		return m
	}
	m := map[[3]int]army{}
	for _, a := range armies(n.officers, n.pawns) {
		if key := [3]int{a.promoted(), a.needs(1), a.needs(2)}; m[key] == (army{}) {
			m[key] = a
		}
	}
	q.first[n] = m
	return m
}

// requirements returns the bishops beyond the first of kind k.
func (a army) needs(k int) int { return max(0, a[k]-startArmy[k]) }

// setupOf places two armies on the first squares that suit them. The pawn stands in the middle of
// its file.
func setupOf(pawn chess.Piece, sq chess.Square, a [2]army) chess.Setup {
	s := chess.EmptySetup()
	if pawn != chess.NoPiece {
		s.Board.Put(chess.NewSquare(sq.File(), 4), pawn)
	}
	next := chess.Square(0)
	put := func(p chess.Piece, dark int) {
		for k := range chess.Square(64) {
			at := (next + k) % 64
			if s.Board.At(at) == chess.NoPiece && (dark < 0 || at.Dark() == (dark == 1)) {
				s.Board.Put(at, p)
				return
			}
		}
	}
	for c := range a {
		color := chess.Color(c)
		put(chess.NewPiece(color, chess.King), -1)
		for k, r := range []chess.Role{chess.Knight, chess.Bishop, chess.Bishop, chess.Rook, chess.Queen} {
			dark := -1
			if r == chess.Bishop {
				dark = k - 1
			}
			for range a[c][k] {
				put(chess.NewPiece(color, r), dark)
			}
		}
		next = 8
	}
	return s
}

// placements counts the ways to place armies of two kins and two kings beside a pawn, and to
// choose the side to move: bishops of a side on free squares of their color, and all others in
// every order on free squares, of which orders of equal men are one.
func placements(pawn chess.Piece, sq chess.Square, white, black kin) *big.Int {
	free := [2]int{32, 32} // light and dark squares
	if pawn != chess.NoPiece {
		free[squareIndex(sq)]--
	}
	n := big.NewInt(2)
	for _, a := range []army{white.army, black.army} {
		for q := range free {
			n.Mul(n, new(big.Int).Binomial(int64(free[q]), int64(a[1+q])))
			free[q] -= a[1+q]
		}
	}
	rest, others := int64(free[0]+free[1]), int64(2)
	for _, a := range []army{white.army, black.army} {
		others += int64(a[0] + a[3] + a[4])
	}
	n.Mul(n, new(big.Int).MulRange(rest-others+1, rest))
	n.Mul(n, white.n).Mul(n, black.n)
	fifteen := new(big.Int).MulRange(1, 15)
	return n.Quo(n, fifteen.Mul(fifteen, fifteen))
}

func squareIndex(sq chess.Square) int {
	if sq.Dark() {
		return 1
	}
	return 0
}

// TestSizesWithoutClip computes the sizes of the strata with at most 5 men missing as no table of
// this package does: patterns by patterns from the costs of halves, with requirements that are not capped,
// and sums over armies. Without pawns this must be exactly what the solver and enumeration give.
// A throwaway program, of which only the figures are left, entry the shares of the repaired
// ranked set below; they are smaller by 0.000002 each. Where the two can be compared with the
// solver, it agrees with this one.
func TestSizesWithoutClip(t *testing.T) {
	testkit.Long(t) // half a minute of CPU time; TestSizesByEnumeration asks the solver for the clipped sizes
	const captures, clip = 5, 8
	want := []float64{0.010909, 0.044899, 0.084616, 0.099977}
	if !*full { // with it, a minute and a half of CPU time
		want = want[:2]
	}
	pawns := len(want) - 1
	got := make([]*big.Int, len(want))
	for p := range got {
		got[p] = new(big.Int)
	}
	b := &builder{params: Params{captures, pawns, clip}, halves: halves(captures, pawns, clip)}
	w := newWorker(b)
	all := allResources(captures)
	// Patterns with the same pawns, lengths and costs are alike.
	type like struct {
		pawns   [2]int
		lengths lengths
		states  string
	}
	number, fronts := map[like]int64{}, map[like][]cost{}
	for _, left := range b.halves {
		for k, m := range left.crossings {
			w.leftIndex[m] = int32(k + 1)
		}
		for _, right := range b.halves {
			n := [2]int{left.pawns[0] + right.pawns[0], left.pawns[1] + right.pawns[1]}
			if n[0]+n[1] > pawns {
				continue
			}
			if w.setFront(left, right); len(w.front) == 0 {
				continue
			}
			slices.Sort(w.front)
			key := like{n, newPattern(left.pattern, right.pattern).lengths(), fmt.Sprint(w.front)}
			number[key]++
			fronts[key] = slices.Clone(w.front)
		}
		clear(w.leftIndex)
	}
	for key, n := range number {
		sum := new(big.Int)
		for i, m := range all {
			c := newCell(key.pawns, i, m, clip)
			for j := range c.officers[white] {
				for k := range c.officers[black] {
					if w, b := &c.officers[white][j], &c.officers[black][k]; suffices(fronts[key], m, w, b) {
						for dark, ways := range key.lengths.polynomial() {
							if ways > 0 {
								x := c.ways(w, b, dark)
								sum.Add(sum, new(big.Int).Mul(toBig(&x), new(big.Int).SetUint64(ways)))
							}
						}
					}
				}
			}
		}
		p := key.pawns[0] + key.pawns[1]
		got[p].Add(got[p], sum.Mul(sum, big.NewInt(n)))
	}
	q := counter{captures: captures, clip: clip, asked: map[[10]int]bool{}, first: map[soldiery]map[[3]int]army{}}
	byMissing, sum := map[[2]int]*big.Int{}, new(big.Int)
	q.add(byMissing, chess.NoPiece, 0, 1)
	for _, n := range byMissing {
		sum.Add(sum, n)
	}
	if got[0].Cmp(sum) != 0 || q.others != 0 {
		t.Errorf("without pawns %v, by the solver %v", got[0], sum)
	}
	for p := range want {
		share, _ := new(big.Float).Quo(new(big.Float).SetInt(got[p]), big.NewFloat(8.727878536878208e45)).Float64()
		t.Logf("%d pawns: %.7f, by the other program %v", p, share, want[p])
		if math.Abs(share/want[p]-1) > 3e-4 {
			t.Errorf("%d pawns: %.7f, want %v", p, share, want[p])
		}
	}
}

// suffices asks the condition of two officers.
func suffices(states []cost, m resources, w, b *officers) bool {
	return slices.ContainsFunc(states, func(s cost) bool {
		for c, side := range []*officers{w, b} {
			k := s.component(captureByte + c)
			for q := range 2 {
				k += max(0, max(0, int(side.bishops[q])-1)-(8-s.component(missingByte+2*c+q)))
			}
			if k > int(m.captures[c]) || s.component(lostByte+c) > int(m.spare[c]) {
				return false
			}
		}
		return true
	})
}
