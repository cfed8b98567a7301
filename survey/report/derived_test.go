package report

import (
	"math"
	"testing"

	"chesscensus/chess"
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
		t.Errorf("bits %+v and %+v", d.Bits, d.DiagramBits)
	}
	if d.UpToColors != (Figure{512, 256, 1024}) || d.UpToMirrors != (Figure{320, 160, 640}) {
		t.Errorf("up to symmetries %+v and %+v", d.UpToColors, d.UpToMirrors)
	}
	if none := derive(&Report{}); none.Bits != (Figure{}) || none.DiagramBits != nil || math.IsNaN(none.UpToMirrors.Hi) {
		t.Errorf("of nothing: %+v", none)
	}
}

// TestNoPositionIsItsOwnImage lists all placements of two kings and a rook without rights. Each has four images under the symmetries of
// [Derived], so the number of orbits is a quarter.
func TestNoPositionIsItsOwnImage(t *testing.T) {
	image := func(s chess.Setup, colors bool) chess.Setup {
		e := chess.EmptySetup()
		e.Turn = s.Turn
		if colors {
			e.Turn = s.Turn.Other()
		}
		for sq := range chess.Square(64) {
			p := s.Board.At(sq)
			if p == chess.NoPiece {
				continue
			}
			to, c := sq^7, p.Color()
			if colors {
				to, c = sq^56, c.Other()
			}
			e.Board.Place(to, chess.NewPiece(c, p.Role()))
		}
		return e
	}
	visited, orbits, placements := map[string]bool{}, 0, 0
	for i := range 64 * 64 {
		s := chess.EmptySetup()
		white, black := chess.Square(i%64), chess.Square(i/64)
		if white == black || white == 27 || black == 27 || white == 36 || black == 36 || white == 28 || black == 28 || white == 35 || black == 35 {
			continue
		}
		for rook := range 4 { // the orbit of a rook on d4
			sq, c := []chess.Square{27, 28, 35, 36}[rook], chess.Color(rook/2)
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
				mirrored := image(s, false)
				for _, x := range []chess.Setup{s, mirrored, image(s, true), image(mirrored, true)} {
					visited[x.String()] = true
				}
			}
		}
	}
	if len(visited) != placements || orbits*4 != placements || placements == 0 {
		t.Errorf("%d setups of %d seen in %d orbits, want a quarter of all", len(visited), placements, orbits)
	}
}
