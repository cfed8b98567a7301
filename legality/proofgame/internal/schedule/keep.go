package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// findKept sets Keep to the officers of the start that the goal shows where they stand and that no
// other could replace, since pawns shut the square in; and Solid to the squares of those that can
// never move once the pawns are at their ends.
func (r *Schedule) findKept() {
	pawns := r.Goal.Board.Of(chess.Pawn)
	for u := range int8(r.Size) {
		m := &r.Men[u]
		if m.Role == chess.Pawn || m.Role == chess.King || r.Goal.Board.At(m.Sq) != chess.NewPiece(m.Color, m.Role) || r.Promotions.Has(m.Sq) {
			continue
		}
		reach := chess.Flood(m.Role, m.Sq.BB(), pawns)
		if base.Small(m.Role, reach) && (r.Board.Pieces(m.Color, m.Role)&reach).Count() <= (r.Goal.Board.Pieces(m.Color, m.Role)&reach).Count() {
			r.Keep |= 1 << u
		}
	}
	r.Solid = 0
	for {
		before := r.Solid
		for u := range int8(r.Size) {
			m := &r.Men[u]
			if r.Keep>>u&1 != 0 && m.Role != chess.Pawn && chess.Steps(m.Role, m.Sq.BB())&^(pawns|r.Solid) == 0 {
				r.Solid |= m.Sq.BB()
			}
		}
		if r.Solid == before {
			return
		}
	}
}

// findPromotionSquares finds the squares on which pawns promote: who stands there at home has to leave,
// even if the goal shows its like there.
func (r *Schedule) findPromotionSquares() {
	r.Promotions = 0
	if !r.Revise {
		return
	}
	last := chess.RowBB(0) | chess.RowBB(7)
	for u := range int8(r.Size) {
		if r.End[u] != chess.NoSquare {
			r.Promotions |= r.End[u].BB() & last
		}
	}
	for i := range r.Tasks {
		if t := &r.Tasks[i]; t.Pawn != base.Nobody {
			r.Promotions |= t.To.BB() & last
		}
	}
}

// source returns where a man of a role first stands: at home, or where it is promoted;
// NoSquare for others.
func (r *Schedule) source(u int8, c chess.Color, role chess.Role) chess.Square {
	m := &r.Men[u]
	switch {
	case m.Color != c:
	case m.Role == role && r.Promotions.Has(m.Sq) && role != chess.King:
	case m.Role == role:
		return m.Sq
	case r.Becomes[u] == role && r.Born[u].Row() == c.LastRow():
		return r.Born[u]
	}
	return chess.NoSquare
}

// origins are where the men of one role and color first stand: the squares, and once more those where
// several are promoted.
type origins struct {
	squares chess.Bitboard
	again   [8]chess.Square
	more    int // entries of again
}

// findOrigins notes where men first stand, once it is settled what pawns become.
func (r *Schedule) findOrigins() {
	r.origins = [2][chess.King + 1]origins{}
	for u := range int8(r.Size) {
		c := r.Men[u].Color
		for role := chess.Knight; role <= chess.King; role++ {
			sq := r.source(u, c, role)
			if sq == chess.NoSquare {
				continue
			}
			o := &r.origins[c][role]
			if !o.squares.Has(sq) {
				o.squares |= sq.BB()
			} else if o.more < len(o.again) {
				o.again[o.more] = sq
				o.more++
			}
		}
	}
}

// sources counts the men that are, or will be promoted, in a region.
func (r *Schedule) sources(c chess.Color, role chess.Role, reach chess.Bitboard) int {
	o := &r.origins[c][role]
	n := (o.squares & reach).Count()
	for _, sq := range o.again[:o.more] {
		n += int(reach >> sq & 1)
	}
	return n
}
