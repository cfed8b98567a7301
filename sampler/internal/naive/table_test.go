package naive

import (
	"context"
	"math/big"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
)

// The table as the document prints it: men, k, k!, C, P and their product.
var publishedRows = [][6]string{
	{"2", "0", "1", "1", "249984", "249984"},
	{"3", "1", "1", "30", "15249000", "457471000"},
	{"4", "2", "2", "435", "914941000", "398000000000"},
	{"5", "3", "6", "4060", "53981500000", "219165000000000"},
	{"6", "4", "24", "27405", "3.13E+012", "8.58E+016"},
	{"28", "26", "4.03E+026", "27405", "1.23E+047", "3.37E+053"},
	{"29", "27", "1.09E+028", "4060", "4.30E+050", "1.74E+054"},
	{"30", "28", "3.05E+029", "435", "1.46E+052", "6.36E+054"},
	{"31", "29", "8.84E+030", "30", "4.82E+053", "1.45E+055"},
	{"32", "30", "2.65E+032", "1", "1.54E+055", "1.54E+055"},
}

// agreesWith reports whether a printed number is x, or x rounded to its last digit
// that is not 0 or, with an exponent, to the digits shown.
func agreesWith(t *testing.T, printed string, x *big.Int) bool {
	t.Helper()
	f, _, err := big.ParseFloat(printed, 10, 300, big.ToNearestEven)
	testkit.OK(t, err)
	n, _ := f.Int(nil)
	digits := n.String()
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(digits)-3)), nil)
	if len(printed) == len(digits) { // in full: rounded to the zeros at the end
		unit.SetInt64(1)
		for ten := big.NewInt(10); ; unit.Mul(unit, ten) {
			if new(big.Int).Rem(n, new(big.Int).Mul(unit, ten)).Sign() != 0 {
				break
			}
		}
	}
	n.Sub(n, x)
	return n.Abs(n).Cmp(unit.Rsh(unit, 1)) <= 0
}

// TestPublishedTable recomputes every row that the document prints: its columns
// are those of one man more, and one exponent is a misprint.
func TestPublishedTable(t *testing.T) {
	rows := table()
	total := new(big.Int)
	for _, r := range rows {
		total.Add(total, r.Product)
		if ratio := new(big.Int).Quo(r.PublishedPlacements, r.Placements); ratio.Int64() != int64(62-r.K) {
			t.Errorf("k=%d: the published column is %v times too large", r.K, ratio)
		}
	}
	if total.Cmp(NewKrinitskii().Size()) != 0 || len(rows) != 31 {
		t.Errorf("%d rows add up to %v, want the size of the space", len(rows), total)
	}
	for _, printed := range publishedRows {
		k, _ := new(big.Int).SetString(printed[1], 10)
		r := rows[k.Int64()]
		check := func(what, printed string, x *big.Int, want bool) {
			t.Helper()
			if agreesWith(t, printed, x) != want {
				t.Errorf("k=%d: %s is printed as %s and computed as %v", r.K, what, printed, x)
			}
		}
		check("men", printed[0], big.NewInt(int64(r.Men)), true)
		check("k!", printed[2], r.Factorial, true)
		check("C(30,k)", printed[3], r.Choices, true)
		check("P(64,k+3)", printed[4], r.PublishedPlacements, r.K != 26) // 1.23E+047 for 1.23E+049
		check("the product", printed[5], r.PublishedProduct, true)
		check("P(64,k+2)", printed[4], r.Placements, false)
	}
	if !agreesWith(t, "1.23E+049", rows[26].PublishedPlacements) {
		t.Errorf("k=26: %v", rows[26].PublishedPlacements)
	}
}

