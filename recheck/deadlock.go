package recheck

import (
	"slices"

	"chesscensus/recheck/internal/board"
)

// # Deadlock
//
// The sources of a man are squares from which it may have come:
//
//   - of an officer or king, the squares one step of it away;
//   - of a pawn not on its pawn row, the square behind it and those beside that square;
//   - of an officer on its last row, where it can have been promoted, these squares, too;
//   - of a king or rook with a castling right, none, as it has never moved.
//
// Let M be a set of men that stand on all sources of all men of M. If one of M is not where it began, S is illegal.
//
// Proof. After a man has arrived on its square one of its sources is empty: the last square that it left or passed over, the square that a
// double step passed, or after castling the rook's corner or the square beside it. Take the last arrival of a man of M in the game. There
// is one, as a man of M did not begin where it is. By then all men of M stand on their squares, so all sources are occupied.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQ1BRK b kq -
//	legal    rnbqkbnr/pppppppp/8/8/8/4PN2/PPPP1PPP/RNBQ1BRK b kq -
//	game     1. e3 Nc6 2. Nf3 Na5 3. Be2 Nh6 4. O-O Nc6 5. Kh1 Nb8 6. Rg1 Ng8 7. Bf1
//
// With checks. A man gives check for certain if nothing can stand between: from a neighboring square, as a knight, or as a pawn. A man m of
// M may have a source x outside M if it cannot have left or passed over x last. That is so in these cases:
//
//	(a) m is a king, and on x it was in check for certain: from the king of the other side in M, or from a man e of M. Each source
//	    of e is x, or holds a man of M other than m.
//	(b) m is a pawn, or an officer that was one on x. No double step of m passes x. A pawn on x gives check for certain to the
//	    other king, which is in M.
//	(c) m stood on x as what it is, and from x gives check for certain to the other king, which is in M. It stood on x if it is a
//	    knight, or if the next square on the line over x holds a man of M or is beyond the edge.
//
// Nothing is excluded for a king or rook that may have castled last. That is one with these properties: it stands where castling puts it;
// the square where castling puts the other one holds that man, or no man of M; and no man of M is on a square that castling leaves empty,
// those of files e and h, or a, b and e.
//
// If all men of the greatest such M stand where they began, they have never moved, as they have no last arrival. Call them unmoved.
//
// Proof. Let m have the last arrival of M, over x. The other men of M stood where they stand. (b), (c): m was on x with its side to move
// and the other king in check. (a): m cannot have been beside the other king. Before the move that preceded m's the king was on x and not
// in check. So that move brought e. It left or passed over a source of e, which is empty then. But x held the king, and M without m stood
// on its squares. Contradiction. A pawn that never moved has always guarded x.
//
//	illegal  1nbqkbNr/1ppppppr/7p/p7/8/8/PPPPPPPP/RNBQKB1R b KQk -
//	legal    1nbqkbNr/1ppppppr/8/p7/8/8/PPPPPPPP/RNBQKB1R b KQk -
//	game     1. Nc3 h5 2. Nb1 h4 3. Nc3 h3 4. Nxh3 a5 5. Nb1 Ra6 6. Ng5 Rg6 7. Ne4 Rgh6 8. Ng3 R6h7 9. Nf5 Na6 10. Nh6 Nb8 11. Nxg8

// deadlock confirms that a man of the greatest such set is not where it began.
func deadlock(q *question) error {
	s := immobile(q.setup)
	for sq, man := range s.Men {
		if man != 0 && man != board.Start.Men[sq] {
			return nil
		}
	}
	return wrong("each of these men can have come last")
}

// immobile returns the setup with only the greatest set of men of which none can have arrived last. It removes men that can, until none is
// left that can.
func immobile(s board.Setup) board.Setup {
	for again := true; again; {
		again = false
		for _, sq := range board.Squares(board.Occupied(&s)) {
			free := board.Squares(sources(&s, sq) &^ board.Occupied(&s))
			if slices.ContainsFunc(free, func(x int8) bool { return !checksExclude(&s, sq, x) }) {
				s.Men[sq], again = 0, true
			}
		}
	}
	return s
}

