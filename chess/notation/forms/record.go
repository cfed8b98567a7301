package forms

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"chesscensus/chess"
)

// A fields holds the words of a record, which blanks divide, and the offset of each in the text.
type fields struct {
	text    string
	words   []string
	offsets []int
}

// splitFields divides a text at its blanks.
func splitFields(text string) (f fields) {
	f.text = text
	for i := 0; i < len(text); {
		if text[i] == ' ' {
			i++
			continue
		}
		end := i
		for end < len(text) && text[end] != ' ' {
			end++
		}
		f.words, f.offsets = append(f.words, text[i:end]), append(f.offsets, i)
		i = end
	}
	return f
}

// errorAt returns an error at an offset in field i, or behind the last field.
func (f *fields) errorAt(i, offset int, format string, args ...any) error {
	place := len(f.text)
	if i < len(f.offsets) {
		place = f.offsets[i] + offset
	}
	return &Error{Text: f.text, At: place, Msg: fmt.Sprintf(format, args...)}
}

// turnInWords matches a diagram with the side to move in words. The groups are the diagram, and the word or the letter of the side.
var turnInWords = regexp.MustCompile(`(?i)^([^ ,;:]+)[,;:]?(?: [-+])? \(?(?:` + sidePattern + actPattern + `?|([wb])(?:tm|tp|` + actPattern + `)?)\)?(?: |$)`)

// checkCounts matches the counts of checks in a record of Three-check, such as +2+0.
var checkCounts = regexp.MustCompile(`^(\+\d\+\d|\d\+\d)$`)

// readRecord reads FEN of 1 to 6 fields, or EPD. It collects the fields in strict, as [chess.ParseFEN] wants them, and parses these again
// after each field, so that the first field with an error is reported.
func readRecord(text string) (r Record, err error) {
	f := splitFields(strings.TrimRight(r.withTurnLetter(text), "; "))
	if len(f.words) == 0 {
		return r, &Error{Msg: "nothing found, want a position, such as a FEN record of one to six fields"}
	}
	for i, w := range f.words {
		if i > 0 && checkCounts.MatchString(w) {
			return r, variantError(f.text, f.offsets[i], "Three-check")
		}
	}
	strict := []string{"", "w", "-", "-", "0", "1"}
	if strict[0], err = f.board(); err != nil {
		return r, err
	}
	if r.NoTurn = len(f.words) == 1; !r.NoTurn {
		turn, turnErr := f.turn(&r)
		if turnErr == nil {
			strict[1] = turn
		} else if _, err := f.parse(strict); err == nil { // an error in the diagram comes first
			return r, turnErr
		}
	}
	board, err := f.parse(strict)
	if err != nil {
		return r, err
	}
	if len(f.words) > 2 {
		if strict[2], err = f.castling(&board.Setup.Board, &r); err != nil {
			return r, err
		}
	}
	if len(f.words) > 3 {
		strict[3] = strings.Replace(strings.ToLower(f.words[3]), "--", "-", 1)
		if _, err := f.parse(strict); err != nil {
			return r, err
		}
	}
	if err := f.countersAndOperations(strict); err != nil {
		return r, err
	}
	r.FEN, err = f.parse(strict)
	if r.NoTurn && err == nil {
		r.chooseTurn()
	}
	return r, err
}

// withTurnLetter returns a record without blanks in its diagram, and with w or b for a side to move in words, with a note.
func (r *Record) withTurnLetter(text string) string {
	text = diagram.ReplaceAllStringFunc(text, func(t string) string { return strings.ReplaceAll(t, " ", "") })
	return turnInWords.ReplaceAllStringFunc(text, func(t string) string {
		m := turnInWords.FindStringSubmatch(t)
		if m[3] != "" {
			return m[1] + " " + m[3] + " "
		}
		turn := sideOf(m[2]).String()[:1]
		r.addNote("the side to move is written " + m[2] + ", read as " + turn)
		return m[1] + " " + turn + " "
	})
}

