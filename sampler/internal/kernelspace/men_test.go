package kernelspace

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// eachRow calls yield for all orders of a king and n knights, rooks and queens in a row.
func eachRow(n int, yield func(row []chess.Role)) {
	row := make([]chess.Role, n+1)
	for king := range n + 1 {
		all := 1
		for range n {
			all *= 3
		}
		for x := range all {
			for i := range row {
				if i == king {
					row[i] = chess.King
					continue
				}
				row[i] = [...]chess.Role{chess.Knight, chess.Rook, chess.Queen}[x%3]
				x /= 3
			}
			yield(row)
		}
	}
}

// promotedIn returns how many officers of a row must be promoted pawns.
func promotedIn(row []chess.Role) int {
	var n [chess.King + 1]int
	for _, r := range row {
		n[r]++
	}
	return max(0, n[chess.Knight]-2) + max(0, n[chess.Rook]-2) + max(0, n[chess.Queen]-1)
}

// TestOfficersAreAllSides compares the officers of sides with a list of all numbers of bishops and all
// rows of other officers that need as many promotions as the side has.
func TestOfficersAreAllSides(t *testing.T) {
	for _, s := range []side{{8, 0, 0}, {8, 4, 0}, {7, 4, 0}, {7, 4, 1}, {5, 6, 1}, {4, 6, 0}, {0, 13, 6}, {8, 15, 0}, {1, 15, 0}} {
		rest := initialMen - 1 - s.missing - s.pawns
		want := map[[2]int]uint64{}
		for light := range max(0, rest+1) {
			for dark := range rest - light + 1 {
				eachRow(rest-light-dark, func(row []chess.Role) {
					if promotedIn(row)+max(0, light-1)+max(0, dark-1) == initialPawns-s.pawns-s.spare {
						want[[2]int{light, dark}]++
					}
				})
			}
		}
		last := officers{}
		list := s.officerLists(2)
		for _, o := range list {
			k := [2]int{int(o.bishops[0]), int(o.bishops[1])}
			if o.orders != want[k] || o.requirement < last.requirement || int(o.others) != rest-k[0]-k[1]+1 ||
				int(o.requirement) != 3*min(2, max(0, k[0]-1))+min(2, max(0, k[1]-1)) {
				t.Errorf("%+v: %+v after %+v, want %d codes", s, o, last, want[k])
			}
			delete(want, k)
			last = o
		}
		if len(want) > 0 {
			t.Errorf("%+v: no officers for %v", s, want)
		}
	}
	if list := (side{pawns: 8, missing: 9}).officerLists(2); list != nil {
		t.Errorf("eight pawns and no king: %+v", list)
	}
}

// TestPlaceOfficersAndCode places officers by all codes: each code must give other men, and officersCode
// must return the code.
func TestPlaceOfficersAndCode(t *testing.T) {
	set := chess.A1.BB() | chess.C3.BB() | chess.D7.BB() | chess.H2.BB() | chess.H8.BB() | chess.B5.BB()
	for others := 1; others <= 6; others++ {
		for promoted := range 3 {
			o := officers{others: int8(others), promoted: int8(promoted), orders: countOrders(others-1, promoted)}
			part := set
			for part.Count() > others {
				part &= part - 1
			}
			seen := map[men]bool{}
			for code := range o.orders {
				var m men
				m.placeOfficers(1, part, &o, code)
				if got := m.officersCode(1, &o); got != code || seen[m] || m[1][chess.King].Count() != 1 {
					t.Fatalf("%d others, %d promoted, code %d: read back as %d; men %v", others, promoted, code, got, m)
				}
				seen[m] = true
			}
		}
	}
}

// TestImages compares flipped men with chess.Setup.Mirror and mirrored men with exchanged files. Every
// symmetry is its own inverse, and fillDraw undoes the symmetry under which it finds the men.
func TestImages(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		s := chess.EmptySetup()
		for i, sq := range rnd.Perm(64)[:12] {
			s.Board.Place(chess.Square(sq), chess.NewPiece(chess.Color(i%2), chess.Role(1+i/2)))
		}
		m := menOf(&s.Board)
		flippedSetup, mirroredSetup := s.Mirror(), chess.EmptySetup()
		for sq := range s.Board.Occupied().All() {
			mirroredSetup.Board.Place(sq^7, s.Board.At(sq))
		}
		if m.image(identity) != m || m.image(flipped) != menOf(&flippedSetup.Board) || m.image(mirrored) != menOf(&mirroredSetup.Board) {
			t.Fatalf("%v has wrong images", s)
		}
		for sym := identity; sym <= flipped|mirrored; sym++ {
			image := m.image(sym)
			if image.image(sym) != m {
				t.Errorf("symmetry %d twice changes %v", sym, s)
			}
			var d sampler.Draw
			image.fillDraw(&d, sym, chess.White)
			if menOf(&d.Setup.Board) != m || (d.Setup.Turn == chess.White) == (sym&flipped != 0) || d.Multiplicity != 1 {
				t.Errorf("%v: drawn from image %d: %v", s, sym, d.Setup)
			}
		}
	}
}
