package board

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Start is the initial position.
var Start, _ = ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")

// ParseFEN reads the first four fields of a FEN record; two counters may follow. The setup need not be valid: any men, rights and
// en passant square are accepted. Adjacent digits are added, as 44 for 8. The error says which field is wrong.
func ParseFEN(text string) (Setup, error) {
	s := Setup{EP: None}
	if len(text) > 200 {
		return s, fmt.Errorf("FEN of %d bytes, want at most 200", len(text))
	}
	fields := strings.Fields(text)
	if len(fields) != 4 && len(fields) != 6 {
		return s, fmt.Errorf("FEN %q has %d fields, want 4 or 6", text, len(fields))
	}
	if err := s.parseMen(fields[0]); err != nil {
		return s, fmt.Errorf("FEN %q: %w", text, err)
	}
	if s.Black = fields[1] == "b"; !s.Black && fields[1] != "w" {
		return s, fmt.Errorf("FEN %q: side %q, want w or b", text, fields[1])
	}
	for s.Rights = 0; rightsName(s.Rights) != fields[2]; s.Rights++ {
		if s.Rights == 15 {
			return s, fmt.Errorf("FEN %q: castling rights %q, want some of KQkq in this order", text, fields[2])
		}
	}
	if fields[3] != "-" {
		if s.EP = ParseSquare(fields[3]); s.EP == None {
			return s, fmt.Errorf("FEN %q: en passant square %q", text, fields[3])
		}
	}
	for _, f := range fields[4:] {
		if n, err := strconv.Atoi(f); err != nil || n < 0 {
			return s, fmt.Errorf("FEN %q: counter %q", text, f)
		}
	}
	return s, nil
}

// parseMen reads the first field of a FEN record, the rows from the eighth down.
func (s *Setup) parseMen(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != 8 {
		return fmt.Errorf("%d rows, want 8", len(rows))
	}
	for i, row := range rows {
		for n := 2; n <= 8; n++ { // a 1 for every empty square
			row = strings.ReplaceAll(row, strconv.Itoa(n), strings.Repeat("1", n))
		}
		if rest := strings.Trim(row, "1PNBRQKpnbrqk"); rest != "" {
			return fmt.Errorf("man %q", rest[0])
		}
		if len(row) != 8 {
			return fmt.Errorf("row %d has %d squares, want 8", 8-i, len(row))
		}
		copy(s.Men[(7-i)*8:], strings.ReplaceAll(row, "1", "\x00"))
	}
	return nil
}

// ParseSquare reads a square such as e4. It returns [None] for any other text.
func ParseSquare(text string) int8 {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return None
	}
	return At(int8(text[0]-'a'), int8(text[1]-'1'))
}

// SquareName returns the name of a square, such as e4, and "-" for [None].
func SquareName(sq int8) string {
	if sq == None {
		return "-"
	}
	return string([]byte{'a' + byte(File(sq)), '1' + byte(Row(sq))})
}

// rightsName returns castling rights as in a FEN record: those of KQkq whose bits 0 to 3 are set, or "-".
func rightsName(rights uint8) string {
	text := ""
	for i := range 4 {
		if rights>>i&1 != 0 {
			text += "KQkq"[i : i+1]
		}
	}
	return cmp.Or(text, "-")
}

// String returns the first four fields of a FEN record.
func (s Setup) String() string {
	var rows [8]string
	for i := range rows {
		men := s.Men[56-8*i : 64-8*i]
		rows[i] = string(bytes.ReplaceAll(men, []byte{0}, []byte("1")))
	}
	text := strings.Join(rows[:], "/")
	for n := 8; n > 1; n-- {
		text = strings.ReplaceAll(text, strings.Repeat("1", n), strconv.Itoa(n))
	}
	return text + [2]string{" w ", " b "}[Side(s.Black)] + rightsName(s.Rights) + " " + SquareName(s.EP)
}
