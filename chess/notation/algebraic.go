package notation

import (
	"strings"

	"chesscensus/chess"
)

// parseAlgebraic reads a move in algebraic notation: standard (Nf3), long (Ng1-f3), with figurines of either color (♘f3, ♙e4) and ×
// for x, or by coordinates, as [chess.Position.ParseSAN] reads it. It also reads the short captures of the published grammar, which
// name the captured man or only files:
//
//	♗×♙f7, ♗c4×♙, ♗×♙, d4×♘    a man, perhaps with its square, takes a man
//	e×♘, ed                     a pawn of the e-file takes a knight; something on the d-file
//
// The error is an [*Error].
func parseAlgebraic(p *chess.Position, text string) (chess.Move, error) {
	letters := toLetters.Replace(text)
	if pat, ok := parseCapture(p, letters); ok {
		return pat.find(Algebraic, p, text)
	}
	m, err := p.ParseSAN(letters)
	if err != nil {
		return 0, fromChessError(Algebraic, text, err)
	}
	return m, nil
}

// parseCapture reads the captures that standard algebraic notation lacks: with the letter of the captured man, or two files alone.
// Ok is false for other texts.
func parseCapture(p *chess.Position, text string) (pat pattern, ok bool) {
	text, pat.marks = cutMarks(strings.TrimSpace(text))
	if text, pat.promo, ok = cutPromotion(text); !ok {
		return pat, false
	}
	if len(text) == 2 && isFile(text[0]) && isFile(text[1]) {
		pat.role, pat.from, pat.target = chess.Pawn, chess.FileBB(int(text[0]-'a')), chess.FileBB(int(text[1]-'a'))
		return pat, true
	}
	left, right, found := strings.Cut(text, "x")
	if !found || right == "" || strings.IndexByte("PNBRQK", right[0]) < 0 {
		return pat, false
	}
	pat.takes = roleOf(right[0])
	if pat.target, ok = squares(right[1:]); !ok || left == "" {
		return pat, false
	}
	if isFile(left[0]) && len(left) == 1 {
		pat.role, pat.from = chess.Pawn, chess.FileBB(int(left[0]-'a'))
		return pat, true
	}
	if i := strings.IndexByte("PNBRQK", left[0]); i >= 0 {
		pat.role, left = chess.Pawn+chess.Role(i), left[1:]
	}
	if pat.from, ok = squares(left); !ok || left == "" && pat.role == chess.NoRole {
		return pat, false
	}
	return pat, true
}

// cutPromotion removes a promotion such as =Q or (Q) from the end of a move. Ok is false if something else follows = or the bracket.
func cutPromotion(text string) (move string, promo chess.Role, ok bool) {
	i := strings.LastIndexAny(text, "=(")
	if i <= 0 || len(text) == i+1 {
		return text, chess.NoRole, true
	}
	end := ""
	if text[i] == '(' {
		end = ")"
	}
	promo = chess.Role(max(0, strings.IndexByte("--NBRQ", text[i+1]))) // as the roles are ordered
	return text[:i], promo, promo != chess.NoRole && text[i+2:] == end
}

// cutMarks removes marks such as +, # and e.p. behind a move, and returns them.
func cutMarks(s string) (move string, m mark) {
	for {
		rest := strings.TrimRight(s, "!? ")
		switch {
		case strings.HasSuffix(rest, "+"):
			m |= check
		case strings.HasSuffix(rest, "#"):
			m |= mate
		default:
			if u, ok := strings.CutSuffix(rest, "e.p."); ok {
				return strings.TrimRight(u, " "), m | enPassant
			}
			return rest, m
		}
		s = rest[:len(rest)-1]
	}
}

// isFile reports whether c is the letter of a file.
func isFile(c byte) bool { return c >= 'a' && c <= 'h' }

// squares returns the square with the given name as a set, or all squares if the name is empty.
func squares(name string) (chess.Bitboard, bool) {
	if name == "" {
		return ^chess.Bitboard(0), true
	}
	sq, err := chess.ParseSquare(name)
	return sq.BB(), err == nil
}

// appendLong appends a move in long algebraic notation.
func appendLong(dst []byte, p *chess.Position, m chess.Move) []byte {
	start := len(dst)
	dst = p.AppendSAN(dst, m, chess.StandardSAN)
	if m == 0 || m.Castles() {
		return dst
	}
	last := dst[len(dst)-1] // + or # or neither
	dst = dst[:start]
	if m.Role() != chess.Pawn {
		dst = append(dst, m.Role().Letter())
	}
	dst = appendName(dst, m.From())
	dst = append(dst, "-x"[b2i(m.Captured() != chess.NoRole)])
	dst = appendName(dst, m.To())
	if m.Promotion() != chess.NoRole {
		dst = append(dst, '=', m.Promotion().Letter())
	}
	if last == '+' || last == '#' {
		dst = append(dst, last)
	}
	return dst
}

// appendName appends the algebraic name of a square.
func appendName(dst []byte, sq chess.Square) []byte {
	return append(dst, 'a'+byte(sq.File()), '1'+byte(sq.Row()))
}
