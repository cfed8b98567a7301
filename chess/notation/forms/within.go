package forms

import (
	"cmp"
	"errors"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chesscensus/chess"
)

// Around is the note for a record that was found in other text.
const Around = "what stands around the record is passed over"

var (
	// diagram matches the first field of a record. Blanks may stand beside the strokes.
	diagram = regexp.MustCompile(`(?:[1-8KQRBNPkqrbnp]{1,8} ?/ ?){7}[1-8KQRBNPkqrbnp]{1,8}`)
	// uciPosition matches the beginning of the command "position" of UCI, as in the log of a session.
	uciPosition = regexp.MustCompile(`\bposition (?:startpos|fen )`)
	// recordAndRemark matches a record of four or six fields with a remark behind it, which is the group.
	recordAndRemark = regexp.MustCompile(`^[^ ]+ [wb] [^ ]+ (?:-|[a-h][1-8])(?: (?:-|[0-9]+) (?:-|[0-9]+))?( ?(?:[,;#(?!|\\"[]|//|--|1-0|0-1|1/2).*)$`)
	// fieldsBehind matches the second and further fields of a record, but not words that begin alike, such as "b-file" or "b Keep". The
	// side alone is a field at the end of the text or before a closing character, which is matched as well.
	fieldsBehind = regexp.MustCompile(`^ [wb](?: (?:-|[KQkq]{1,4}\b|[A-H]{1,2}[a-h]{1,2}\b)(?: (?:-|[a-h][36]\b)(?: [0-9]+ [0-9]+\b)?)?|$|[` + closing + `])`)
	// turnWords matches words that say who is to move, such as "White to play". The group is the side. "Black plays h6" is a move that was
	// played, "Black plays and wins" or "Black moves next" is one to come.
	turnWords = regexp.MustCompile(`(?i)\b` + sidePattern + `(?:(?: to (?:move|play)|['’]s turn| am zug)(?:[^\pL]|$)|(?: moves| plays|['’]s move)` +
		`(?: (?:and|but|or|first|next|now|to (?:win|draw|mate))\b| *(?:[^\pL\pN .…]|\.(?:[^\pL\pN.]|$)|$)))`)
)

// closing are characters that may close an address and the fields behind it; the first is ], as in a class of a pattern.
const closing = "])}>\"'`\n"

// Parts of patterns for words that say who is to move.
const (
	sidePattern = `(white|black|wei(?:ß|ss)|schwarz)`
	actPattern  = `(?: to (?:move|play)| moves| plays|['’]s (?:move|turn)| am zug)`
)

// sideOf returns the side that a word matched by sidePattern, or the letter w or b, stands for.
func sideOf(word string) chess.Color {
	if strings.ContainsAny(word[:1], "wW") {
		return chess.White
	}
	return chess.Black
}

// closingOf maps a character that may stand before a record to the text that then ends the record.
var closingOf = map[rune]string{
	'"': `"`, '\'': "'", '`': "`", '\u201c': "\u201d", '\u201e': "\u201c", '(': ")", '[': "]", ']': "[", '>': "<", '*': "*", ',': ",", ';': ";", '|': "|", '{': "}",
}

// isFinal reports whether an error excludes every other reading of its text.
func isFinal(err error) bool {
	var formErr *Error
	return errors.As(err, &formErr) && formErr.final
}

