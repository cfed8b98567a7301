package ranked

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// plainDraws yields draws without castling rights and en passant.
func plainDraws(s *Space, seed, n uint64, f func(d *sampler.Draw)) {
	stream := sampler.NewStream(s, seed)
	var d sampler.Draw
	for i := range n {
		if stream.Draw(&d, i); d.Setup.Castling == 0 && d.Setup.EP == chess.NoSquare {
			f(&d)
		}
	}
}

// bruteForce lists all placements of the kings with us to move that leave the other king
// unattacked and not beside ours.
func bruteForce(b chess.Board, us chess.Color) map[[2]chess.Square]bool {
	good := map[[2]chess.Square]bool{}
	for kings := b.Of(chess.King); kings != 0; kings &= kings - 1 {
		b.Put(kings.First(), chess.NoPiece)
	}
	for king := chess.Square(0); king < 64; king++ {
		for other := chess.Square(0); other < 64; other++ {
			if king == other || b.Occupied().Has(king) || b.Occupied().Has(other) {
				continue
			}
			c := b
			c.Place(king, chess.NewPiece(us, chess.King))
			c.Place(other, chess.NewPiece(1-us, chess.King))
			if c.Attackers(other, us, c.Occupied()) == 0 { // the king counts as an attacker
				good[[2]chess.Square{king, other}] = true
			}
		}
	}
	return good
}

// A walk is a source of words that walks through all outcomes of sampler.Below(n).
type walk struct{ i, n uint64 }

func (w *walk) Uint64() uint64 {
	hi := w.i*(math.MaxUint64/w.n) + w.i + 1 // in the middle of the i-th of n intervals
	w.i++
	return hi
}

// TestRedrawWeighsEveryPlacementAlike runs through all outcomes of the random choice for
// some draws: every good placement comes with the same sum of levels, which is the number
// of outcomes divided by all placements, times the levels. So it counts as in a plain draw.
func TestRedrawWeighsEveryPlacementAlike(t *testing.T) {
	s := spaces()[1]
	n := uint64(12)
	if testing.Short() {
		n = 3
	}
	plainDraws(s, 4, n, func(d *sampler.Draw) {
		b := &d.Setup.Board
		e := 64 - b.Men() + 2
		all := 2 * e * (e - 1)
		first, second := bruteForce(*b, chess.White), bruteForce(*b, chess.Black)
		good := len(first) + len(second)
		level := (kingLevels*good + all - 1) / all
		if good == 0 {
			return
		}
		sums := map[sampler.Draw]int{}
		w := &walk{n: uint64(all * level)}
		for range all * level {
			c := *d
			if l, levels := s.Redraw(&c, w); l > 0 {
				if l != level || levels != kingLevels {
					t.Fatalf("level %d of %d, want %d of %d", l, levels, level, kingLevels)
				}
				sums[c] += l
			}
		}
		if len(sums) != good {
			t.Fatalf("%v: %d placements, want %d", d.FEN(), len(sums), good)
		}
		for c, sum := range sums { // all*level outcomes; 1/all of them, times levels
			if sum != level*kingLevels {
				t.Fatalf("%v: weight %d, want %d", c.FEN(), sum, level*kingLevels)
			}
		}
	})
}

// TestRedrawStaysInPlace checks on which the argument rests: a redrawn draw is in the space
// and its stratum, with the multiplicity it had.
func TestRedrawStaysInPlace(t *testing.T) {
	testkit.Medium(t)
	for _, s := range stratified() {
		src := rand.NewPCG(1, 2)
		redrawn := 0
		plainDraws(s.Space, 5, 3000, func(d *sampler.Draw) {
			rank := testkit.Must(s.Rank(d))(t)
			h, mult, number := s.stratumOf(&rank), d.Multiplicity, d.Equivalents
			if level, _ := s.Redraw(d, src); level == 0 {
				return
			}
			redrawn++
			rank, err := s.Rank(d)
			if err != nil {
				t.Fatalf("%v: %v", d.FEN(), err)
			}
			if d.Multiplicity != mult || d.Equivalents != number || s.stratumOf(&rank) != h {
				t.Fatalf("%v: multiplicity %d, was %d; stratum %d, was %d", d.FEN(), d.Multiplicity, mult, s.stratumOf(&rank), h)
			}
		})
		if redrawn < 2000 {
			t.Errorf("%d of 3000 draws redrawn", redrawn)
		}
	}
}

