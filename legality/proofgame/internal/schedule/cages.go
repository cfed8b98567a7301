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

// region returns the squares that a man of a color and role on sq can reach, while the pawns stand like this.
func (s *Schedule) region(c chess.Color, role chess.Role, sq chess.Square, pawns chess.Bitboard) chess.Bitboard {
	return chess.Flood(role, sq.BB(), s.cageWalls(c, role, pawns))
}

// canEnter reports whether some man of a color and role may come to sq while the pawns stand like this: the region around sq is no cage, or
// a man starts in it.
func (s *Schedule) canEnter(c chess.Color, role chess.Role, sq chess.Square, pawns chess.Bitboard) bool {
	reach := s.region(c, role, sq, pawns)
	return !base.IsCage(role, reach) || s.countOrigins(c, role, reach) > 0
}

// holdBackPawns chooses the pawns that stop short of their ends until the officers are placed. They open every region of a goal square
// that lacks officers, and every cage of a first square that has more officers than the goal shows there.
func (s *Schedule) holdBackPawns() {
	pawns := s.Goal.Board.Of(chess.Pawn) | s.LockedOfficers
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Knight; role <= chess.King; role++ {
			for bb := s.Goal.Board.Pieces(c, role); bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if s.lacksMen(sq, c, role, pawns) && (role != chess.King || s.isCage(sq, c, role, pawns)) {
					s.openCage(c, role, sq, false)
				}
			}
			for u := range int8(s.Size) {
				sq := s.originOf(u, c, role)
				if sq == chess.NoSquare {
					continue
				}
				if reach := s.region(c, role, sq, pawns); base.IsCage(role, reach) && !s.allMayStay(c, role, reach) {
					s.openCage(c, role, sq, true)
				}
			}
		}
	}
	s.holdPawnsBehind()
}

// allMayStay reports whether the goal shows as many men of a color and role in a region as have their first square there.
func (s *Schedule) allMayStay(c chess.Color, role chess.Role, region chess.Bitboard) bool {
	return (s.Goal.Board.Pieces(c, role) & region).Count() >= s.countOrigins(c, role, region)
}

// openCage holds back up to three pawns until the region around sq is open. For isOrigin see isOpen.
func (s *Schedule) openCage(c chess.Color, role chess.Role, sq chess.Square, isOrigin bool) {
	for range 3 {
		if s.isOpen(c, role, sq, isOrigin) {
			return
		}
		u, rows := s.choosePawnToHold(c, role, sq, isOrigin)
		if u == base.NoMan {
			return
		}
		s.RowsShort[u] = rows
	}
}

// choosePawnToHold returns a random pawn whose end is on the edge of the region around sq, and how many rows before its end it can stop.
// It prefers a pawn that opens the region alone, by as few rows as will do. It returns NoMan if there is none.
func (s *Schedule) choosePawnToHold(c chess.Color, role chess.Role, sq chess.Square, isOrigin bool) (pawn, rows int8) {
	reach := s.region(c, role, sq, s.heldWalls())
	edge := chess.Steps(role, reach) &^ reach
	ties, opensAlone := 0, false
	pawn = base.NoMan
	for u := range int8(s.Size) {
		end := s.End[u]
		if end == chess.NoSquare || s.PromotionRole[u] != chess.NoRole {
			continue
		}
		isOnEdge := edge.Has(end) || role == chess.King && chess.AllPawnAttacks(s.Men[u].Color, end.BB())&edge != 0
		if !isOnEdge {
			continue
		}
		before, gap := s.RowsShort[u], int8(base.Abs(end.Row()-s.pawnRow(u)))
		for more := before + 1; more <= gap; more++ {
			s.RowsShort[u] = more
			opens := s.isOpen(c, role, sq, isOrigin)
			s.RowsShort[u] = before
			if opens && !opensAlone {
				ties, opensAlone = 0, true
			}
			if opens == opensAlone {
				if ties++; s.RNG.N(ties) == 0 {
					pawn, rows = u, more
				}
			}
			if opens {
				break
			}
		}
	}
	return pawn, rows
}

// isOpen reports whether the region around sq is open while pawns are held back. For a goal square that means that enough men start in
// the region, for the first square of a man (isOrigin) that the region is no cage.
func (s *Schedule) isOpen(c chess.Color, role chess.Role, sq chess.Square, isOrigin bool) bool {
	if isOrigin {
		return !base.IsCage(role, s.region(c, role, sq, s.heldWalls()))
	}
	return !s.lacksMen(sq, c, role, s.heldWalls())
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
	return s.lacksMen(sq, c, role, walls) && base.IsCage(role, s.region(c, role, sq, walls))
}

// lacksMen reports whether fewer men of the role start in the region of a goal square than the goal shows there.
func (s *Schedule) lacksMen(sq chess.Square, c chess.Color, role chess.Role, walls chess.Bitboard) bool {
	reach := s.region(c, role, sq, walls)
	return s.countOrigins(c, role, reach) < (s.Goal.Board.Pieces(c, role) & reach).Count()
}