// unmovedMen returns the squares of the men that immobile leaves. If all stand where they began, they have never moved.
func unmovedMen(s *board.Setup) set {
	k := immobile(*s)
	return board.Occupied(&k)
}

// sources returns the sources of the man on a square.
func sources(s *board.Setup, sq int8) (from set) {
	if s.CastlingMen().Has(sq) {
		return 0
	}
	if role := board.Role(s.Men[sq]); role != 'P' {
		from = board.Near[role][sq]
	}
	return from | pawnSources(s, sq)
}

// pawnSources returns the squares from which the man on a square may have come as a pawn.
func pawnSources(s *board.Setup, sq int8) set {
	role, black := board.Role(s.Men[sq]), board.IsBlack(s.Men[sq])
	if board.RowsRisen(sq, black) > 0 && role == 'P' || board.Row(sq) == board.HomeRow(!black) && role != 'K' && role != 'P' {
		return board.PawnAttacks(1<<sq, !black) | 1<<(sq-8*board.Ahead(black))
	}
	return 0
}

// mayHaveCastled reports whether the man on a square may have come there by castling, as the last of the men of s.
func mayHaveCastled(s *board.Setup, sq int8) bool {
	black := board.IsBlack(s.Men[sq])
	at := func(file int8) int8 { return board.At(file, board.HomeRow(black)) }
	for _, c := range [2][]int8{{6, 5, 4, 7}, {2, 3, 0, 1, 4}} { // files of king, rook, and what is left empty
		king, rook := s.Men[at(c[0])], s.Men[at(c[1])]
		isOneOfBoth := sq == at(c[0]) && king == board.Man('K', black) || sq == at(c[1]) && rook == board.Man('R', black)
		otherAllows := (king == 0 || king == board.Man('K', black)) && (rook == 0 || rook == board.Man('R', black))
		if isOneOfBoth && otherAllows && !slices.ContainsFunc(c[2:], func(file int8) bool { return s.Men[at(file)] != 0 }) {
			return true
		}
	}
	return false
}

// checksExclude reports whether (a), (b) or (c) excludes that the man on a square arrived last of the men of s, over x.
func checksExclude(s *board.Setup, sq, x int8) bool {
	if mayHaveCastled(s, sq) {
		return false
	}
	man, back := s.Men[sq], *s
	role, black := board.Role(man), board.IsBlack(man)
	back.Men[sq], back.Men[x] = 0, man
	king := s.King(!black)
	if role == 'K' { // (a)
		return slices.ContainsFunc(board.Squares(board.Occupied(s)), func(e int8) bool {
			return board.OwnedBy(s.Men[e], !black) && guardedFrom(s, e).Has(x) && (e == king || sources(s, e)&^board.Occupied(&back) == 0)
		})
	}
	if king == board.None {
		return false
	}
	if pawnSources(s, sq).Has(x) { // (b)
		double := role == 'P' && board.RowsRisen(sq, black) == 2 && board.File(x) == board.File(sq)
		if back.Men[x] = board.Man('P', black); double || !guardedFrom(&back, x).Has(king) {
			return false
		}
		back.Men[x] = man
	}
	if role == 'P' || !board.Near[role][sq].Has(x) {
		return true
	}
	beyond := board.At(2*board.File(x)-board.File(sq), 2*board.Row(x)-board.Row(sq)) // (c)
	return guardedFrom(&back, x).Has(king) && (role == 'N' || beyond == board.None || s.Men[beyond] != 0)
}

// guardedFrom returns the squares that the man on a square attacks for certain, whatever stands elsewhere.
func guardedFrom(s *board.Setup, sq int8) set {
	if role := board.Role(s.Men[sq]); role != 'P' {
		return board.Near[role][sq]
	}
	return board.PawnAttacks(1<<sq, board.IsBlack(s.Men[sq]))
}
