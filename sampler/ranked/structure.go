package ranked

// A variant says by which rules the en passant pawns of a pawn structure are placed.
type variant int

// The variants: no en passant; en passant with White or Black to move, in the reference set or the repaired one.
const (
	plain variant = iota
	refWhite
	refBlack
	repWhite
	repBlack
	variants
)

// variantOf returns the variant of a case (e = 0 or 1) of a space version.
func variantOf(version, side, e int) variant {
	if e == 0 {
		return plain
	}
	return variant(1 + 2*version + side)
}

// e returns 1 with en passant and 0 without.
func (v variant) e() int { return min(int(v), 1) }

// options returns the options for the files of the en passant pawns.
func (v variant) options(gw, gb int) []passantOption { return passantOptions[(v-1)/2][(v-1)%2][gw][gb] }

// placements returns the number of ways to place the two en passant pawns, 1 without.
func (v variant) placements() uint64 {
	if v == plain {
		return 1
	}
	return 14
}

// A row stands for all pawn structures with the same flags and total gap. It has pairs *
// strings structures; pair placement i with string j is number i*strings + j.
type row struct {
	start   uint64 // number of structures in the rows before
	pairs   uint64 // O, the number of placements of the required pairs
	strings uint64 // T, the number of strings of the free pawns

	gw, gb, gap int // flags and total gap
	freeWhite   int // number of free white pawns
	freeBlack   int // number of free black pawns
	squares     int // S, the number of squares of the string
}

// A structures value numbers the pawn structures of one placement of the en
// passant pawns, given the numbers of pawns and of required pairs.
type structures struct {
	rows  []row
	total uint64
}

// find returns the row that holds the structure with the given index.
func (st *structures) find(index uint64) *row {
	lo, hi := 0, len(st.rows)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; st.rows[mid].start <= index {
			lo = mid
		} else {
			hi = mid
		}
	}
	return &st.rows[lo]
}

// rowOf returns the row with the given flags and gap, nil if there is none.
func (st *structures) rowOf(gw, gb, gap int) *row {
	for i := range st.rows {
		if r := &st.rows[i]; r.gap == gap && r.gw == gw && r.gb == gb {
			return r
		}
	}
	return nil
}

// newStructures counts the structures of a variant with pw and pb unfixed pawns and p required pairs.
func newStructures(v variant, pw, pb, p int) *structures {
	result := &structures{}
	enPassant := v.e()
	for flags := range 1 + 3*enPassant {
		gw, gb := flags>>1, flags&1
		pairedWhite, pairedBlack := p-gw, p-gb // unfixed pawns in pairs
		if pw < pairedWhite || pb < pairedBlack || gw+gb > p {
			continue
		}
		for s := 0; s <= 4*p; s++ { // a pair has a gap of at most 4
			r := row{start: result.total, gw: gw, gb: gb, gap: s,
				freeWhite: pw - pairedWhite, freeBlack: pb - pairedBlack,
				// The two en passant pawns and the two squares that they keep empty are no part of the string.
				squares: 48 - 4*enPassant - pairedWhite - pairedBlack - s}
			r.pairs = pairWays(v, gw, gb, p, s)
			r.strings = strings3(r.squares, r.freeWhite, r.freeBlack)
			if r.pairs == 0 || r.strings == 0 {
				continue
			}
			result.rows = append(result.rows, r)
			result.total += r.pairs * r.strings
		}
	}
	return result
}

// pairWays returns O, the number of placements of p pairs with total gap s.
func pairWays(v variant, gw, gb, p, s int) uint64 {
	if v == plain {
		return ways(p, s, 8)
	}
	var sum uint64
	for _, o := range v.options(gw, gb) {
		sum += ways(p-o.pairs, s-o.gap, 6)
	}
	return sum
}

// strings3 returns the number of strings of n squares with w white and b black
// pawns, n!/((n-w-b)! w! b!), and 0 if they do not fit.
func strings3(n, w, b int) uint64 {
	if w < 0 || b < 0 || w+b > n {
		return 0
	}
	return binomial(n, w) * binomial(n-w, b)
}

// binomial returns n choose k. Every intermediate value is a binomial coefficient times at
// most n, which fits in 64 bits for n up to 48.
func binomial(n, k int) uint64 {
	r := uint64(1)
	for i := 1; i <= k; i++ {
		r = r * uint64(n-k+i) / uint64(i)
	}
	return r
}

// allStructures holds the structures by variant, unfixed white and black pawns, and required pairs.
// Numbers that cannot occur have no structures.
var allStructures [variants][9][9][9]structures

// newAllStructures returns the table allStructures.
func newAllStructures() (t [variants][9][9][9]structures) {
	for v := range variants {
		for pw := 0; pw <= 8-v.e(); pw++ {
			for pb := 0; pb <= 8-v.e(); pb++ {
				for p := 0; p <= min(pw, pb)+v.e(); p++ {
					t[v][pw][pb][p] = *newStructures(v, pw, pb, p)
				}
			}
		}
	}
	return t
}
