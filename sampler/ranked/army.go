package ranked

import (
	"cmp"
	"slices"

	"chesscensus/chess"
)

// lambda is the least common multiple of all products q! r! b! n! of armies.
const lambda = 87091200

// An army is the officers of one side other than the king and the rooks that are fixed by castling rights.
type army struct{ q, r, b, n uint8 }

// total returns the number of men.
func (a army) total() int { return int(a.q) + int(a.r) + int(a.b) + int(a.n) }

// id returns the number of the army among the tuples with entries up to 10.
func (a army) id() int { return ((int(a.q)*11+int(a.r))*11+int(a.b))*11 + int(a.n) }

const armyIDs = 11 * 11 * 11 * 11

// promotions returns the least number of promoted men in an army whose side has f fixed rooks.
func (a army) promotions(f int) int {
	return chess.LeastPromoted(int(a.q), int(a.r)+f, int(a.b), int(a.n))
}

var factorials = [11]uint64{1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800}

// product returns q! r! b! n!.
func (a army) product() uint64 {
	return factorials[a.q] * factorials[a.r] * factorials[a.b] * factorials[a.n]
}

// phi[k] encodes k! by its exponents of 2, 3, 5 and 7 with weights 64, 8, 2 and 1.
var phi = [11]int{0, 0, 64, 72, 200, 202, 274, 275, 467, 483, 549}

// code returns a number that determines the product q! r! b! n!.
func (a army) code() int { return phi[a.q] + phi[a.r] + phi[a.b] + phi[a.n] }

// A stat holds the numbers of an army and its pawns on which the size of a block depends.
type stat struct {
	men        int // t, with the king and all fixed men
	pawns      int // P, without the one fixed by en passant
	promotions int // pi
	code       int // determines the product of the factorials
	armies     []army
	product    uint64 // q! r! b! n!, the same for all armies of the stat
	weight     uint64 // u = number of armies * lambda / product
}

func compareStats(x, y stat) int {
	return cmp.Or(cmp.Compare(x.men, y.men), cmp.Compare(x.pawns, y.pawns),
		cmp.Compare(x.promotions, y.promotions), cmp.Compare(x.code, y.code))
}

// A class is a run of stats that differ only in their code.
type class struct {
	men, pawns, promotions int
	first                  int      // index of the first stat
	weightsBefore          []uint64 // sums of the weights of the stats before each stat, and of all
	weight                 uint64   // sum of the weights of all stats
}

// An armyTable lists the stats of a side with so many fixed rooks, in a case with
// (enPassant = 1) or without (enPassant = 0) an en passant square.
type armyTable struct {
	rooks, enPassant int
	stats            []stat // ascending by compareStats
	classes          []class
	classOf          []int // class of each stat

	// For ranking, by the id of an army: its index within each of its stats, and its stat
	// for each number of pawns, -1 if there is none.
	index  [armyIDs]int8
	statOf [armyIDs][9]int16
}

// newArmyTable returns the table for a color, f fixed rooks and e = 0 or 1, within limits.
func newArmyTable(c chess.Color, f, e int, l *limits) *armyTable {
	t := &armyTable{rooks: f, enPassant: e}
	byKey := map[[4]int]*stat{}
	for _, a := range allArmies(f, e) {
		pi := a.promotions(f)
		for pawns := 0; pawns <= 8-e-pi; pawns++ {
			if !l.allowsSide(c, a, f, pawns+e) {
				continue
			}
			s := stat{men: f + e + pawns + 1 + a.total(), pawns: pawns, promotions: pi, code: a.code()}
			key := [4]int{s.men, s.pawns, s.promotions, s.code}
			if byKey[key] == nil {
				byKey[key] = &s
			}
			byKey[key].armies = append(byKey[key].armies, a)
		}
	}
	for _, s := range byKey {
		s.product = s.armies[0].product()
		s.weight = uint64(len(s.armies)) * (lambda / s.product)
		t.stats = append(t.stats, *s)
	}
	slices.SortFunc(t.stats, compareStats)
	t.group()
	t.lookups()
	return t
}

// allArmies returns the possible armies in descending lexicographic order.
func allArmies(f, e int) (list []army) {
	for q := 9; q >= 0; q-- {
		for r := 10; r >= 0; r-- {
			for b := 10; b >= 0; b-- {
				for n := 10; n >= 0; n-- {
					a := army{uint8(q), uint8(r), uint8(b), uint8(n)}
					if a.promotions(f) <= 8-e {
						list = append(list, a)
					}
				}
			}
		}
	}
	return list
}

// group fills classes and classOf.
func (t *armyTable) group() {
	for i, s := range t.stats {
		k := len(t.classes) - 1
		if k < 0 || t.classes[k].men != s.men || t.classes[k].pawns != s.pawns || t.classes[k].promotions != s.promotions {
			t.classes = append(t.classes, class{men: s.men, pawns: s.pawns, promotions: s.promotions, first: i, weightsBefore: []uint64{0}})
			k++
		}
		c := &t.classes[k]
		c.weight += s.weight
		c.weightsBefore = append(c.weightsBefore, c.weight)
		t.classOf = append(t.classOf, k)
	}
}

// lookups fills index and statOf.
func (t *armyTable) lookups() {
	for id := range t.statOf {
		for p := range t.statOf[id] {
			t.statOf[id][p] = -1
		}
	}
	for i, s := range t.stats {
		for k, a := range s.armies {
			t.statOf[a.id()][s.pawns] = int16(i)
			t.index[a.id()] = int8(k)
		}
	}
}

// fixed returns the number of men of the side that castling rights fix: the rooks, and the king if there are any.
func (t *armyTable) fixed() int {
	if t.rooks == 0 {
		return 0
	}
	return t.rooks + 1
}

// freePieces returns the number of free pieces in a stat or class: all men but pawns and fixed ones.
func (t *armyTable) freePieces(men, pawns int) int { return men - t.enPassant - pawns - t.fixed() }
