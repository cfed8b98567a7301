package placement

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestOfficerCodes checks all codes of up to six officers: they come back from vector and arrangement, keep to the limits, are in order of
// promoted men, and agree with countUpTo and countWith.
func TestOfficerCodes(t *testing.T) {
	for _, most := range []Officers{{30, 30, 30, 30}, {2, 2, 2, 1}, {1, 0, 3, 2}} { // knights, bishops, rooks, queens
		l := Limits{Most: most}
		for fixed := range 3 { // rooks with castling rights
			for o := range 7 { // officers besides
				table := newOfficerTable(&l, o, fixed)
				byPromoted := make([]uint64, 20)
				last := 0
				for code := range table.countUpTo(30) {
					v, x := table.vectorAt(code)
					back, ok := table.codeOf(v, x)
					all := v.withRooks(fixed)
					promoted := all.promoted()
					if !ok || back != code {
						t.Fatalf("%d officers beside %d rooks, code %d: %+v, %d, which is code %d", o, fixed, code, v, x, back)
					}
					isBeyond := all.Knights > most.Knights || all.Bishops > most.Bishops || all.Rooks > most.Rooks || all.Queens > most.Queens
					if v.total() != o || x >= v.arrangements() || isBeyond {
						t.Fatalf("%d officers beside %d rooks, code %d: %+v, arrangement %d, do not keep to %+v", o, fixed, code, v, x, most)
					}
					if promoted < last {
						t.Fatalf("%d officers beside %d rooks, code %d: %d promoted after %d", o, fixed, code, promoted, last)
					}
					byPromoted[promoted]++
					last = promoted
				}
				sum := uint64(0)
				for promoted, n := range byPromoted {
					sum += n
					if with, upTo := table.countWith(promoted), table.countUpTo(promoted); with != n || upTo != sum {
						t.Errorf("%d officers: %d codes with %d promoted, %d up to that; want %d, %d", o, with, promoted, upTo, n, sum)
					}
				}
			}
		}
	}
	table := newOfficerTable(&Limits{Most: Officers{Knights: 1, Bishops: 1, Rooks: 1, Queens: 1}}, 2, 0)
	if _, ok := table.codeOf(Officers{Knights: 2}, 0); ok || table.countUpTo(-1) != 0 {
		t.Error("a vector beyond the limits has a code")
	}
}

// TestPairsOfCodes splits and joins random codes in random blocks of a large table, with and without the limit that
// promotions are balanced. Pairs that are not balanced must have no code.
func TestPairsOfCodes(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 1))
	refused := 0
	for _, isBalanced := range []bool{true, false} {
		table := NewTable("test", fewCases, Limits{PawnSquares: ^(chess.Row1 | chess.Row8), Side: 15, Both: 30, Pawns: 8,
			Most: Officers{Knights: 10, Bishops: 10, Rooks: 10, Queens: 9}, Balanced: isBalanced})
		for range 3000 {
			b := table.blocks[src.IntN(len(table.blocks))]
			white, black := table.armies(b)
			code := src.Uint64N(table.codes(white, black))
			whiteCode, blackCode := table.split(code, white, black)
			if back, ok := table.join(whiteCode, blackCode, white, black); !ok || back != code {
				t.Fatalf("%+v: code %d is %d and %d, which are %d, %v", b, code, whiteCode, blackCode, back, ok)
			}
			whiteCode = src.Uint64N(white.table.countUpTo(mostOfficers))
			blackCode = src.Uint64N(black.table.countUpTo(mostOfficers))
			whiteOfficers, _ := white.table.vectorAt(whiteCode)
			blackOfficers, _ := black.table.vectorAt(blackCode)
			rooks := table.groups[b.group].rooks
			want := !isBalanced || balanced(white.side, whiteOfficers.withRooks(rooks[0]).promoted(),
				black.side, blackOfficers.withRooks(rooks[1]).promoted())
			if _, ok := table.join(whiteCode, blackCode, white, black); ok != want {
				t.Fatalf("%+v with %+v and %+v: has a code: %v, want %v", b, whiteOfficers, blackOfficers, ok, want)
			}
			if !want {
				refused++
			}
		}
	}
	if refused < 100 {
		t.Errorf("only %d pairs were refused", refused)
	}
}

// TestRestrict compares restricted tables with lists of the elements for which the predicate holds.
func TestRestrict(t *testing.T) {
	testkit.Medium(t)
	for i, table := range smallTables() {
		list := elements(table)
		for _, p := range predicates {
			smaller, ok := table.Restrict("part", p)
			if !ok {
				t.Errorf("%v is not known", p)
				continue
			}
			count := 0
			for _, e := range list {
				if !p.Holds(&e.setup) {
					if _, err := smaller.Rank(&e.setup, e.c); err == nil {
						t.Fatalf("table %d, %v: %v has a rank", i, p, e.setup)
					}
					continue
				}
				count++
				rank, err := smaller.Rank(&e.setup, e.c)
				if err != nil {
					t.Fatalf("table %d, %v: %v: %v", i, p, e.setup, err)
				}
				if s, from := smaller.Unrank(&rank); s != e.setup || from != e.c.From {
					t.Fatalf("table %d, %v: %v comes back as %v", i, p, e.setup, s)
				}
			}
			if smaller.Size().Uint64() != uint64(count) {
				t.Errorf("table %d, %v: size %v, want %d", i, p, smaller.Size(), count)
			}
			checkTwice(t, table, p)
		}
	}
}

// checkTwice restricts a table by p and each other predicate, in both orders.
func checkTwice(t *testing.T, table *Table, p predicate) {
	t.Helper()
	for _, q := range predicates {
		a, _ := table.Restrict("", p)
		a, _ = a.Restrict("", q)
		b, _ := table.Restrict("", q)
		b, _ = b.Restrict("", p)
		if a.Size().Cmp(b.Size()) != 0 || !slices.Equal(a.cases, b.cases) {
			t.Errorf("%v and %v: %v elements, in the other order %v", p, q, a.Size(), b.Size())
		}
	}
}
