package report

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/stats/design"
)

// TestDerived: of 2^10 positions 2^8 have rights. So there are 2^9 positions up to colors, and 768/4 + 256/2 up to mirrors.
func TestDerived(t *testing.T) {
	e := func(x float64) stats.Estimate { return stats.Estimate{Value: x, Lo: x / 2, Hi: 2 * x} }
	r := &Report{Estimate: design.Result{Low: e(1024), Lo: 512, Hi: 2048},
		Groups: []Group{{"special", []Item{{Value: "some castling right", Low: e(256), High: e(256)}}},
			{"distinct diagrams", []Item{{Value: "all", Low: e(64), High: e(64)}}}}}
	d := derive(r)
	if d.Bits != (Figure{10, 9, 11}) || *d.DiagramBits != (Figure{6, 5, 7}) {
		t.Errorf("bits %+v and %+v, want 10 in 9 to 11 and 6 in 5 to 7", d.Bits, *d.DiagramBits)
	}
	if d.UpToColors != (Figure{512, 256, 1024}) || d.UpToMirrors != (Figure{320, 160, 640}) {
		t.Errorf("up to colors %+v, up to mirrors %+v, want 512 and 320, each in half to twice that", d.UpToColors, d.UpToMirrors)
	}
	if none := derive(&Report{}); none.Bits != (Figure{}) || none.DiagramBits != nil || math.IsNaN(none.UpToMirrors.Hi) {
		t.Errorf("of nothing: %+v, want zeros", none)
	}
}

// exchangeColors returns the image of a setup without rights and en passant with colors exchanged, board turned and the other side to move.
func exchangeColors(s chess.Setup) chess.Setup {
	image := chess.EmptySetup()
	image.Turn = s.Turn.Other()
	for sq := range s.Board.Occupied().All() {
		p := s.Board.At(sq)
		image.Board.Place(sq^56, chess.NewPiece(p.Color().Other(), p.Role()))
	}
	return image
}

// TestNoPositionIsItsOwnImage lists all placements of two kings and a rook on d4 or one of its images, without rights. Each has four images under
// the symmetries of [Derived], so the number of orbits is a quarter.
func TestNoPositionIsItsOwnImage(t *testing.T) {
	rookSquares := []chess.Square{chess.D4, chess.E4, chess.D5, chess.E5}
	visited, orbits, placements := map[string]bool{}, 0, 0
	for i := range 64 * 64 {
		s := chess.EmptySetup()
		white, black := chess.Square(i%64), chess.Square(i/64)
		if white == black || slices.Contains(rookSquares, white) || slices.Contains(rookSquares, black) {
			continue
		}
		for k, sq := range rookSquares {
			c := chess.Color(k / 2) // the first two are White's
			s.Board = chess.Board{}
			s.Board.Place(white, chess.NewPiece(chess.White, chess.King))
			s.Board.Place(black, chess.NewPiece(chess.Black, chess.King))
			s.Board.Place(sq, chess.NewPiece(c, chess.Rook))
			for s.Turn = chess.White; s.Turn <= chess.Black; s.Turn++ {
				placements++
				if visited[s.String()] {
					continue
				}
				orbits++
				mirrored := testkit.FlipFiles(s)
				for _, image := range []chess.Setup{s, mirrored, exchangeColors(s), exchangeColors(mirrored)} {
					visited[image.String()] = true
				}
			}
		}
	}
	if len(visited) != placements || orbits*4 != placements || placements == 0 {
		t.Errorf("%d setups of %d seen in %d orbits, want a quarter of all", len(visited), placements, orbits)
	}
}

// TestItems finds groups and items by name. Bins are the items whose values are numbers, each with its range. Spent leaves out points before the
// first hit.
func TestItems(t *testing.T) {
	item := func(value string, low float64) Item {
		e := stats.Estimate{Value: low, Lo: 0.9 * low, Hi: 1.1 * low, Confidence: 0.95}
		high := e
		high.Value *= 2
		return Item{Value: value, Low: e, High: high}
	}
	r := &Report{Groups: []Group{{Name: "pawns", Items: []Item{item("9", 1)}}, {Name: "men", Items: []Item{item("2", 1000), item("28", 4000), item("more", 5)}}}}
	men := r.Groups[1].Items
	if got := r.Items("men"); !reflect.DeepEqual(got, men) || r.Items("kings") != nil {
		t.Errorf("by men %+v, by kings %+v, want %+v and none", got, r.Items("kings"), men)
	}
	for _, c := range []struct {
		group, value string
		want         *Item
	}{{"men", "28", &men[1]}, {"men", "9", nil}, {"kings", "9", nil}} {
		testkit.Equal(t, r.Item(c.group, c.value), c.want, c.group, c.value)
	}
	bins := r.Bins("men")
	if len(bins) != 2 || bins[0].Key != 2 || bins[1].Key != 28 {
		t.Fatalf("bins %+v, want those of 2 and 28", bins)
	}
	if r := bins[1].Result; r.Low.Value != 4000 || r.High.Value != 8000 || r.Lo != 3600 || r.Hi != 4400 {
		t.Errorf("28 men: %+v, want 4000 and 8000 in 3600 to 4400", r)
	}
	seconds, percent := Spent([]Point{{CPU: 1}, {CPU: 2, Relative: 0.5}, {CPU: 8, Relative: 0.25}})
	if !slices.Equal(seconds, []float64{2, 8}) || !slices.Equal(percent, []float64{50, 25}) {
		t.Errorf("after %v s %v %%, want 50 after 2 and 25 after 8", seconds, percent)
	}
}