// countersAndOperations reads what follows the fourth field: up to two counters, then the operations of EPD.
func (f *fields) countersAndOperations(strict []string) error {
	n := 4 // number of fields before the operations
	for n < min(6, len(f.words)) && !isOpcode(f.words[n]) {
		n++
	}
	if n < len(f.words) && isOpcode(f.words[n]) {
		err := f.operations(strict, n)
		if f.words = f.words[:n]; err != nil {
			return err
		}
	}
	if n > 4 {
		return f.counters(strict)
	}
	return nil
}

// chooseTurn sets the side to move of a record that does not name it: White, or Black if the setup is a position only so.
func (r *Record) chooseTurn() {
	black := r.Setup
	black.Turn = chess.Black
	if r.Setup.Violations() != 0 && black.Violations() == 0 {
		r.Setup = black
		r.addNote("the side to move is not given: Black is taken, as White cannot be to move")
		return
	}
	r.addNote("the side to move is not given: White is taken")
}

// parse reads the strict fields. An error shows the place in the original text.
func (f *fields) parse(strict []string) (chess.FEN, error) {
	record, err := chess.ParseFEN(strings.Join(strict, " "))
	var wrong *chess.FENError
	if !errors.As(err, &wrong) {
		return record, err
	}
	offset := wrong.At // from the begin of the field
	for i, field := range strict {
		if offset <= len(field) {
			return record, f.errorAt(i, offset, "%s: %s", wrong.Field, wrong.Msg)
		}
		offset -= len(field) + 1
	}
	return record, f.errorAt(len(strict), 0, "%s: %s", wrong.Field, wrong.Msg)
}

// moveNumber matches the number before a move of a game.
var moveNumber = regexp.MustCompile(`^[0-9]+\.+`)

// board returns the first field, without a stroke after the last row.
func (f *fields) board() (string, error) {
	field := f.words[0]
	if moveNumber.MatchString(field) {
		return "", &Error{Text: f.text, At: f.offsets[0], Msg: "these are moves; want a position, or \"position startpos moves e2e4 ...\" (the command board reads games)"}
	}
	rows := strings.Split(field, "/")
	// Crazyhouse writes men in hand in brackets behind the last row or as a ninth row, and ~ after promoted men.
	switch i := strings.IndexAny(field, "[~"); {
	case len(rows) >= 8 && i > 0 && (field[i] == '~' || i > strings.IndexByte(field, '/')):
		return "", variantError(f.text, f.offsets[0]+i, "Crazyhouse")
	case len(rows) == 9 && rows[8] == "":
		return field[:len(field)-1], nil
	case len(rows) == 9 && strings.Trim(rows[8], "PNBRQpnbrq") == "":
		return "", variantError(f.text, f.offsets[0]+strings.LastIndex(field, "/"), "Crazyhouse")
	case !strings.Contains(f.text, "/"):
		return "", &Error{Msg: fmt.Sprintf("found %.40q, want a position: FEN (eight rows divided by /), EPD, an address that holds one, a tag [FEN \"...\"], or startpos", field)}
	}
	return field, nil
}

// turn returns the second field in a small letter, with a note if it was a capital.
func (f *fields) turn(r *Record) (string, error) {
	switch word := f.words[1]; strings.ToLower(word) {
	case "w", "b":
		if word != strings.ToLower(word) {
			r.addNote("the side to move is written " + word + ", read as " + strings.ToLower(word))
		}
		return strings.ToLower(word), nil
	}
	return "", f.errorAt(1, 0, "side to move: found %.40q, want w or b", f.words[1])
}

