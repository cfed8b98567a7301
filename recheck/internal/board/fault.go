package board

import "bytes"

// Faults returns what keeps a setup from being a position, by the names that verdicts give it. A position of a game has none: it has a king a side;
// pawns begin on rows 2 and 7, never go back, and are replaced on the last row; a move never
// leaves its own king attacked; a right ends when its king or rook moves or is taken; and an
// en passant square is noted only where a capture is legal.
func (s *Setup) Faults() (list []string) {
	add := func(is bool, fault string) {
		if is {
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
	lost := false
	for i := range 4 {
		lost = lost || s.Rights>>i&1 != 0 && !s.homesHold(i)
	}
	add(lost, "BadCastling")
	add(s.EP != None && !s.Passed(), "BadEnPassant")
	add(s.EP != None && s.Passed() && white == 1 && black == 1 && !s.canTakeEP(), "IdleEnPassant")
	return list
}

// Valid reports whether there are no faults, the cheapest test first.
func (s *Setup) Valid() bool { return !s.InCheck(!s.Black) && len(s.Faults()) == 0 }

// Passed reports whether a pawn of the side not to move can have just passed over EP.
func (s *Setup) Passed() bool {
	up := 8 * Ahead(!s.Black)
	if want := HomeRow(!s.Black) + 2*Ahead(!s.Black); Row(s.EP) != want {
		return false
	}
	return s.Men[s.EP] == 0 && s.Men[s.EP-up] == 0 && s.Men[s.EP+up] == Man('P', !s.Black)
}

// canTakeEP reports whether a capture on EP leaves the own king in peace.
func (s *Setup) canTakeEP() bool {
	for _, from := range Squares(s.among(Covered(1<<s.EP, !s.Black), Man('P', s.Black))) {
		after := *s
		after.place(Move{From: from, To: s.EP})
		if !after.InCheck(s.Black) {
			return true
		}
	}
	return false
}