// redraw returns what draws from strata and redraws, as surveys do it.
func redraw(stream *sampler.DividedStream, s *Strata, viable func(*sampler.Draw) bool) func(d *sampler.Draw, h int, i uint64) bool {
	then := func(d *sampler.Draw, src rand.Source) bool {
		if viable != nil && !viable(d) {
			return false
		}
		level, levels := s.Redraw(d, src)
		d.Weight *= level
		d.Multiplicity *= levels
		return level > 0
	}
	return func(d *sampler.Draw, h int, i uint64) bool { return stream.DrawThen(d, h, i, then) }
}

// quiet reports whether the king of the side that has just moved is not attacked, and the
// king to move by at most one man: a function that is 0 for illegal setups, nearly.
func quiet(d *sampler.Draw) bool {
	b := &d.Setup.Board
	us := d.Setup.Turn
	return b.Attackers(b.King(1-us), us, b.Occupied()) == 0 && !b.Attackers(b.King(us), 1-us, b.Occupied()).Many()
}

// TestRedrawKeepsMeans compares the share of quiet setups among plain draws and redrawn
// ones of the same strata; 5 standard errors are allowed.
func TestRedrawKeepsMeans(t *testing.T) {
	testkit.Medium(t)
	n := uint64(40000)
	if testing.Short() {
		n = 8000
	}
	s := stratified()[1]
	stream := sampler.NewDividedStream(s, 8)
	var d sampler.Draw
	// Only setups with more white men than black ones count, whoever moves.
	viable := func(d *sampler.Draw) bool {
		b := &d.Setup.Board
		return b.Colored(chess.White).Count() >= b.Colored(chess.Black).Count()
	}
	redraw := redraw(stream, s, viable)
	for _, h := range []int{18, 37, 50} {
		var plain, s1, s2 float64
		for i := range n {
			if stream.Draw(&d, h, i); viable(&d) && quiet(&d) {
				plain++
			}
			if redraw(&d, h, i+n) && quiet(&d) {
				y := float64(d.Weight*d.Equivalents) / float64(d.Multiplicity)
				s1 += y
				s2 += y * y
			}
		}
		x := float64(n)
		p, q := plain/x, s1/x
		v1, v2 := p*(1-p)/x, (s2/x-q*q)/x
		if z := (p - q) / math.Sqrt(v1+v2); math.Abs(z) > 5 {
			t.Errorf("stratum %d: share %v of plain draws, %v of redrawn ones, z = %.1f", h, p, q, z)
		}
		t.Logf("stratum %d: variance %.3g of a plain draw, %.3g of a redrawn one", h, v1*x, v2*x)
	}
}

// stratumOf returns the stratum of the element with the given rank: the inverse of rankIn, which no program needs.
func (t *Strata) stratumOf(rank *uint256.Int) int {
	x, side := arith.U192(rank[:3]), 0
	if !arith.Less192(&x, &t.half) {
		side, x = 1, arith.Sub192(&x, &t.half)
	}
	k := search(t.Space.starts[side][:], &x)
	x = arith.Sub192(&x, &t.Space.starts[side][k])
	c := t.cases[side][k]
	wi, _, bi, _ := c.classesAt(&x)
	key := c.key(&c.white.classes[wi], &c.black.classes[bi])
	return int(t.number[key.index()])
}

// BenchmarkRedraw measures redrawing alone.
func BenchmarkRedraw(b *testing.B) {
	s := spaces()[1]
	stream := sampler.NewStream(s, 1)
	draws := make([]sampler.Draw, benchDraws)
	for i := range draws {
		stream.Draw(&draws[i], uint64(i))
	}
	src := rand.NewPCG(1, 1)
	b.ReportAllocs()
	i, hits := 0, 0
	for b.Loop() {
		d := draws[i%benchDraws]
		if level, levels := s.Redraw(&d, src); level > levels {
			b.Fatal(level)
		} else if level > 0 {
			hits++
		}
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "redraws/s")
	b.ReportMetric(float64(hits)/float64(b.N), "kept/op")
}
