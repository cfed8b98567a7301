package ranked

import (
	"testing"

	"chesscensus/internal/testing/testkit"
)

type poly [9][33]uint64

// polynomials remembers what polynomial has computed.
var polynomials = map[[5]int]*poly{}

// polynomialPairs counts the placements of p pairs with total gap s from per-file
// polynomials, in which the coefficient of x^k y^g counts the choices on one file
// with k pairs and gap g. Unlike the code it goes square by square.
func polynomialPairs(side, e, gw, gb, p, s int, repaired bool) uint64 {
	key := [5]int{side, e, gw, gb, 0}
	if repaired {
		key[4] = 1
	}
	if polynomials[key] == nil {
		polynomials[key] = polynomial(side, e, gw, gb, repaired)
	}
	return polynomials[key][p][s]
}

func polynomial(side, e, gw, gb int, repaired bool) *poly {
	mul := func(a, b *poly) (c poly) {
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
	// file counts the choices on a file where rows 1 to 6 hold: '.' free, 'x'
	// nothing may stand, 'P' or 'p' the en passant pawn. own says whether the en
	// passant pawn must be in the pair.
	file := func(rows string, own bool) (a poly) {
		pawn := -1
		for r := range rows {
			if rows[r] == 'P' || rows[r] == 'p' {
				pawn = r
			}
		}
		if !own {
			a[0][0] = 1
		}
		for b := 0; b < 6; b++ {
			for w := b + 1; w < 6; w++ {
				if rows[b] == 'x' || rows[w] == 'x' || rows[b] == 'P' || rows[w] == 'p' || b < pawn && pawn < w {
					continue // pair not possible, or not opposing because of the pawn between
				}
				if uses := b == pawn || w == pawn; pawn >= 0 && uses != own || pawn >= 0 && !own && !repaired {
					continue
				}
				a[1][w-b-1]++
			}
		}
		return a
	}
	free := file("......", false)
	product := poly{}
	product[0][0] = 1
	n := 8
	if e == 1 {
		white, black := "..P...", "xxp..."
		if side == 1 {
			white, black = "...Pxx", "...p.."
		}
		w, b := file(white, gw == 1), file(black, gb == 1)
		product = mul(&w, &b)
		n = 6
	}
	for range n {
		product = mul(&product, &free)
	}
	return &product
}

func TestPairCounts(t *testing.T) {
	for v := range variants {
		side, rep := (int(v)+1)%2, v >= repWhite
		for gw := range 1 + v.e() {
			for gb := range 1 + v.e() {
				for p := gw + gb; p <= 8; p += 2 {
					for s := 0; s <= 4*p; s += 3 {
						want := polynomialPairs(side, v.e(), gw, gb, p, s, rep)
						if got := pairWays(v, gw, gb, p, s); got != want {
							t.Errorf("variant %d, flags %d %d, p=%d, s=%d: %d placements, want %d", v, gw, gb, p, s, got, want)
						}
					}
				}
			}
		}
	}
}

// TestSmallStructures enumerates all pawn structures with few pawns and compares
// them with all diagrams of these pawns: every diagram with enough pairs must be
// there as often as its multiplicity says, and no other.
func TestSmallStructures(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []struct{ version, side, e, pw, pb, p int }{
		{0, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 2, 1}, {0, 0, 0, 2, 2, 2}, {0, 0, 0, 2, 1, 1},
		{0, 0, 1, 0, 0, 0}, {0, 0, 1, 1, 0, 0}, {0, 0, 1, 1, 1, 1}, {0, 1, 1, 1, 1, 1}, {0, 0, 1, 1, 1, 2}, {0, 1, 1, 2, 1, 2},
		{1, 0, 1, 1, 1, 0}, {1, 0, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {1, 0, 1, 1, 1, 2}, {1, 1, 1, 2, 1, 2}, {1, 1, 1, 1, 2, 2},
	} {
		s := &Space{version: c.version}
		v := variantOf(c.version, c.side, c.e)
		st := &allStructures[v][c.pw][c.pb][c.p]
		b := &block{table: &caseTable{e: c.e, variant: v}, couple: couple{p: c.p, structures: st}}

		type key struct {
			white, black uint64
			z            int
		}
		type full struct {
			key
			capturer int
			list     pairList
		}
		seen := map[full]bool{}
		times, mult := map[key]int{}, map[key]int{}
		for i := range st.total * v.placements() {
			e := element{side: c.side}
			e.unrankStructure(b, i)
			f := full{key{e.white, e.black, e.z}, e.capturer, e.list}
			if seen[f] {
				t.Fatalf("%+v: structure %d occurs twice: %+v", c, i, f)
			}
			seen[f] = true
			times[f.key]++
			index, number, m := s.equivalents(&e)
			if index < 0 || index >= number || m > number {
				t.Fatalf("%+v: structure %d: index %d of %d, multiplicity %d", c, i, index, number, m)
			}
			mult[f.key] = m
			if got, ok := e.rankStructure(b); !ok || got != i {
				t.Fatalf("%+v: structure %d ranks as %d, %v", c, i, got, ok)
			}
		}
		for k, n := range times {
			if n != mult[k] {
				t.Fatalf("%+v: pawns %x %x occur %d times, multiplicity %d", c, k.white, k.black, n, mult[k])
			}
		}
		if c.version == repaired || c.e == 0 {
			if want := countDiagrams(c.side, c.e, c.pw, c.pb, c.p); len(times) != want {
				t.Errorf("%+v: %d diagrams, want %d", c, len(times), want)
			}
		}
	}
}

// countDiagrams counts the pawn diagrams (with z) that have p files with a black
// pawn above a white one, by trying all of them.
func countDiagrams(side, e, pw, pb, p int) (n int) {
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
	if e == 0 {
		place(8, pw, pb, 0, 0, 0)
		return n
	}
	// With two possible capturers a diagram must be counted once: the free pawns
	// may not stand beside z on the right if the capturer stands on its right.
	for k := range 14 {
		el := element{side: side}
		el.placeEnPassant(k)
		place(8, pw, pb, el.white, el.black, el.white|el.black|el.reserved)
		if el.capturer == el.z+1 && el.z&7 > 0 {
			double := n
			w, b, wp, bp := el.white, el.black, pw, pb
			if side == 0 {
				w, wp = w|1<<(el.z-1), wp-1
			} else {
				b, bp = b|1<<(el.z-1), bp-1
			}
			if wp >= 0 && bp >= 0 {
				place(8, wp, bp, w, b, w|b|el.reserved)
			}
			n = double - (n - double)
		}
	}
	return n
}
