package chess

// A SANStyle says how standard algebraic notation is written.
type SANStyle uint8

const (
	// StandardSAN is the notation of the PGN standard: exd8=Q+.
	StandardSAN SANStyle = iota
	// CompactSAN leaves out the = of promotions, as texelutil does: exd8Q+.
	CompactSAN
)

// SAN returns the legal move m in standard algebraic notation, such as "Nbd2", "exd6" (also en passant), "e8=Q+", "O-O-O", "Qh7#".
// The origin is given as far as the legal moves of men of the same role to the same square need it: the file if that separates
// them, else the row, else both. It returns "--" for no move.
func (p *Position) SAN(m Move) string {
	return string(p.AppendSAN(make([]byte, 0, 8), m, StandardSAN))
}

// AppendSAN appends the legal move m in the given style to dst.
func (p *Position) AppendSAN(dst []byte, m Move, style SANStyle) []byte {
	switch {
	case m == 0:
		return append(dst, "--"...)
	case m.Castles() && m.To().File() == 2:
		dst = append(dst, "O-O-O"...)
	case m.Castles():
		dst = append(dst, "O-O"...)
	case m.Role() == Pawn:
		dst = appendPawnSAN(dst, m, style)
	default:
		dst = appendOrigin(append(dst, m.Role().Letter()), p, m)
		if m.Captured() != NoRole {
			dst = append(dst, 'x')
		}
		dst = m.To().append(dst)
	}
	q := p.Play(m)
	switch {
	case !q.InCheck():
		return dst
	case q.CountMoves() == 0:
		return append(dst, '#')
	}
	return append(dst, '+')
}

// appendPawnSAN appends a pawn's move without the sign of a check.
func appendPawnSAN(dst []byte, m Move, style SANStyle) []byte {
	if m.Captured() != NoRole {
		dst = append(dst, 'a'+byte(m.From().File()), 'x')
	}
	dst = m.To().append(dst)
	if m.Promotion() == NoRole {
		return dst
	}
	if style == StandardSAN {
		dst = append(dst, '=')
	}
	return append(dst, m.Promotion().Letter())
}

// appendOrigin appends the part of an officer's origin that tells its move from others.
func appendOrigin(dst []byte, p *Position, m Move) []byte {
	b := &p.s.Board
	if m.Role() == King {
		return dst
	}
	rivals := b.Pieces(p.s.Turn, m.Role()) &^ m.From().BB()
	if rivals == 0 || rivals&Attacks(NewPiece(p.s.Turn, m.Role()), m.To(), b.Occupied()) == 0 {
		return dst // no such man attacks the square, pinned or not: the moves need not be generated
	}
	var buf [256]Move
	var ambiguous, sameFile, sameRow bool
	for _, other := range p.Moves(buf[:0]) {
		if other.Role() != m.Role() || other.To() != m.To() || other.From() == m.From() {
			continue
		}
		ambiguous = true
		sameFile = sameFile || other.From().File() == m.From().File()
		sameRow = sameRow || other.From().Row() == m.From().Row()
	}
	switch {
	case !ambiguous:
		return dst
	case !sameFile:
		return append(dst, 'a'+byte(m.From().File()))
	case !sameRow:
		return append(dst, '1'+byte(m.From().Row()))
	}
	return m.From().append(dst)
}
