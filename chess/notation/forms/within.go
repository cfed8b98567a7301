package forms

import (
	"errors"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"chesscensus/chess"
)

// Around is the note of a record that was found in other text.
const Around = "what stands around the record is passed over"

var (
	// diagram is the first field of a record, where blanks may stand beside the strokes.
	diagram = regexp.MustCompile(`(?:[1-8KQRBNPkqrbnp]{1,8} ?/ ?){7}[1-8KQRBNPkqrbnp]{1,8}`)
	// position is how the command of UCI begins, in the log of a session.
	position = regexp.MustCompile(`\bposition (?:startpos|fen )`)
	// ended is a record behind which a remark may begin.
	ended = regexp.MustCompile(`^[^ ]+ [wb] [^ ]+ [^ ]+(?: (?:-|[0-9]+) (?:-|[0-9]+))?( ?(?:[,;#(?!|\\]|//|--).*)$`)
	// says is how people say who is to move.
	says = regexp.MustCompile(`(?i)\b(white|black) (?:to (?:move|play)|moves|plays)\b`)
)

// closers are what ends a record that stands behind one of these.
var closers = map[rune]string{'"': `"`, '\'': "'", '`': "`", '\u201c': "\u201d", '\u201e': "\u201c", '(': ")", ']': "[", '>': "<", '*': "*", ',': ",", '|': "|", '{': "}"}

// within reads the only record in other text, and reports whether there is one. Whole is the error of the whole text.
func within(text string, whole error) (r Record, found bool, err error) {
	var wrong *Error
	if errors.As(whole, &wrong) && wrong.game {
		return r, false, nil
	}
	all := diagram.FindAllStringIndex(text, 2)
	begins := position.FindStringIndex(text)
	switch {
	case len(all) == 2:
		return r, true, &Error{Text: text, At: all[1][0], Msg: "found a second position, want one in a line"}
	case begins == nil && len(all) == 1:
		begins = all[0]
	case begins == nil:
		return r, false, nil
	}
	before, record, after := text[:begins[0]], text[begins[0]:], ""
	last, _ := utf8.DecodeLastRuneInString(before)
	if before != "" && closers[last] == "" && !strings.ContainsRune(" :=", last) {
		return r, false, nil // a part of the first field
	}
	last, _ = utf8.DecodeLastRuneInString(strings.TrimRight(before, " "))
	if before == "" {
		if m := ended.FindStringSubmatchIndex(record); m != nil {
			record, after = record[:m[2]], record[m[2]:]
		}
	} else if end := closers[last]; end != "" {
		if i := strings.Index(record, end); i >= 0 {
			record, after = record[:i], record[i:]
		}
	}
	if before+after == "" {
		return r, false, nil
	}
	for name := range strings.FieldsFuncSeq(before+" "+after, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' }) {
		if v := variants[plain(name)]; v != "" {
			return r, true, variant(text, strings.Index(text, name), v)
		}
	}
	if r, err = readMoves(strings.TrimRight(record, " .,")); err != nil {
		return r, true, err
	}
	r.note(Around)
	if said := says.FindStringSubmatchIndex(before + after); said != nil {
		side := chess.White
		if word := (before + after)[said[2]:said[3]]; strings.EqualFold(word, "black") {
			side = chess.Black
		}
		switch {
		case r.NoTurn:
			r.NoTurn, r.Setup.Turn, r.Notes = false, side, []string{Around}
		case r.Setup.Turn != side:
			return r, true, &Error{Text: text, At: strings.Index(text, (before + after)[said[0]:said[1]]), Msg: "the record says that the other side is to move"}
		}
	}
	return r, true, CheckRights(&r.Setup)
}

// CheckRights refuses a record of Chess960 that is written as X-FEN: each right to castle has a king and a rook for it on the own first row, and one king
// stands on another file than in chess. Other rights that mean nothing are left as they are: with kings on the file e they are more often forgotten ones.
func CheckRights(s *chess.Setup) error {
	if s.Castling&chess.AllCastling == s.Canonical().Castling {
		return nil
	}
	away := false
	for i, right := range []chess.Castling{chess.WhiteKingside, chess.WhiteQueenside, chess.BlackKingside, chess.BlackQueenside} {
		c, home := chess.White, chess.Row1
		if i > 1 {
			c, home = chess.Black, chess.Row8
		}
		king, rooks := s.Board.Pieces(c, chess.King)&home, s.Board.Pieces(c, chess.Rook)&home
		beside := rooks &^ (king - 1) // on the side of the king that the right is for
		if i%2 == 1 {
			beside = rooks & (king - 1)
		}
		if s.Castling&right != 0 && (king == 0 || beside == 0) {
			return nil
		}
		away = away || s.Castling&right != 0 && king.First().File() != 4
	}
	if !away {
		return nil
	}
	return variant(s.String(), strings.IndexByte(s.String(), ' ')+3, "Chess960")
}
