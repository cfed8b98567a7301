package ranked

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"math/big"
	"math/bits"
	"strconv"
	"sync"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// spaces returns the reference set and the repaired set, which are made once for all tests.
var spaces = sync.OnceValue(func() [2]*Space { return [2]*Space{New(), NewRepaired()} })

// caseSizes lists the sizes of the 18 cases with White and with Black to move, from docs/REFERENCE.md, section 1.
var caseSizes = [18][2]string{
	{"4317116501858047620299900728599356147494556640", "4317116501858047620299900728599356147494556640"},
	{"31999595200733582973106880061728861929069928", "31999595200733582973106880061728861929069928"},
	{"6922142764395483618137561107749568789790148", "6922142764395483618137561107749568789790148"},
	{"54444384271688044810990508417111948991768", "54308353407259673025385006313129004055128"},
	{"136530769984693307040227830128737122354029", "136530769984693307040227830128737122354029"},
	{"1035365889143551932685537903363800096422", "1028637537652354045548219736317757984742"},
	{"6922142764395483618137561107749568789790148", "6922142764395483618137561107749568789790148"},
	{"54308353407259673025385006313129004055128", "54444384271688044810990508417111948991768"},
	{"11745419798256512510493235052589222172668", "11745419798256512510493235052589222172668"},
	{"98172517157950055940864091510815802248", "98172517157950055940864091510815802248"},
	{"235958281122206691085936171885340863152", "235958281122206691085936171885340863152"},
	{"1903336650826558863672909067902430108", "1895642836539897140574420164647093916"},
	{"136530769984693307040227830128737122354029", "136530769984693307040227830128737122354029"},
	{"1028637537652354045548219736317757984742", "1035365889143551932685537903363800096422"},
	{"235958281122206691085936171885340863152", "235958281122206691085936171885340863152"},
	{"1895642836539897140574420164647093916", "1903336650826558863672909067902430108"},
	{"4729971278292293446735355275667009679", "4729971278292293446735355275667009679"},
	{"36635290891989131864827262732080222", "36635290891989131864827262732080222"},
}

// toBig returns a number of package arith.
func toBig(x arith.U192) *big.Int { return (&uint256.Int{x[0], x[1], x[2]}).ToBig() }

// TestSizes compares the sizes of the cases with published figures, and the size of the repaired set with that of
// plainSize. Stored sums must have at most 183 bits.
func TestSizes(t *testing.T) {
	ref, rep := spaces()[0], spaces()[1]
	if got, want := ref.Size().String(), "8726713169886222032347729969256422370854716254"; got != want {
		t.Errorf("size of the reference set %s, want %s", got, want)
	}
	for side := range 2 {
		for k := range 18 {
			testkit.Equal(t, toBig(ref.cases[side][k].size).String(), caseSizes[k][side], "case", k, "side", side, "size")
			if k%2 == 0 && rep.cases[side][k].size != ref.cases[side][k].size {
				t.Errorf("case %d without en passant differs in the repaired set", k)
			}
			if k%2 == 1 && !arith.Less192(&ref.cases[side][k].size, &rep.cases[side][k].size) {
				t.Errorf("case %d: the repaired set is not larger", k)
			}
		}
	}
	// The repaired set's size is our own figure; plainSize computes it another way.
	if got, want := rep.Size(), plainSize(); got.Cmp(want) != 0 {
		t.Errorf("size of the repaired set %v, plain computation %v", got, want)
	}
	for side := range 2 {
		for k, c := range rep.cases[side] {
			if n := c.sizeBits(); n > 183 {
				t.Errorf("side %d, case %d: sums need %d bits", side, k, n)
			}
		}
	}
}

// plainSize returns the size of the repaired set, computed from the definition with big
// integers, class by class, and with pair counts from polynomials.
func plainSize() *big.Int {
	sum := new(big.Int)
	var orders [64][64]*big.Int // (E+F)_F by F and E, nil if not yet computed
	for side := range 2 {
		for k := range 18 {
			whiteRooks, blackRooks, enPassant := k/6, k/2%3, k%2
			white, black := armyTables[whiteRooks][enPassant], armyTables[blackRooks][enPassant]
			// Per class: lambda times the sum over its stats of the number of armies
			// over the product of the factorials.
			sums := func(t *armyTable) []*big.Int {
				list := make([]*big.Int, len(t.classes))
				for i, s := range t.stats {
					c := t.classOf[i]
					if list[c] == nil {
						list[c] = new(big.Int)
					}
					list[c].Add(list[c], big.NewInt(int64(len(s.armies))*lambda/int64(s.product)))
				}
				return list
			}
			whiteSums, blackSums := sums(white), sums(black)
			total, n := new(big.Int), new(big.Int)
			for i, w := range white.classes {
				for j, b := range black.classes {
					n.Set(countStructures(side, enPassant, 32-w.men-b.men, &w, &b))
					if n.Sign() == 0 {
						continue
					}
					free := white.freePieces(w.men, w.pawns) + black.freePieces(b.men, b.pawns)
					empty := 64 - 2*enPassant - w.men - b.men
					if orders[free][empty] == nil {
						orders[free][empty] = new(big.Int).MulRange(int64(empty+1), int64(empty+free))
					}
					n.Mul(n, orders[free][empty])
					n.Mul(n, big.NewInt(int64(castlings(whiteRooks)*castlings(blackRooks))))
					total.Add(total, n.Mul(n.Mul(n, whiteSums[i]), blackSums[j]))
				}
			}
			q, r := total.QuoRem(total, big.NewInt(lambda*lambda), new(big.Int))
			if r.Sign() != 0 {
				panic("case size is not an integer")
			}
			sum.Add(sum, q)
		}
	}
	return sum
}

