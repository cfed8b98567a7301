package ranked

import (
	"testing"

	"chesscensus/internal/testing/testkit"
)

// A polynomial in x and y has the coefficient of x^k y^g in [k][g].
type polynomial [9][33]uint64

// polynomials holds the results of newPolynomial by its arguments.
var polynomials = map[[5]int]*polynomial{}

// polynomialPairs counts the placements of p pairs with total gap s from per-file polynomials, in which the coefficient
// of x^k y^g counts the choices on one file with k pairs and gap g. Unlike the code it goes square by square.
func polynomialPairs(side, e, gw, gb, p, s int, repaired bool) uint64 {
	key := [5]int{side, e, gw, gb, 0}
	if repaired {
		key[4] = 1
	}
	if polynomials[key] == nil {
		polynomials[key] = newPolynomial(side, e, gw, gb, repaired)
	}
	return polynomials[key][p][s]
}

// newPolynomial returns the product of the polynomials of all files. The reference set has no pair on the file of an en passant pawn that
// is in none; the repaired set has.
func newPolynomial(side, enPassant, whiteInPair, blackInPair int, repaired bool) *polynomial {
	multiply := func(a, b *polynomial) (c polynomial) {
		for i := range a {
			for j := range b {
				for g := range a[i] {
					for h := range b[j] {
						if i+j < 9 && g+h < 33 {
							c[i+j][g+h] += a[i][g] * b[j][h]
						}
					}
				}
			}
		}
		return c
	}
	// filePolynomial counts the choices on a file by its rows 1 to 6 from the top: '.' is free, on 'x' nothing may
	// stand, 'P' and 'p' are the white and the black en passant pawn. With inPair such a pawn must be in the pair.
	filePolynomial := func(rows string, inPair bool) (counts polynomial) {
		pawn := -1 // row of the en passant pawn, -1 for none
		for r := range rows {
			if rows[r] == 'P' || rows[r] == 'p' {
				pawn = r
			}
		}
		if !inPair {
			counts[0][0] = 1
		}
		for black := range 6 {
			for white := black + 1; white < 6; white++ {
				isBlocked := rows[black] == 'x' || rows[white] == 'x' || rows[black] == 'P' || rows[white] == 'p'
				if isBlocked || black < pawn && pawn < white { // not possible, or not opposing because of the pawn between
					continue
				}
				hasPawn := black == pawn || white == pawn
				if pawn >= 0 && (hasPawn != inPair || !inPair && !repaired) {
					continue
				}
				counts[1][white-black-1]++
			}
		}
		return counts
	}
	free := filePolynomial("......", false)
	product := polynomial{}
	product[0][0] = 1
	n := 8
	if enPassant == 1 {
		white, black := "..P...", "xxp..."
		if side == 1 {
			white, black = "...Pxx", "...p.."
		}
		whiteFile, blackFile := filePolynomial(white, whiteInPair == 1), filePolynomial(black, blackInPair == 1)
		product = multiply(&whiteFile, &blackFile)
		n = 6
	}
	for range n {
		product = multiply(&product, &free)
	}
	return &product
}

// TestPairCounts compares pairWays with coefficients of polynomials.
func TestPairCounts(t *testing.T) {
	for v := range variants {
		side, isRepaired := (int(v)+1)%2, v >= repWhite
		for gw := range 1 + v.e() {
			for gb := range 1 + v.e() {
				for p := gw + gb; p <= 8; p += 2 {
					for s := 0; s <= 4*p; s += 3 {
						want := polynomialPairs(side, v.e(), gw, gb, p, s, isRepaired)
						if got := pairWays(v, gw, gb, p, s); got != want {
							t.Errorf("variant %d, flags %d %d, p=%d, s=%d: %d placements, want %d", v, gw, gb, p, s, got, want)
						}
					}
				}
			}
		}
	}
}

