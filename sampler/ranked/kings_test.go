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

// drawsWithoutRights calls f for those of n draws that have no castling rights and no en passant square.
func drawsWithoutRights(s *Space, seed, n uint64, f func(d *sampler.Draw)) {
	stream := sampler.NewStream(s, seed)
	var d sampler.Draw
	for i := range n {
		if stream.Draw(&d, i); d.Setup.Castling == 0 && d.Setup.EP == chess.NoSquare {
			f(&d)
		}
	}
}

// safePlacements returns all placements of the kings with us to move, as squares of our and the other
// king, that leave the other king unattacked and not beside ours. It tries all squares.
func safePlacements(b chess.Board, us chess.Color) map[[2]chess.Square]bool {
	placements := map[[2]chess.Square]bool{}
	for kings := b.Of(chess.King); kings != 0; kings &= kings - 1 {
		b.Put(kings.First(), chess.NoPiece)
	}
	for king := chess.Square(0); king < 64; king++ {
		for other := chess.Square(0); other < 64; other++ {
			if king == other || b.Occupied().Has(king) || b.Occupied().Has(other) {
				continue
			}
			placed := b
			placed.Place(king, chess.NewPiece(us, chess.King))
			placed.Place(other, chess.NewPiece(1-us, chess.King))
			if placed.Attackers(other, us, placed.Occupied()) == 0 { // the king counts as an attacker
				placements[[2]chess.Square{king, other}] = true
			}
		}
	}
	return placements
}

// An outcomeWalker is a source of words for which sampler.Below(n) returns 0, 1, 2 and so on.
type outcomeWalker struct{ i, n uint64 }

func (w *outcomeWalker) Uint64() uint64 {
	word := w.i*(math.MaxUint64/w.n) + w.i + 1 // at least 1 above the lower end of interval i of n, so that it is not rejected
	w.i++
	return word
}

// TestRedrawWeighsEveryPlacementAlike goes through all outcomes of the random choice for some draws.
// Every safe placement must have the same sum of levels: the number of outcomes divided by that of all
// placements, times the levels. So it counts as in a plain draw.
func TestRedrawWeighsEveryPlacementAlike(t *testing.T) {
	s := spaces()[1]
	n := uint64(12)
	if testing.Short() {
		n = 3
	}
	drawsWithoutRights(s, 4, n, func(d *sampler.Draw) {
		b := &d.Setup.Board
		free := 64 - b.Men() + 2
		all := 2 * free * (free - 1)
		first, second := safePlacements(*b, chess.White), safePlacements(*b, chess.Black)
		good := len(first) + len(second)
		level := (kingLevels*good + all - 1) / all
		if good == 0 {
			return
		}
		sums := map[sampler.Draw]int{}
		words := &outcomeWalker{n: uint64(all * level)}
		for range all * level {
			redrawn := *d
			if gotLevel, levels := s.Redraw(&redrawn, words); gotLevel > 0 {
				if gotLevel != level || levels != kingLevels {
					t.Fatalf("level %d of %d, want %d of %d", gotLevel, levels, level, kingLevels)
				}
				sums[redrawn] += gotLevel
			}
		}
		if len(sums) != good {
			t.Fatalf("%v: %d placements, want %d", d.FEN(), len(sums), good)
		}
		for redrawn, sum := range sums { // all*level outcomes; 1/all of them, times levels
			if sum != level*kingLevels {
				t.Fatalf("%v: weight %d, want %d", redrawn.FEN(), sum, level*kingLevels)
			}
		}
	})
}

// TestRedrawStaysInPlace checks the assumption of Redraw: a redrawn draw is in the space and in its
// stratum, and its multiplicity does not change.
func TestRedrawStaysInPlace(t *testing.T) {
	testkit.Medium(t)
	for _, s := range bothStrata() {
		src := rand.NewPCG(1, 2)
		redrawn := 0
		drawsWithoutRights(s.Space, 5, 3000, func(d *sampler.Draw) {
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

// redrawFunc returns a function that draws from a stratum and redraws, as surveys do, and reports whether
// the draw counts. Draws that are not viable do not; nil stands for a function that always returns true.
func redrawFunc(stream *sampler.DividedStream, s *dividedSpace, viable func(*sampler.Draw) bool) func(d *sampler.Draw, h int, i uint64) bool {
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

// isQuiet reports whether the king of the side that has just moved is not attacked, and the king to move is
// attacked by at most one man.
func isQuiet(d *sampler.Draw) bool {
	b := &d.Setup.Board
	us := d.Setup.Turn
	return b.Attackers(b.King(1-us), us, b.Occupied()) == 0 && !b.Attackers(b.King(us), 1-us, b.Occupied()).Many()
}

// TestRedrawKeepsMeans compares the shares of quiet setups, with no fewer white men than black ones, among plain and
// redrawn draws of the same strata. Five standard errors are allowed.
func TestRedrawKeepsMeans(t *testing.T) {
	testkit.Medium(t)
	n := uint64(40000)
	if testing.Short() {
		n = 8000
	}
	s := bothStrata()[1]
	stream := sampler.NewDividedStream(s, 8)
	var d sampler.Draw
	noFewerWhite := func(d *sampler.Draw) bool {
		b := &d.Setup.Board
		return b.Colored(chess.White).Count() >= b.Colored(chess.Black).Count()
	}
	redraw := redrawFunc(stream, s, noFewerWhite)
	for _, h := range []int{18, 37, 50} {
		var plain, sum, squares float64
		for i := range n {
			if stream.Draw(&d, h, i); noFewerWhite(&d) && isQuiet(&d) {
				plain++
			}
			if redraw(&d, h, i+n) && isQuiet(&d) {
				y := float64(d.Weight*d.Equivalents) / float64(d.Multiplicity)
				sum += y
				squares += y * y
			}
		}
		draws := float64(n)
		p, q := plain/draws, sum/draws
		plainVariance, redrawnVariance := p*(1-p), squares/draws-q*q // of one draw
		if z := (p - q) / math.Sqrt((plainVariance+redrawnVariance)/draws); math.Abs(z) > 5 {
			t.Errorf("stratum %d: share %v of plain draws, %v of redrawn ones, z = %.1f", h, p, q, z)
		}
		t.Logf("stratum %d: variance %.3g of a plain draw, %.3g of a redrawn one", h, plainVariance, redrawnVariance)
	}
}

// stratumOf returns the stratum of the element with the given rank, from its classes.
func (t *dividedSpace) stratumOf(rank *uint256.Int) int {
	x, side := arith.U192(rank[:3]), 0
	if !arith.Less192(&x, &t.half) {
		side, x = 1, arith.Sub192(&x, &t.half)
	}
	k := search(t.Space.starts[side][:], &x)
	x = arith.Sub192(&x, &t.Space.starts[side][k])
	c := t.cases[side][k]
	wi, _, bi, _ := c.classesAt(&x)
	key := c.key(&c.white.classes[wi], &c.black.classes[bi])
	return int(t.keyStrata[key.index()])
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
