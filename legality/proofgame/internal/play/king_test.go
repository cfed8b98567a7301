package play

import (
	"testing"

	"chesscensus/chess"
)

// TestDangerZone checks that the danger zone includes the squares that pawns pass, the squares that enemy pawns attack from there, and
// the back row if they arrive near it.
func TestDangerZone(t *testing.T) {
	duringPath(t, func(p *path) {
		for c := chess.White; c <= chess.Black; c++ {
			zone := p.dangerZone(c)
			want := p.taskSquares
			arrives := false
			for u := range int8(p.Size) {
				man := &p.Men[u]
				if man.Role != chess.Pawn || man.Sq == chess.NoSquare || !p.hasStep(u) {
					continue
				}
				for sq := man.Sq; sq != p.plan.InterimSquare(u); {
					sq = sq.Ahead(man.Color)
					want |= sq.BB()
					if man.Color != c {
						want |= chess.PawnAttacks(man.Color, sq)
						arrives = arrives || sq.Row() == c.BackRow() || sq.Row() == c.PawnRow()
					}
				}
			}
			if want&^zone != 0 {
				t.Errorf("the zone of %v\n%v lacks\n%v", c, zone, want&^zone)
			}
			if home := chess.RowBB(c.BackRow()); arrives && zone&home != home {
				t.Errorf("enemy pawns come to the first two rows of %v, and its zone\n%v lacks some of its first row", c, zone)
			}
		}
	})
}

// TestLeaveDangerZone checks that the king moves only if it is in the danger zone or outside its king region.
func TestLeaveDangerZone(t *testing.T) {
	left := 0
	duringPath(t, func(p *path) {
		m := p.leaveDangerZone()
		if !isLegalMove(t, "leaveDangerZone", p.scene, m) {
			return
		}
		left++
		king := p.Board.King(p.Us)
		if m.From() != king || m.Castles() || m.Captured() != chess.NoRole {
			t.Errorf("%v is no quiet step of the king on %v", m, king)
		}
		if !p.dangerZone(p.Us).Has(king) && p.kingRegion[p.Us].Has(king) {
			t.Errorf("%v, though the king was safe on %v", m, king)
		}
	})
	if left < 50 {
		t.Errorf("the king left only %d times", left)
	}
}

// TestKingStep checks that the king makes a quiet step, to none of the squares to avoid if there is another.
func TestKingStep(t *testing.T) {
	duringPath(t, func(p *path) {
		king := p.Board.King(p.Us)
		avoid := chess.KingAttacks(king) & (p.taskSquares | chess.DarkSquares)
		m := p.kingStep(avoid)
		if !isLegalMove(t, "kingStep", p.scene, m) {
			return
		}
		if m.From() != king || givesCheck(p.scene, m) || m.Captured() != chess.NoRole || !p.canMove(p.At[king]) {
			t.Errorf("%v is no quiet step of the king", m)
		}
		if stops := p.QuietStops(king, chess.King); avoid.Has(m.To()) && stops&^avoid != 0 {
			t.Errorf("%v, though\n%v are free", m, stops&^avoid)
		}
	})
}

// TestWaitsForKing checks that pawns mostly wait for a king on its home rows, and for no other.
func TestWaitsForKing(t *testing.T) {
	for _, row := range []struct {
		fen   string
		to    chess.Square
		waits bool // in 95 % of the cases
	}{
		{"4k3/8/3P4/8/8/8/8/4K3 w - -", chess.D7, true},
		{"4k3/8/3P4/8/8/8/8/4K3 w - -", chess.D6, false}, // not near home yet
		{"8/8/3Pk3/8/8/8/8/4K3 w - -", chess.D7, false},  // the king has left
		{"8/k7/8/3P4/8/8/8/4K3 w - -", chess.D7, false},  // it is far away
	} {
		s := sceneOf(t, row.fen, row.fen)
		p := path{agenda: agenda{scene: s}}
		count := 0
		for range 100 {
			if p.waitsForKing(row.to) {
				count++
			}
		}
		if row.waits && count < 80 || !row.waits && count > 0 {
			t.Errorf("%s: a move to %v waits %d times of 100, want waits %v", row.fen, row.to, count, row.waits)
		}
	}
	s := sceneOf(t, "4k2r/8/3P4/8/8/8/8/4K3 w k -", "4k2r/8/8/8/8/8/8/4K3 w k -")
	s.findImmobile()
	p := path{agenda: agenda{scene: s}}
	for range 100 {
		if p.waitsForKing(chess.D7) {
			t.Fatal("a pawn waits for a king that has to stay")
		}
	}
}