// readWithin reads the only record in other text, and reports whether there is one. The error fullErr is that of readWhole for the text.
// A second record is an error, with found true.
func readWithin(text string, fullErr error) (r Record, found bool, err error) {
	if isFinal(fullErr) {
		return r, false, nil
	}
	if r, found, err = readLinked(text); found {
		return r, true, err
	}
	diagrams := diagram.FindAllStringIndex(text, 2)
	start := uciPosition.FindStringIndex(text)
	switch {
	case len(diagrams) == 2:
		return r, true, &Error{Text: text, At: diagrams[1][0], Msg: secondPosition}
	case start == nil && len(diagrams) == 1:
		start = diagrams[0]
	case start == nil:
		return r, false, nil
	}
	before, record, after := text[:start[0]], text[start[0]:], ""
	last, _ := utf8.DecodeLastRuneInString(before)
	if before != "" && closingOf[last] == "" && !strings.ContainsRune(" :=", last) {
		return r, false, nil // the diagram begins within a word
	}
	// The record ends before a remark if it begins the text, or where the character before it is closed.
	last, _ = utf8.DecodeLastRuneInString(strings.TrimRight(before, " "))
	if before == "" {
		if m := recordAndRemark.FindStringSubmatchIndex(record); m != nil {
			record, after = record[:m[2]], record[m[2]:]
		}
	} else if end := closingOf[last]; end != "" {
		if i := strings.Index(record, end); i >= 0 {
			record, after = record[:i], record[i:]
		}
	}
	if before+after == "" {
		return r, false, nil // there is no other text
	}
	if err := otherGame(text, before+" "+after); err != nil {
		return r, true, err
	}
	if r, err = readMoves(strings.TrimRight(record, " .,)]}")); err != nil {
		return r, true, err
	}
	r.addNote(Around)
	if err := r.applyTurnWords(text, before+after); err != nil {
		return r, true, err
	}
	return r, true, CheckRights(&r.Setup)
}

// WithoutTurn returns the notes without the one which says that the side to move is not given.
func WithoutTurn(notes []string) []string {
	return slices.DeleteFunc(slices.Clone(notes), func(n string) bool { return strings.HasPrefix(n, "the side to move is not given") })
}

// applyTurnWords sets the side to move if the text around a record names it. It is an error if the text names the other side than the record
// and not its own, or both sides of a record without one.
func (r *Record) applyTurnWords(text, around string) error {
	given, agrees, wrong := !r.NoTurn, false, ""
	for _, m := range turnWords.FindAllStringSubmatchIndex(around, -1) {
		side := sideOf(around[m[2]:m[3]])
		if r.NoTurn {
			r.NoTurn, r.Setup.Turn, r.Notes = false, side, WithoutTurn(r.Notes)
		}
		if side == r.Setup.Turn {
			agrees = true
		} else {
			wrong = around[m[0]:m[3]]
		}
	}
	if wrong == "" || given && agrees {
		return nil
	}
	msg := "the record says that the other side is to move"
	if !given {
		msg = "found words that name either side as the side to move, want one side"
	}
	return &Error{Text: text, At: max(strings.LastIndex(text, wrong), 0), Msg: msg}
}

// otherGame returns an error if a word around a record is the name of a variant.
func otherGame(text, around string) error {
	for name := range strings.FieldsFuncSeq(around, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' }) {
		if v := variantNames[plainName(name)]; v != "" {
			return variantError(text, strings.Index(text, name), v)
		}
	}
	return nil
}

// readLinked reads a position from the only address in other text that holds one, and reports whether there is such an address. It is an
// error if the text has a second position, as an address or as a diagram.
func readLinked(text string) (r Record, found bool, err error) {
	record, around, end := "", "", 0 // the record, the text around its address, and where the address ends
	for _, span := range webAddress.FindAllStringIndex(text, -1) {
		from, to := span[0], span[1]
		address := strings.TrimRight(text[from:to], ".,;:!?*`")
		switch fen, err := fromAddress(address); {
		case address == text: // no other text
			return r, false, nil
		case isFinal(err):
			return r, true, err
		case err != nil: // an address without a position
			continue
		case found:
			return r, true, &Error{Text: text, At: from, Msg: secondPosition}
		default:
			if !strings.Contains(fen, " ") {
				rest := strings.TrimRight(fieldsBehind.FindString(text[to:]), closing) // blanks that were not escaped end the address too early
				fen, to = fen+rest, to+len(rest)
			}
			record, around, end, found = fen, text[:from]+text[to:], to, true
			if diagram.MatchString(text[:from]) {
				return r, true, &Error{Text: text, At: from, Msg: secondPosition}
			}
		}
	}
	if !found {
		return r, false, nil
	}
	if i := diagram.FindStringIndex(text[end:]); i != nil {
		return r, true, &Error{Text: text, At: end + i[0], Msg: secondPosition}
	}
	if r, err = readMoves(record); err == nil {
		r.addNote(Around)
		err = cmp.Or(otherGame(text, around), r.applyTurnWords(text, around), CheckRights(&r.Setup))
	}
	return r, true, err
}

// secondPosition is the message for a text with two positions.
const secondPosition = "found a second position, want one in a line"