// structureCounts holds results of countStructures by the numbers that they depend on.
var structureCounts = map[[5]int]*big.Int{}

// countStructures returns the number of pawn structures of two classes with caps men missing, in all placements of the
// en passant pawns, from the definition of the repaired set.
func countStructures(side, enPassant, caps int, w, b *class) *big.Int {
	xw, xb := 8-enPassant-w.pawns-w.promotions, 8-enPassant-b.pawns-b.promotions
	if xb+caps-w.promotions < 0 || xw+caps-b.promotions < 0 {
		return new(big.Int)
	}
	p := max(0, 8-caps-xw-xb)
	key := [5]int{side, enPassant, w.pawns, b.pawns, p}
	if count := structureCounts[key]; count != nil {
		return count
	}
	sum := new(big.Int)
	structureCounts[key] = sum
	for gw := range 1 + enPassant {
		for gb := range 1 + enPassant {
			for s := 0; s <= 4*p; s++ {
				freeWhite, freeBlack := w.pawns-(p-gw), b.pawns-(p-gb)
				n := 48 - 4*enPassant - 2*p + gw + gb - s
				if freeWhite < 0 || freeBlack < 0 || n < freeWhite+freeBlack {
					continue
				}
				x := new(big.Int).Binomial(int64(n), int64(freeWhite))
				x.Mul(x, new(big.Int).Binomial(int64(n-freeWhite), int64(freeBlack)))
				x.Mul(x, new(big.Int).SetUint64(polynomialPairs(side, enPassant, gw, gb, p, s, true)))
				sum.Add(sum, x)
			}
		}
	}
	if enPassant == 1 {
		sum.Mul(sum, big.NewInt(14))
	}
	return sum
}

