package forms

import (
	"fmt"
	"regexp"
	"strings"

	"chesscensus/chess"
)

// readBoard reads a drawn board, eight lines of eight squares with row 8 above, or else a list of men. It reports whether there is one.
func readBoard(text string, fullErr error) (r Record, found bool, err error) {
	if isFinal(fullErr) {
		return r, false, nil
	}
	var rows, other []string // the rows, and the other lines
	labels := ""
	for line := range strings.SplitSeq(text, "\n") {
		row, label := rowOf(line)
		if row == "" {
			other = append(other, line)
			continue
		}
		if rows, labels = append(rows, row), labels+label; len(rows) > 8 {
			break
		}
	}
	around := strings.Join(other, " ")
	if len(rows) != 8 {
		return readListOfMen(oneLine(text))
	}
	if labels != "" && labels != "87654321" || strings.Contains(notLetter.ReplaceAllString(strings.ToLower(around), ""), "hgfedcba") {
		return r, true, &Error{Msg: "found a board with row 8 below or without some names of rows, want one with row 8 above, a in front"}
	}
	if r, err = readRecord(strings.Join(rows, "/")); err == nil {
		r.addNote("a drawn board is read with row 8 above")
		err = r.applyTurnWords(oneLine(text), around)
	}
	return r, true, err
}

// notLetter matches what may stand between the names of files.
var notLetter = regexp.MustCompile(`[^a-z]+`)

// Lines of a drawn board: with bars around the squares, and without. The groups are the row number, the squares, and the number behind.
var (
	framedRow = regexp.MustCompile(`^\s*([1-8]?)\s*\|(.*)\|\s*([1-8]?)\s*$`)
	plainRow  = regexp.MustCompile(`^\s*([1-8]?)\s*(\D*?)\s*([1-8]?)\s*$`)
)

// rowOf returns a line of a drawn board as a row of FEN, and the number of the row if the line has one. Both are empty for other lines.
func rowOf(line string) (row, label string) {
	line = figurines.Replace(line)
	var squares []string
	m := framedRow.FindStringSubmatch(line)
	if m == nil {
		m = plainRow.FindStringSubmatch(line)
	}
	if m != nil && strings.Contains(m[2], "|") {
		squares = strings.Split(m[2], "|")
	} else if m != nil {
		squares = strings.Split(strings.ReplaceAll(m[2], " ", ""), "")
	}
	if len(squares) != 8 || m[1] != "" && m[3] != "" && m[1] != m[3] {
		return "", ""
	}
	for _, s := range squares {
		switch s = strings.TrimSpace(s); {
		case s == "" || strings.Contains(".:·-_*\u2b58", s):
			row += "1"
		case len(s) == 1 && strings.Contains("KQRBNPkqrbnp", s):
			row += s
		default:
			return "", ""
		}
	}
	return row, m[1] + strings.TrimPrefix(m[3], m[1])
}

// Lists of men: men of White then of Black, each man with its color, one man, and two men or more with letters of any language.
var (
	bySide     = regexp.MustCompile(`^(?:(?i:pieces )?(?i:white|wh?)\b[:=]? ?)((?:[KQRBNP]?[a-h][1-8][ ,;/.]*)+)(?i:black|bl?)\b[:=]? ?((?:[KQRBNP]?[a-h][1-8][ ,;/.]*)+)$`)
	manByMan   = regexp.MustCompile(`^(?:[wb][KQRBNP][a-h][1-8][ ,;]*)+$`)
	manPattern = regexp.MustCompile(`([wb]?)([KQRBNP]?)([a-h][1-8])`)
	menPattern = regexp.MustCompile(`\b[wb]?\pL?[a-h][1-8]\b.*\b[wb]?\pL?[a-h][1-8]\b`)
)

// readListOfMen reads a list of men with English letters, such as White Ke1 Ra1 Black Ke8. It reports whether the text is one.
func readListOfMen(text string) (r Record, found bool, err error) {
	sides := bySide.FindStringSubmatch(text)
	switch {
	case sides != nil:
		sides = sides[1:]
	case manByMan.MatchString(text):
		sides = []string{text}
	case looksLikeMen(text):
		return r, true, &Error{Text: text, At: menPattern.FindStringIndex(text)[0], Msg: "found squares of men; want FEN, or a list with English letters such as White Ke1 Ra1 Black Ke8"}
	default:
		return r, false, nil
	}
	s, bare := chess.EmptySetup(), false
	for i, list := range sides {
		for _, m := range manPattern.FindAllStringSubmatch(list, -1) {
			color, sq := chess.Color(i), chess.NewSquare(int(m[3][0]-'a'), int(m[3][1]-'1'))
			if m[1] == "b" {
				color = chess.Black
			}
			if s.Board.At(sq) != chess.NoPiece {
				return r, true, &Error{Text: text, At: strings.LastIndex(text, m[0]), Msg: fmt.Sprintf("found a second man on %v", sq)}
			}
			if m[2] == "" {
				if bare = true; sq.Row() == 0 || sq.Row() == 7 {
					return r, true, &Error{Text: text, At: strings.LastIndex(text, m[0]), Msg: fmt.Sprintf("found %v without a letter, want one for each man but pawns", sq)}
				}
			}
			role := chess.Pawn + chess.Role(max(0, strings.Index("PNBRQK", m[2])))
			s.Board.Put(sq, chess.NewPiece(color, role))
		}
	}
	if r, err = readRecord(strings.Fields(s.String())[0]); bare {
		r.addNote(bareMen)
	}
	return r, true, err
}

// bareMen is the note for a list in which squares stand without a letter.
const bareMen = "men without a letter are pawns"

// looksLikeMen reports whether a text is probably a list of men in another form: it has two squares of men, and K or R twice.
func looksLikeMen(text string) bool {
	return !strings.Contains(text, "/") && !moveNumber.MatchString(text) && menPattern.MatchString(text) &&
		strings.Count(text, "K")+strings.Count(text, "R") > 1
}