// castling returns the third field in letters of KQkq. In X-FEN and Shredder-FEN the letter of a file stands for the rook there. It is an
// error unless king and rook stand where they do at the beginning of a game of chess.
func (f *fields) castling(b *chess.Board, r *Record) (string, error) {
	field := f.words[2]
	if strings.Trim(field, "KQkq-") == "" { // KQ--, or --
		field = cmp.Or(strings.ReplaceAll(field, "-", ""), "-")
	}
	if field == "-" || strings.Trim(field, "KQkq") == "" {
		return field, nil
	}
	rights := ""
	for i, letter := range field {
		c, home := chess.White, 0
		if letter >= 'a' {
			c, home = chess.Black, 56
		}
		var right string
		switch lower := letter | 0x20; {
		case lower == 'k' || lower == 'q':
			rights += string(letter)
			continue
		case lower == 'h':
			right = "K"
		case lower == 'a':
			right = "Q"
		case lower >= 'b' && lower <= 'g':
			if b.Pieces(c, chess.Rook).Has(chess.Square(home + int(lower-'a'))) {
				return "", variantError(f.text, f.offsets[2]+i, "Chess960")
			}
			return "", f.errorAt(2, i, "castling: found %q, and no rook stands on %v, want - or letters of KQkq", letter, chess.Square(home+int(lower-'a')))
		default:
			return "", f.errorAt(2, i, "castling: found %q, want - or letters of KQkq", letter)
		}
		rook := chess.Square(home + int(letter|0x20-'a'))
		if king := b.Pieces(c, chess.King).First(); !b.Pieces(c, chess.Rook).Has(rook) || king != chess.Square(home+4) {
			return "", variantError(f.text, f.offsets[2]+i, "Chess960")
		}
		if c == chess.Black {
			right = strings.ToLower(right)
		}
		rights += right
	}
	r.addNote("castling " + field + " is read as " + rights)
	return rights, nil
}

// counters copies fields five and six to the strict ones, unless they are dashes.
func (f *fields) counters(strict []string) error {
	for i, word := range f.words[min(4, len(f.words)):] {
		if i == 2 {
			return f.errorAt(6, 0, "found %.40q after the sixth field", word)
		}
		if word != "-" {
			strict[4+i] = word
		}
	}
	return nil
}

// epdOpcodes matches the opcodes of EPD, and D1, D2 and so on of perft suites.
var epdOpcodes = regexp.MustCompile(`^(acd|acn|acs|am|bm|c[0-9]|ce|dm|draw_\w+|eco|fmvn|hmvc|id|nic|noop|pm|pv|rc|resign|sm|D[0-9]+|tcgs|tcri|tcsi|v[0-9])$`)

// opcodePattern matches a word that can be an opcode, or the last one with its semicolon.
var opcodePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*;?$`)

// isOpcode reports whether a fifth field begins the operations of EPD.
func isOpcode(field string) bool { return opcodePattern.MatchString(field) }

// operation matches an operation of EPD. The groups are the opcode, the operands, and the semicolon or "".
var operation = regexp.MustCompile(`^\s*([A-Za-z][A-Za-z0-9_]*)((?:\s+(?:"[^"]*"|[^\s";]+))*)\s*(;|$)`)

// operations reads the operations of EPD from field n on. Each is a word, its operands, and a semicolon. Only the counters, hmvc and fmvn,
// concern the position: they are copied to the strict fields. A word that EPD does not define needs its semicolon.
func (f *fields) operations(strict []string, n int) error {
	offset := f.offsets[n]
	for rest := f.text[offset:]; strings.TrimSpace(rest) != ""; {
		m := operation.FindStringSubmatch(rest)
		if m == nil || m[3] == "" && !epdOpcodes.MatchString(m[1]) {
			return &Error{Text: f.text, At: offset, Msg: "found neither a counter nor an operation of EPD, such as bm Nf3;"}
		}
		operand := strings.TrimSpace(m[2])
		switch m[1] {
		case "hmvc", "fmvn":
			if _, err := strconv.ParseUint(operand, 10, 32); err != nil {
				return &Error{Text: f.text, At: offset, Msg: fmt.Sprintf("%s: found %.40q, want a number", m[1], operand)}
			}
			strict[map[string]int{"hmvc": 4, "fmvn": 5}[m[1]]] = operand
		}
		rest, offset = rest[len(m[0]):], offset+len(m[0])
	}
	return nil
}