// TestArmyTables compares the army tables with figures and a hash of the reference.
func TestArmyTables(t *testing.T) {
	// Figures and hash from docs/REFERENCE.md, section 2.
	want := [6][5]int{{1363, 324, 8694, 2648, 24}, {996, 260, 6046, 1986, 24}, {1335, 279, 6978, 2182, 24},
		{965, 224, 4796, 1618, 24}, {1393, 270, 5262, 1716, 24}, {1001, 216, 3546, 1250, 18}}
	var h hash.Hash = sha256.New()
	for k := range 6 {
		fixedRooks, enPassant := k/2, k%2
		table := armyTables[fixedRooks][enPassant]
		got := [5]int{len(table.stats), len(table.classes)}
		tuples := map[army]bool{}
		for i, s := range table.stats {
			fmt.Fprintf(h, "%d %d %d %d %d %d %d", fixedRooks, enPassant, i, s.men, s.pawns, s.promotions, s.code)
			for _, a := range s.armies {
				fmt.Fprintf(h, " %d,%d,%d,%d", a.q, a.r, a.b, a.n)
				tuples[a] = true
				if a.product() != s.product || lambda%s.product != 0 {
					t.Errorf("army %v: product %d in a stat of product %d", a, a.product(), s.product)
				}
			}
			h.Write([]byte("\n"))
			got[2] += len(s.armies)
			got[4] = max(got[4], len(s.armies))
		}
		got[3] = len(tuples)
		testkit.Equal(t, got, want[k], "f=", fixedRooks, "e=", enPassant, "stats, classes, armies, tuples, longest")
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != "af5ee5eecda580158d8178f5665c6b0c7541e7f2b4a6fd0ec943a534962b7224" {
		t.Errorf("army tables hash to %s", got)
	}
}

// TestStructureCounts compares numbers of pawn structures and blocks with the reference.
func TestStructureCounts(t *testing.T) {
	// docs/REFERENCE.md, section 3.
	for _, test := range []struct {
		variant   variant
		p, pw, pb int
		want      uint64
	}{
		{plain, 0, 2, 3, 17123040}, {plain, 1, 2, 3, 5005296}, {plain, 2, 5, 5, 614841464160},
		{plain, 0, 8, 8, 29019905518636890}, {plain, 4, 8, 8, 6326764743915000}, {plain, 8, 8, 8, 2562890625},
		{refWhite, 0, 0, 0, 14}, {refWhite, 0, 2, 3, 152041120}, {refWhite, 1, 2, 3, 78030008},
		{refWhite, 2, 5, 5, 6346246898040}, {refWhite, 3, 4, 5, 116405633400}, {refWhite, 8, 7, 7, 956812500},
		{refBlack, 0, 0, 0, 14}, {refBlack, 0, 2, 3, 152041120}, {refBlack, 1, 2, 3, 80865568},
		{refBlack, 2, 5, 5, 6346246898040}, {refBlack, 3, 4, 5, 121049090400}, {refBlack, 8, 7, 7, 956812500},
	} {
		if got := allStructures[test.variant][test.pw][test.pb][test.p].total * test.variant.placements(); got != test.want {
			t.Errorf("variant %d, p=%d, pawns %d %d: %d structures, want %d", test.variant, test.p, test.pw, test.pb, got, test.want)
		}
	}
	for s, want := range []uint64{375, 600, 690, 660, 525, 300, 150, 60, 15} {
		testkit.Equal(t, ways(2, s, 6), want, "A(2", s, "6)")
	}
	blocks := 0
	for _, table := range spaces()[0].cases[0] {
		for _, w := range table.white.classes {
			for _, b := range table.black.classes {
				if table.couple(&w, &b).structures != nil {
					blocks += (len(w.weightsBefore) - 1) * (len(b.weightsBefore) - 1)
				}
			}
		}
	}
	if blocks != 20666387 {
		t.Errorf("%d blocks that are not empty with White to move, want 20666387", blocks)
	}
}

// checkPair unranks and ranks a published pair of rank and line. With an empty multiplicity, that of the draw must be its
// number of equivalents.
func checkPair(t *testing.T, s *Space, rank, line, multiplicity string) {
	t.Helper()
	r, err := sampler.ParseRank(s, rank)
	if err != nil {
		t.Error(err)
		return
	}
	var d sampler.Draw
	s.Unrank(&d, &r)
	if got := d.FEN(); got.String() != line {
		t.Errorf("Unrank(%s) = %v, want %s", rank, got, line)
	}
	if multiplicity != "" && strconv.Itoa(d.Multiplicity) != multiplicity {
		t.Errorf("%s: multiplicity %d, want %s", line, d.Multiplicity, multiplicity)
	} else if multiplicity == "" && d.Multiplicity != d.Equivalents {
		t.Errorf("%s: multiplicity %d differs from the published one", line, d.Multiplicity)
	}
	parsed, err := chess.ParseFEN(line)
	if err != nil {
		t.Error(err)
		return
	}
	back := sampler.FromFEN(parsed)
	if got, err := s.Rank(&back); err != nil || got != r {
		t.Errorf("Rank(%s) = %v, %v, want %s", line, got.ToBig(), err, rank)
	}
	if back != d {
		t.Errorf("%s: Rank set %+v, Unrank %+v", line, back, d)
	}
}

// TestPublishedPairs checks the pairs of rank and line that the reference published.
func TestPublishedPairs(t *testing.T) {
	for _, fields := range append(devdata.Rows(t, devdata.RankedPairs, 2), devdata.Rows(t, devdata.RankedCases, 2)...) {
		multiplicity := ""
		if len(fields) > 2 {
			multiplicity = fields[2]
		}
		checkPair(t, spaces()[0], fields[0], fields[1], multiplicity)
	}
}

// TestInitialPosition ranks the initial position in both sets, and compares its rank in the reference set.
func TestInitialPosition(t *testing.T) {
	for _, s := range spaces() {
		d := sampler.Draw{Setup: chess.InitialSetup(), Equivalents: 1}
		r, err := s.Rank(&d)
		if err != nil || d.Multiplicity != 1 {
			t.Fatalf("%s: rank of the initial position: %v, multiplicity %d", s.Name(), err, d.Multiplicity)
		}
		if s.version == reference && r.Dec() != "4363356584906475725281875852763383495825704796" {
			t.Errorf("rank of the initial position %s", r.Dec())
		}
	}
}

// sizeBits returns the number of bits of the largest stored sum, or 0 if it is below 2^128.
func (t *caseTable) sizeBits() (n int) {
	for i := range t.blackSums {
		if r := &t.blackSums[i]; r[2] != 0 {
			n = max(n, 128+bits.Len64(r[2]))
		}
	}
	return n
}