// readLineOf reads the only line of several that holds a position, with the next lines if the record goes on there.
func readLineOf(text string, fullErr error) (r Record, found bool, err error) {
	list := strings.Split(text, "\n")
	if len(list) == 1 || isFinal(fullErr) || len(diagram.FindAllStringIndex(text, 2)) != 1 {
		return r, false, nil
	}
	i := slices.IndexFunc(list, diagram.MatchString)
	if i < 0 {
		return r, false, nil // a record on several lines
	}
	line, rest := strings.TrimSpace(list[i]), list[i+1:]
	for len(rest) > 0 && continues(line, rest[0]) {
		line, rest = line+" "+strings.TrimSpace(rest[0]), rest[1:]
	}
	joined, otherLines := oneLine(text), append(list[:i:i], rest...)
	if err := otherGame(joined, strings.Join(otherLines, " ")); err != nil {
		return r, true, err
	}
	for _, other := range otherLines {
		switch {
		case uciPosition.MatchString(other):
			return r, true, &Error{Text: joined, At: strings.Index(joined, other), Msg: secondPosition}
		case uciMoves.MatchString(other) || strings.HasSuffix(line, " moves"):
			return r, true, &Error{Text: joined, At: strings.Index(joined, "moves"), Msg: "found moves on a line of their own, want them behind their position"}
		}
	}
	if r, err = Read(line); err != nil {
		return r, true, err
	}
	if !slices.Contains(r.Notes, Around) {
		r.addNote(Around)
	}
	return r, true, r.applyTurnWords(joined, strings.Join(otherLines, " "))
}

// uciMoves matches the word "moves" of UCI with a move behind it.
var uciMoves = regexp.MustCompile(`\bmoves [a-h][1-8][a-h][1-8]`)

// continues reports whether a line, which has a diagram, ends in the middle of a record and the next line begins with the next field.
func continues(line, next string) bool {
	behindDiagram := line[diagram.FindStringIndex(line)[1]:]
	fields, more := strings.Fields(behindDiagram), strings.Fields(next)
	if len(more) == 0 || len(fields)+1 >= len(fieldPatterns) {
		return false
	}
	for i, f := range append(fields, more[0]) {
		if !fieldPatterns[i+1].MatchString(f) {
			return false
		}
	}
	return true
}

// CheckRights returns an error for a record of Chess960 that is written as X-FEN: both sides may castle, their kings and rooks stand on the
// same files, and these are not those of chess. Other rights that mean nothing are accepted, such as those that were not removed after a
// king's move.
func CheckRights(s *chess.Setup) error {
	if s.Castling&chess.AllCastling == s.Canonical().Castling {
		return nil
	}
	// Sets of files, with one bit each: by side that of its king, and by side and wing that of the outermost rook there, kingside first.
	var kings [2]uint64
	var rooks [2][2]uint64
	for i, right := range []chess.Castling{chess.WhiteKingside, chess.WhiteQueenside, chess.BlackKingside, chess.BlackQueenside} {
		if s.Castling&right == 0 {
			continue
		}
		side, wing := i/2, i%2
		backRow := func(r chess.Role) uint64 { return uint64(s.Board.Pieces(chess.Color(side), r)) >> (56 * side) & 0xff }
		king := backRow(chess.King)
		rook := outermostRook(backRow(chess.Rook), king, wing == 1)
		if king == 0 || rook == 0 {
			return nil
		}
		kings[side], rooks[side][wing] = king, rook
	}
	for wing := range 2 { // a side may have lost one right
		if w, b := rooks[0][wing], rooks[1][wing]; w != b && w != 0 && b != 0 {
			return nil
		}
	}
	if kings[0] != kings[1] {
		return nil
	}
	return variantError(s.String(), strings.IndexByte(s.String(), ' ')+3, "Chess960")
}

// outermostRook returns the rook that is farthest from the king on a wing of the back row, 0 if there is none. The rooks, the king
// and the result are sets of files, with one bit each.
func outermostRook(rooks, king uint64, queenside bool) uint64 {
	if queenside {
		rooks &= king - 1
		return rooks & -rooks
	}
	rooks &^= king - 1
	return 1 << bits.Len64(rooks) >> 1
}
