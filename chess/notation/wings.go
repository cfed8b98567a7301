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
			lowest, highest := outerFiles(men)
			w.Queen |= men & lowest
			w.King |= men & highest
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

// outerFiles returns the files nearest to a and nearest to h with a square of bb. Both sets are empty if bb is.
func outerFiles(bb chess.Bitboard) (lowest, highest chess.Bitboard) {
	for f := range 8 {
		file := chess.FileBB(f)
		if bb&file == 0 {
			continue
		}
		if lowest == 0 {
			lowest = file
		}
		highest = file
	}
	return lowest, highest
}