// TestHardlyAnyDrawIsLegal lets the engine judge draws at effort static, and counts the draws that pass the first test of any:
// one king a side in the first set, pawns on the rows 2 to 7 in the second. These counts have exact laws; draws that are not refuted are
// so rare that none is to be expected in the first set, and one in a hundred thousand draws in the second.
func TestHardlyAnyDrawIsLegal(t *testing.T) {
	engine := testkit.Must(legality.New(legality.Options{Effort: verdict.Static}))(t)
	n := uint64(drawCount())
	for i, s := range spaces() {
		p := [2]float64{kingsProbability(), pawnsProbability()}[i]
		passed, hits := 0, 0
		for _, d := range sampler.NewStream(s, 4).Draws(0, n) {
			b := &d.Setup.Board
			switch i {
			case 0:
				if b.Pieces(chess.White, chess.King).Count() == 1 && b.Pieces(chess.Black, chess.King).Count() == 1 {
					passed++
				}
			case 1:
				if b.Of(chess.Pawn)&(chess.Row1|chess.Row8) == 0 {
					passed++
				}
			}
			if v := engine.Judge(context.Background(), d.Setup); v.Outcome != verdict.Illegal {
				hits++
			}
		}
		t.Logf("%s: %d draws, %d pass the first test, probability %.4g; %d not refuted", s.Name(), n, passed, p, hits)
		// Two-sided at six standard deviations, with room for the Poisson law.
		if mean := p * float64(n); (float64(passed)-mean)*(float64(passed)-mean) > 36*(mean+1) {
			t.Errorf("%s: %d draws pass, expected %.1f", s.Name(), passed, mean)
		}
		if limit := [2]float64{0, 10 + float64(n)/20000}[i]; float64(hits) > limit {
			t.Errorf("%s: %d draws are not refuted, want %v at most", s.Name(), hits, limit)
		}
	}
}

// kingsProbability is the probability of one king a side on a board of 13 things:
// 64*63 squares for them, and 11 things on the others.
func kingsProbability() float64 {
	n := new(big.Int).Mul(big.NewInt(64*63), new(big.Int).Exp(big.NewInt(11), big.NewInt(62), nil))
	p, _ := new(big.Rat).SetFrac(n, new(big.Int).Exp(big.NewInt(13), big.NewInt(64), nil)).Float64()
	return p
}

// pawnsProbability is the probability that all pawns of an element of Krinitskii's set stand on the rows 2 to 7: of
// 16 pawns p go to 48 squares, of 14 others k-p and the kings to the rest.
func pawnsProbability() float64 {
	sum := new(big.Int)
	for p := range 17 {
		for q := range 15 {
			x := new(big.Int).Mul(new(big.Int).Binomial(16, int64(p)), new(big.Int).Binomial(14, int64(q)))
			sum.Add(sum, x.Mul(x, permutations(48, p)).Mul(x, permutations(64-p, q+2)))
		}
	}
	f, _ := new(big.Rat).SetFrac(sum, NewKrinitskii().Size()).Float64()
	return f
}

// A row is one line of the table behind Krinitskii's bound, recomputed.
type row struct {
	Men        int      // k+2, the kings included
	K          int      // men other than the kings
	Factorial  *big.Int // k!
	Choices    *big.Int // C(30,k), which men they are
	Placements *big.Int // P(64,k+2), where they stand
	Product    *big.Int // Choices * Placements

	// What the document's columns have instead of the last two.
	PublishedPlacements *big.Int // P(64,k+3)
	PublishedProduct    *big.Int // Choices * P(64,k+3)
}

// table returns the 31 rows, for k from 0 to 30. The products add up to the size of
// [Krinitskii]. The document prints ten of them, with the published columns.
func table() []row {
	var rows []row
	for k := range otherMen + 1 {
		r := row{Men: k + 2, K: k, Factorial: permutations(k, k), Choices: new(big.Int).Binomial(otherMen, int64(k)),
			Placements: permutations(64, k+2), PublishedPlacements: permutations(64, k+3)}
		r.Product = new(big.Int).Mul(r.Choices, r.Placements)
		r.PublishedProduct = new(big.Int).Mul(r.Choices, r.PublishedPlacements)
		rows = append(rows, r)
	}
	return rows
}
