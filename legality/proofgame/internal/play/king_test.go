package play

import (
	"testing"

	"chesscensus/chess"
)

// TestZone: the danger zone holds the squares that pawns are to pass, what enemy pawns will attack from there, and the back row if they
// are to come near it.
func TestZone(t *testing.T) {
	onPath(t, func(r *path) {
		for c := chess.White; c <= chess.Black; c++ {
			zone := r.dangerZone(c)
			want := r.taskSquares
			near := false
			for u := range int8(r.Size) {
				m := &r.Men[u]
				if m.Role != chess.Pawn || m.Sq == chess.NoSquare || !r.hasStep(u) {
					continue
				}
				for sq := m.Sq; sq != r.plan.InterimSquare(u); {
					sq = sq.Ahead(m.Color)
					want |= sq.BB()
					if m.Color != c {
						want |= chess.PawnAttacks(m.Color, sq)
						near = near || sq.Row() == c.BackRow() || sq.Row() == c.PawnRow()
					}
				}
			}
			if want&^zone != 0 {
				t.Errorf("the zone of %v\n%v lacks\n%v", c, zone, want&^zone)
			}
			if home := chess.RowBB(c.BackRow()); near && zone&home != home {
				t.Errorf("enemy pawns come home to %v, and its zone is\n%v", c, zone)
			}
		}
	})
}

// TestKingZone: the king walks where it is not attacked, and only if it is in the zone or on the wrong side.
func TestKingZone(t *testing.T) {
	walked := 0
	onPath(t, func(r *path) {
		m := r.leaveDangerZone()
		if !legal(t, "king zone", r.scene, m) {
			return
		}
		walked++
		k := r.Board.King(r.Us)
		if m.From() != k || m.Castles() || m.Captured() != chess.NoRole {
			t.Errorf("%v is no walk of the king", m)
		}
		if !r.dangerZone(r.Us).Has(k) && r.kingRegion[r.Us].Has(k) {
			t.Errorf("%v, though the king was safe on %v", m, k)
		}
	})
	if walked < 50 {
		t.Errorf("the king walked %d times", walked)
	}
}

// TestKingStep: a quiet step, to none of the squares to be avoided if there is another.
func TestKingStep(t *testing.T) {
	onPath(t, func(r *path) {
		k := r.Board.King(r.Us)
		avoid := chess.KingAttacks(k) & (r.taskSquares | chess.DarkSquares)
		m := r.kingStep(avoid)
		if !legal(t, "king step", r.scene, m) {
			return
		}
		if m.From() != k || checks(r.scene, m) || m.Captured() != chess.NoRole || !r.canMove(r.At[k]) {
			t.Errorf("%v is no quiet step of the king", m)
		}
		if stops := r.QuietStops(k, chess.King); avoid.Has(m.To()) && stops&^avoid != 0 {
			t.Errorf("%v, though\n%v are free", m, stops&^avoid)
		}
	})
}

// TestWaitsForKing: pawns wait for a king at home, mostly, and for no other.
func TestWaitsForKing(t *testing.T) {
	for _, c := range []struct {
		fen  string
		to   chess.Square
		wait bool
	}{
		{"4k3/8/3P4/8/8/8/8/4K3 w - -", chess.D7, true},
		{"4k3/8/3P4/8/8/8/8/4K3 w - -", chess.D6, false}, // not near home yet
		{"8/8/3Pk3/8/8/8/8/4K3 w - -", chess.D7, false},  // the king has left
		{"8/k7/8/3P4/8/8/8/4K3 w - -", chess.D7, false},  // it is far away
	} {
		r := at(t, c.fen, c.fen)
		p := path{agenda: agenda{scene: r}}
		held := 0
		for range 100 {
			if p.waitsForKing(c.to) {
				held++
			}
		}
		if c.wait && held < 80 || !c.wait && held > 0 {
			t.Errorf("%s: %v waits %d times of 100", c.fen, c.to, held)
		}
	}
	r := at(t, "4k2r/8/3P4/8/8/8/8/4K3 w k -", "4k2r/8/8/8/8/8/8/4K3 w k -")
	r.findImmobile()
	p := path{agenda: agenda{scene: r}}
	for range 100 {
		if p.waitsForKing(chess.D7) {
			t.Fatal("a pawn waits for a king that has to stay")
		}
	}
}
