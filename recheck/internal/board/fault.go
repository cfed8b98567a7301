package board

import "bytes"

// Faults returns the reasons why a setup is no position, by the names that verdicts use. A position of a game has none:
//
//   - Each side has a king.
//   - Pawns begin on rows 2 and 7, never go back, and are replaced on the last row.
//   - A move never leaves the own king attacked.
//   - A castling right ends when its king or rook moves or is captured.
//   - An en passant square is written only where a capture is legal.
func (s *Setup) Faults() (list []string) {
	add := func(isFault bool, fault string) {
		if isFault {
			list = append(list, fault)
		}
	}
	white, black := s.Count('K'), s.Count('k')
	add(white == 0, "NoWhiteKing")
	add(black == 0, "NoBlackKing")
	add(white > 1, "ManyWhiteKings")
	add(black > 1, "ManyBlackKings")
	add(bytes.ContainsAny(s.Men[:8], "Pp") || bytes.ContainsAny(s.Men[56:], "Pp"), "PawnOnEndRow")
	if white == 1 && black == 1 {
		add(Near['K'][s.King(false)].Has(s.King(true)), "AdjacentKings")
		add(s.InCheck(true) && s.InCheck(false), "BothInCheck")
		add(s.InCheck(!s.Black), "OppositeCheck")
	}
	badRight := false
	for i := range 4 {
		badRight = badRight || s.Rights>>i&1 != 0 && !s.kingAndRookAtHome(i)
	}
	add(badRight, "BadCastling")
	add(s.EP != None && !s.CanHavePassedEP(), "BadEnPassant")
	add(s.EP != None && s.CanHavePassedEP() && white == 1 && black == 1 && !s.canTakeEP(), "IdleEnPassant")
	return list
}

// Valid reports whether a setup has no faults. It makes the cheapest test first.
func (s *Setup) Valid() bool { return !s.InCheck(!s.Black) && len(s.Faults()) == 0 }

// CanHavePassedEP reports whether a pawn of the side not to move can have just passed over EP.
func (s *Setup) CanHavePassedEP() bool {
	up := 8 * Ahead(!s.Black)
	return Row(s.EP) == HomeRow(!s.Black)+2*Ahead(!s.Black) && s.Men[s.EP] == 0 && s.Men[s.EP-up] == 0 && s.Men[s.EP+up] == Man('P', !s.Black)
}

// canTakeEP reports whether a capture on EP is legal.
func (s *Setup) canTakeEP() bool {
	for _, from := range Squares(s.withMan(PawnAttacks(1<<s.EP, !s.Black), Man('P', s.Black))) {
		after := *s
		after.moveMen(Move{From: from, To: s.EP})
		if !after.InCheck(s.Black) {
			return true
		}
	}
	return false
}
