package notation

import "chesscensus/chess"

// Wings tells the king's knight, bishop and rook of each side from the queen's, so that KN, QB, KR can be read. A man may be in
// both sets, or, if it was promoted, in neither.
//
// The zero value means that nothing is known of the game. Then the men are told apart by the diagram, as by [WingsOf].
type Wings struct{ King, Queen chess.Bitboard }

// WingsOf returns the wings by the diagram alone. Of several rooks or knights of one side the one nearest to file a is the queen's,
// and the one nearest to file h is the king's. Two on one file are both. The color of its square decides for a bishop: White's
// king's bishop and Black's queen's bishop run on light squares. In the initial position that is right for every man.
func WingsOf(b *chess.Board) (w Wings) {
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		for _, r := range [...]chess.Role{chess.Knight, chess.Rook} {
			men := b.Pieces(c, r)
			w.Queen |= men & lowestFile(men)
			w.King |= men & highestFile(men)
		}
		bishops := b.Pieces(c, chess.Bishop)
		kings := ^chess.DarkSquares
		if c == chess.Black {
			kings = chess.DarkSquares
		}
		w.King |= bishops & kings
		w.Queen |= bishops &^ kings
	}
	return w
}

// After returns the wings after the legal move m was played in p.
func (w Wings) After(p *chess.Position, m chess.Move) Wings {
	w.King, w.Queen = afterMove(w.King, p, m), afterMove(w.Queen, p, m)
	return w
}

// afterMove returns a set of men after a move.
func afterMove(set chess.Bitboard, p *chess.Position, m chess.Move) chess.Bitboard {
	from, to := m.From().BB(), m.To().BB()
	moved := set&from != 0
	set &^= from | to
	if moved {
		set |= to
	}
	if !m.Castles() {
		return set
	}
	rookFrom, rookTo := m.To()+1, m.To()-1
	if m.To().File() == 2 {
		rookFrom, rookTo = m.To()-2, m.To()+1
	}
	if set.Has(rookFrom) {
		set = set&^rookFrom.BB() | rookTo.BB()
	}
	return set
}

// lowestFile returns the file nearest to a with a square of bb, or the empty set.
func lowestFile(bb chess.Bitboard) chess.Bitboard {
	for f := range 8 {
		if bb&chess.FileBB(f) != 0 {
			return chess.FileBB(f)
		}
	}
	return 0
}

// highestFile returns the file nearest to h with a square of bb, or the empty set.
func highestFile(bb chess.Bitboard) chess.Bitboard {
	for f := 7; f >= 0; f-- {
		if bb&chess.FileBB(f) != 0 {
			return chess.FileBB(f)
		}
	}
	return 0
}
