package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// findProtected fills in ProtectedMen and LockedOfficers.
//
//   - An officer is protected if the goal shows its like on its square, the pawns of the goal cage that square in, and the start
//     has no more officers of this role in the cage than the goal: then no other could replace it.
//   - A protected officer is locked if every step from its square leads to a pawn of the goal or to another locked officer.
func (s *Schedule) findProtected() {
	pawns := s.Goal.Board.Of(chess.Pawn)
	for u := range int8(s.Size) {
		m := &s.Men[u]
		if m.Role == chess.Pawn || m.Role == chess.King || s.ClearedSquares.Has(m.Sq) ||
			s.Goal.Board.At(m.Sq) != chess.NewPiece(m.Color, m.Role) {
			continue
		}
		reach := chess.Flood(m.Role, m.Sq.BB(), pawns)
		if base.IsCage(m.Role, reach) && (s.Board.Pieces(m.Color, m.Role)&reach).Count() <= (s.Goal.Board.Pieces(m.Color, m.Role)&reach).Count() {
			s.ProtectedMen |= 1 << u
		}
	}
	s.LockedOfficers = 0
	for {
		before := s.LockedOfficers
		for u := range int8(s.Size) {
			m := &s.Men[u]
			if s.ProtectedMen>>u&1 != 0 && m.Role != chess.Pawn && chess.Steps(m.Role, m.Sq.BB())&^(pawns|s.LockedOfficers) == 0 {
				s.LockedOfficers |= m.Sq.BB()
			}
		}
		if s.LockedOfficers == before {
			return
		}
	}
}

// findPromotionSquares fills in ClearedSquares: with Revise, all squares on which pawns promote. An officer that stands there at the
// start has to leave, even if the goal shows its like there.
func (s *Schedule) findPromotionSquares() {
	s.ClearedSquares = 0
	if !s.Revise {
		return
	}
	last := chess.RowBB(0) | chess.RowBB(7)
	for u := range int8(s.Size) {
		if s.End[u] != chess.NoSquare {
			s.ClearedSquares |= s.End[u].BB() & last
		}
	}
	for i := range s.Tasks {
		if t := &s.Tasks[i]; t.Pawn != base.NoMan {
			s.ClearedSquares |= t.To.BB() & last
		}
	}
}

// originOf returns the first square of man u as a man of color c and role: where it starts, or where it promotes. It is NoSquare if u
// has another color or role, or starts on a square that it has to clear.
func (s *Schedule) originOf(u int8, c chess.Color, role chess.Role) chess.Square {
	m := &s.Men[u]
	switch {
	case m.Color != c:
	case m.Role == role && s.ClearedSquares.Has(m.Sq) && role != chess.King:
	case m.Role == role:
		return m.Sq
	case s.PromotionRole[u] == role && s.PromotionSquare[u].Row() == c.LastRow():
		return s.PromotionSquare[u]
	}
	return chess.NoSquare
}

// An origins holds the first squares of the men of one role and color. A square on which several men promote is once in squares, and
// once more in duplicates for each further man.
type origins struct {
	squares        chess.Bitboard
	duplicates     [8]chess.Square
	duplicateCount int // entries of duplicates
}

// findOrigins fills in the first squares of all men. Promotions have to be chosen before.
func (s *Schedule) findOrigins() {
	s.origins = [2][chess.King + 1]origins{}
	for u := range int8(s.Size) {
		c := s.Men[u].Color
		for role := chess.Knight; role <= chess.King; role++ {
			sq := s.originOf(u, c, role)
			if sq == chess.NoSquare {
				continue
			}
			o := &s.origins[c][role]
			if !o.squares.Has(sq) {
				o.squares |= sq.BB()
			} else if o.duplicateCount < len(o.duplicates) {
				o.duplicates[o.duplicateCount] = sq
				o.duplicateCount++
			}
		}
	}
}

// countOrigins returns how many men of a color and role have their first square in a region.
func (s *Schedule) countOrigins(c chess.Color, role chess.Role, reach chess.Bitboard) int {
	o := &s.origins[c][role]
	n := (o.squares & reach).Count()
	for _, sq := range o.duplicates[:o.duplicateCount] {
		n += int(reach >> sq & 1)
	}
	return n
}