// TestSmallStructures lists all pawn structures with few pawns. Each diagram must occur as often as its
// multiplicity, and in the repaired set all diagrams with enough files with a pair must occur.
func TestSmallStructures(t *testing.T) {
	testkit.Medium(t)
	for _, test := range []struct{ version, side, e, pw, pb, p int }{
		{0, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 2, 1}, {0, 0, 0, 2, 2, 2}, {0, 0, 0, 2, 1, 1},
		{0, 0, 1, 0, 0, 0}, {0, 0, 1, 1, 0, 0}, {0, 0, 1, 1, 1, 1}, {0, 1, 1, 1, 1, 1}, {0, 0, 1, 1, 1, 2}, {0, 1, 1, 2, 1, 2},
		{1, 0, 1, 1, 1, 0}, {1, 0, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {1, 0, 1, 1, 1, 2}, {1, 1, 1, 2, 1, 2}, {1, 1, 1, 1, 2, 2},
	} {
		s := &Space{version: test.version}
		v := variantOf(test.version, test.side, test.e)
		st := &allStructures[v][test.pw][test.pb][test.p]
		b := &block{table: &caseTable{enPassant: test.e, variant: v}, couple: couple{p: test.p, structures: st}}

		type key struct {
			white, black uint64
			victim       int
		}
		type structure struct {
			key
			capturer int
			list     pairList
		}
		seen := map[structure]bool{}
		occurrences, multiplicities := map[key]int{}, map[key]int{}
		for i := range st.total * v.placements() {
			e := element{side: test.side}
			e.unrankStructure(b, i)
			found := structure{key{e.white, e.black, e.victim}, e.capturer, e.list}
			if seen[found] {
				t.Fatalf("%+v: structure %d occurs twice: %+v", test, i, found)
			}
			seen[found] = true
			occurrences[found.key]++
			index, number, m := s.equivalents(&e)
			if index < 0 || index >= number || m > number {
				t.Fatalf("%+v: structure %d: index %d of %d, multiplicity %d", test, i, index, number, m)
			}
			multiplicities[found.key] = m
			if got, ok := e.rankStructure(b); !ok || got != i {
				t.Fatalf("%+v: structure %d ranks as %d, %v", test, i, got, ok)
			}
		}
		for k, n := range occurrences {
			if n != multiplicities[k] {
				t.Fatalf("%+v: pawns %x %x occur %d times, multiplicity %d", test, k.white, k.black, n, multiplicities[k])
			}
		}
		if test.version == repaired || test.e == 0 {
			if want := countDiagrams(test.side, test.e, test.pw, test.pb, test.p); len(occurrences) != want {
				t.Errorf("%+v: %d diagrams, want %d", test, len(occurrences), want)
			}
		}
	}
}

// countDiagrams returns the number of pawn diagrams (with victim) that have at least p files with a
// black pawn above a white one. It tries all diagrams.
func countDiagrams(side, enPassant, whitePawns, blackPawns, p int) (n int) {
	var place func(sq, w, b int, white, black, forbidden uint64)
	place = func(sq, w, b int, white, black, forbidden uint64) {
		if w+b == 0 {
			files := 0
			for f := range 8 {
				above := false
				for sq := f + 8; sq < 56; sq += 8 {
					if black>>sq&1 != 0 {
						above = true
					} else if white>>sq&1 != 0 && above {
						files++
						break
					}
				}
			}
			if files >= p {
				n++
			}
			return
		}
		for ; sq < 56; sq++ {
			if forbidden>>sq&1 != 0 {
				continue
			}
			if w > 0 {
				place(sq+1, w-1, b, white|1<<sq, black, forbidden)
			}
			if b > 0 {
				place(sq+1, w, b-1, white, black|1<<sq, forbidden)
			}
		}
	}
	if enPassant == 0 {
		place(8, whitePawns, blackPawns, 0, 0, 0)
		return n
	}
	// With two possible capturers a diagram must be counted once: the free pawns
	// may not stand beside victim on the right if the capturer stands on its right.
	for k := range 14 {
		situation := element{side: side}
		situation.placeEnPassant(k)
		place(8, whitePawns, blackPawns, situation.white, situation.black, situation.white|situation.black|situation.reserved)
		if situation.capturer == situation.victim+1 && situation.victim&7 > 0 {
			before := n
			w, b, wp, bp := situation.white, situation.black, whitePawns, blackPawns
			if side == 0 {
				w, wp = w|1<<(situation.victim-1), wp-1
			} else {
				b, bp = b|1<<(situation.victim-1), bp-1
			}
			if wp >= 0 && bp >= 0 {
				place(8, wp, bp, w, b, w|b|situation.reserved)
			}
			n = before - (n - before)
		}
	}
	return n
}
