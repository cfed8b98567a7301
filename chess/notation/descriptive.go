package notation

import "chesscensus/chess"

// Options say how descriptive moves are written and read. The zero value is the form of the published grammar: N(QN1)-QB3, without
// marks.
type Options struct {
	// Slash writes N/QN1-QB3 and P-K8/Q, as the dialogues of the time did, instead
	// of N(QN1)-QB3 and P-K8(Q). Both are always read.
	Slash bool
	// Full writes both squares in full, N(QN1)-QB3, as in a list of the moves that
	// fit an ambiguous text.
	Full bool
	// Marks appends " ch" to moves that give check, " mate" to those that mate.
	Marks bool
	// Wings tells KN from QN when moves are read, by the game so far. The zero
	// value tells them apart by the diagram, see [WingsOf].
	Wings Wings
}

// parseDescriptive reads a move in English descriptive notation, by the grammar in the documentation of the package. It also
// accepts:
//
//   - letters in either case, blanks anywhere, Kt for N, * : X and × for x, several kinds of dash, O-O for 0-0;
//   - a man may be named after a wing, KR or QN, and a pawn after its file: KP, BP, QNP; for the officers see [Wings];
//   - a man may be qualified by its row alone, N(3), and with / for brackets;
//   - promotions as P-K8(Q), P-K8/Q, P-K8=Q;
//   - marks after the move: e.p., ch, dis ch, dbl ch, mate, + # ! ?. They decide if the move would be ambiguous without them;
//     otherwise they are not checked.
//
// In a capture en passant the place of the captured pawn may be its own square or the one that the capturer reaches. The error is
// an [*Error].
func parseDescriptive(p *chess.Position, text string, opt Options) (chess.Move, error) {
	s, parser := parseSentence(text)
	if parser.msg != "" {
		return 0, parser.syntaxError(Descriptive, p)
	}
	pat := s.pattern(p, opt.Wings)
	return pat.find(Descriptive, p, text)
}

// pattern returns the meaning of the sentence in a position.
func (s *sentence) pattern(p *chess.Position, w Wings) pattern {
	us := p.Turn()
	pat := pattern{castle: s.castle, marks: s.marks}
	if s.castle != 0 {
		return pat
	}
	pat.role, pat.promo, pat.quiet = s.man.role, s.promo, !s.capture
	pat.from = s.man.squares(p, us, w)
	pat.target = s.target.place.squares(us)
	if s.capture {
		pat.takes = s.target.role
		pat.target = s.target.squares(p, us, w)
	}
	return pat
}

// squares returns the squares on which the described man may stand. The side us moves and names the squares.
func (m *man) squares(p *chess.Position, us chess.Color, w Wings) chess.Bitboard {
	bb := m.place.squares(us) & place{m.files, -1}.squares(us)
	if m.wing == 0 {
		return bb
	}
	if w == (Wings{}) {
		b := p.Board()
		w = WingsOf(&b)
	}
	if m.wing == 'K' {
		return bb & w.King
	}
	return bb & w.Queen
}

// shapes lists the ways to write a move, shortest first: how much of the square of the man and of the target is written.
var shapes = [...]struct{ man, target form }{
	{noSquare, noSquare}, {noSquare, shortName}, {shortName, noSquare}, {noSquare, fullName}, {fullName, noSquare},
	{shortName, shortName}, {shortName, fullName}, {fullName, shortName}, {fullName, fullName},
}

// AppendDescriptive appends the legal move m in English descriptive notation. It uses the shortest text of the grammar that no
// other legal move fits, and, of two equally short ones, the one with less about the man that moves. Captures en passant end in "
// e.p." and promotions in the new man. With [Options.Slash] short names of squares are not used for the man, as in the dialogues of
// the time.
func AppendDescriptive(dst []byte, p *chess.Position, m chess.Move, opt Options) []byte {
	if m == 0 {
		return append(dst, "--"...)
	}
	if m.Castles() {
		dst = append(dst, "0-0"...)
		if castleOf(m) == 'Q' {
			dst = append(dst, "-0"...)
		}
		return appendMarks(dst, p, m, opt)
	}
	var buf [256]chess.Move
	moves := p.Moves(buf[:0])
	quiet := m.Captured() == chess.NoRole
	target := m.To()
	if !quiet {
		target = m.CapturedOn()
	}
	pat := pattern{role: m.Role(), takes: m.Captured(), promo: m.Promotion(), quiet: quiet}
	for _, f := range shapes {
		isFull := f.man == fullName && f.target == fullName
		isMissing := quiet && f.target == noSquare // a quiet move needs its target
		if isMissing || opt.Slash && f.man == shortName || opt.Full && !isFull {
			continue
		}
		pat.from, pat.target = formMask(m.From(), f.man), formMask(target, f.target)
		if isFull || pat.fitsOnly(moves, m) {
			dst = pat.append(dst, p.Turn(), m.From(), target, f.man, f.target, opt.Slash)
			break
		}
	}
	if m.EnPassant() {
		dst = append(dst, " e.p."...)
	}
	return appendMarks(dst, p, m, opt)
}

// fitsOnly reports whether m is the only move that fits. A capture en passant is compared only with others, as its text ends in
// e.p.
func (pat *pattern) fitsOnly(moves []chess.Move, m chess.Move) bool {
	count := 0
	for _, other := range moves {
		if pat.fits(other) && (other.EnPassant() || !m.EnPassant()) {
			count++
		}
	}
	return count == 1
}

// append appends the move with the given forms of both squares.
func (pat *pattern) append(dst []byte, us chess.Color, from, target chess.Square, fromForm, targetForm form, slash bool) []byte {
	dst = appendMan(dst, us, pat.role, from, fromForm, slash)
	if pat.quiet {
		dst = appendSquare(append(dst, '-'), us, target, targetForm)
	} else {
		dst = appendMan(append(dst, 'x'), us, pat.takes, target, targetForm, slash)
	}
	if pat.promo == chess.NoRole {
		return dst
	}
	if slash {
		return append(dst, '/', pat.promo.Letter())
	}
	return append(dst, '(', pat.promo.Letter(), ')')
}

// appendMan appends a man with its square in the given form, in brackets or after a slash.
func appendMan(dst []byte, us chess.Color, r chess.Role, sq chess.Square, f form, slash bool) []byte {
	dst = append(dst, r.Letter())
	switch {
	case f == noSquare:
		return dst
	case slash:
		return appendSquare(append(dst, '/'), us, sq, f)
	}
	return append(appendSquare(append(dst, '('), us, sq, f), ')')
}

// appendMarks appends " ch" or " mate", if the options ask for it.
func appendMarks(dst []byte, p *chess.Position, m chess.Move, opt Options) []byte {
	if !opt.Marks {
		return dst
	}
	q := p.Play(m)
	switch {
	case !q.InCheck():
		return dst
	case q.CountMoves() == 0:
		return append(dst, " mate"...)
	}
	return append(dst, " ch"...)
}
