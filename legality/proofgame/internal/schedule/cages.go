package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// cageWalls returns the squares that a man of a color and role cannot enter: the given pawns, and for a king also the squares that
// enemy pawns of the goal among them attack.
func (s *Schedule) cageWalls(c chess.Color, role chess.Role, pawns chess.Bitboard) chess.Bitboard {
	if role != chess.King {
		return pawns
	}
	them := c.Other()
	return pawns | chess.AllPawnAttacks(them, pawns&s.Goal.Board.Pieces(them, chess.Pawn))
}

// holdBackPawns chooses the pawns that stop short of their ends until the officers are placed. They open every region of a goal square
// that lacks officers, and every cage of a first square that has more officers than the goal shows there.
func (s *Schedule) holdBackPawns() {
	pawns := s.Goal.Board.Of(chess.Pawn) | s.LockedOfficers
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Knight; role <= chess.King; role++ {
			goals := s.Goal.Board.Pieces(c, role)
			for bb := goals; bb != 0; bb &= bb - 1 {
				sq := bb.First()
				reach := chess.Flood(role, sq.BB(), s.cageWalls(c, role, pawns))
				if s.countOrigins(c, role, reach) < (goals&reach).Count() && (role != chess.King || base.IsCage(role, reach)) {
					s.openCage(c, role, sq, false)
				}
			}
			for u := range int8(s.Size) {
				sq := s.originOf(u, c, role)
				if sq == chess.NoSquare {
					continue
				}
				reach := chess.Flood(role, sq.BB(), s.cageWalls(c, role, pawns))
				if base.IsCage(role, reach) && (goals&reach).Count() < s.countOrigins(c, role, reach) {
					s.openCage(c, role, sq, true)
				}
			}
		}
	}
	s.holdPawnsBehind()
}

// openCage holds back up to three pawns until the region around sq is open. It prefers a pawn that opens the region alone, by as few
// rows as will do. For isOrigin see isOpen.
func (s *Schedule) openCage(c chess.Color, role chess.Role, sq chess.Square, isOrigin bool) {
	for range 3 {
		walls := s.heldWalls()
		reach := chess.Flood(role, sq.BB(), s.cageWalls(c, role, walls))
		if s.isOpen(c, role, sq, isOrigin) {
			return
		}
		edge := chess.Steps(role, reach) &^ reach
		// The best pawn and its rows, by rank: 1 if it is on the edge of the region, 2 if it opens the region alone.
		best, rows, bestRank, ties := base.NoMan, int8(0), 0, 0
		for u := range int8(s.Size) {
			end := s.End[u]
			if end == chess.NoSquare || s.PromotionRole[u] != chess.NoRole {
				continue
			}
			gap := int8(base.Abs(end.Row() - s.pawnRow(u)))
			touches := edge.Has(end) || role == chess.King && chess.AllPawnAttacks(s.Men[u].Color, end.BB())&edge != 0
			if gap <= s.RowsShort[u] || !touches {
				continue
			}
			for more := s.RowsShort[u] + 1; more <= gap; more++ {
				old := s.RowsShort[u]
				s.RowsShort[u] = more
				opened := s.isOpen(c, role, sq, isOrigin)
				s.RowsShort[u] = old
				rank := 1
				if opened {
					rank = 2
				}
				if rank < bestRank {
					continue
				}
				if rank > bestRank {
					bestRank, ties = rank, 0
				}
				if ties++; s.RNG.N(ties) == 0 {
					best, rows = u, more
				}
				if opened {
					break
				}
			}
		}
		if best == base.NoMan {
			return
		}
		s.RowsShort[best] = rows
	}
}

// isOpen reports whether the region around sq is open while pawns are held back. For a goal square that means that enough men start in
// the region, for the first square of a man (isOrigin) that the region is no cage.
func (s *Schedule) isOpen(c chess.Color, role chess.Role, sq chess.Square, isOrigin bool) bool {
	walls := s.heldWalls()
	if isOrigin {
		return !base.IsCage(role, chess.Flood(role, sq.BB(), s.cageWalls(c, role, walls)))
	}
	return !s.lacksMen(sq, c, role, walls)
}

// cagedSquare returns a square of the goal that is a cage both while pawns are held back and when all stand at their ends, with the
// color and role of the man that cannot reach it. It returns NoSquare if there is none.
func (s *Schedule) cagedSquare() (caged chess.Square, color chess.Color, missing chess.Role) {
	final := s.Goal.Board.Of(chess.Pawn) | s.LockedOfficers
	walls := s.heldWalls()
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Knight; role <= chess.King; role++ {
			for bb := s.Goal.Board.Pieces(c, role) &^ s.settleSquares; bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if s.isCage(sq, c, role, final) && s.isCage(sq, c, role, walls) {
					return sq, c, role
				}
			}
		}
	}
	return chess.NoSquare, 0, 0
}

// isCage reports whether the region of a goal square lacks men and is small. No man will be there by chance before the region is
// closed.
func (s *Schedule) isCage(sq chess.Square, c chess.Color, role chess.Role, walls chess.Bitboard) bool {
	return s.lacksMen(sq, c, role, walls) && base.IsCage(role, chess.Flood(role, sq.BB(), s.cageWalls(c, role, walls)))
}

// lacksMen reports whether fewer men of the role start in the region of a goal square than the goal shows there.
func (s *Schedule) lacksMen(sq chess.Square, c chess.Color, role chess.Role, walls chess.Bitboard) bool {
	reach := chess.Flood(role, sq.BB(), s.cageWalls(c, role, walls))
	return s.countOrigins(c, role, reach) < (s.Goal.Board.Pieces(c, role) & reach).Count()
}
