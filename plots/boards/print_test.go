package boards

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/plots/internal/drawing"
)

// anySetup generates setups of up to 40 men on random squares.
func anySetup() *rapid.Generator[chess.Setup] {
	return rapid.Custom(func(t *rapid.T) chess.Setup {
		s := chess.EmptySetup()
		s.Turn = chess.Color(rapid.IntRange(0, 1).Draw(t, "turn"))
		for range rapid.IntRange(0, 40).Draw(t, "men") {
			p := chess.NewPiece(chess.Color(rapid.IntRange(0, 1).Draw(t, "color")), chess.Role(rapid.IntRange(1, 6).Draw(t, "role")))
			s.Board.Put(chess.Square(rapid.IntRange(0, 63).Draw(t, "square")), p)
		}
		return s
	})
}

// elements parses a document and returns the number of its elements by name, and its text. The error says that it is not well-formed.
func elements(doc string) (map[string]int, string, error) {
	count, text := make(map[string]int), ""
	dec := xml.NewDecoder(strings.NewReader(doc))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return count, text, nil
		}
		if err != nil {
			return nil, "", err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			count[tok.Name.Local]++
		case xml.CharData:
			text += string(tok)
		}
	}
}

// TestBoardShowsEveryMan checks that a picture has a drawing for each man, 32 dark squares,
// sixteen coordinates and one disc, and is well-formed XML with any caption.
func TestBoardShowsEveryMan(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		setup := anySetup().Draw(rt, "setup")
		opt := PrintOptions{
			NoCoordinates: rapid.Bool().Draw(rt, "no coordinates"),
			NoTurn:        rapid.Bool().Draw(rt, "no turn"),
			Title:         rapid.OneOf(rapid.Just(""), rapid.String()).Draw(rt, "title"),
		}
		caption := rapid.OneOf(rapid.String(), rapid.StringMatching(`[<>&"'a-z]*`), rapid.Just("\x00\xff\u200d")).Draw(rt, "caption")
		doc := Print([]Diagram{{Setup: setup, Caption: caption}}, opt).String()
		count, _, err := elements(doc)
		if err != nil {
			rt.Fatalf("not well formed: %v\n%s", err, doc)
		}
		want := map[string]int{"use": setup.Board.Men(), "text": 16, "circle": 1, "rect": 3 + 32}
		if opt.NoCoordinates {
			want["text"] = 0
		}
		if caption != "" {
			want["text"]++
		}
		if opt.NoTurn {
			want["circle"] = 0
		}
		for name, n := range want {
			if count[name] != n {
				rt.Fatalf("%d elements %s, want %d", count[name], name, n)
			}
		}
	})
}

// TestMenStandOnTheirSquares checks the places of a man and a mark on each square, with a1 at the lower left.
func TestMenStandOnTheirSquares(t *testing.T) {
	for sq := chess.A1; sq <= chess.H8; sq++ {
		d := Diagram{Setup: chess.EmptySetup(), Marks: []chess.Square{sq}}
		d.Board.Put(sq, chess.NewPiece(chess.White, chess.Rook))
		doc := Print([]Diagram{d}, PrintOptions{NoCoordinates: true}).String()
		x, y := boardMargin+100*sq.File(), boardMargin+100*(7-int(sq)/8)
		testkit.Contains(t, doc,
			fmt.Sprintf(`<use href="#cc-wr" x="%d" y="%d"/>`, x, y), fmt.Sprintf(`<rect x="%d" y="%d" width="94"`, x+3, y+3))
	}
}

// TestMarkReplacesSquare: marked squares have the color of marks; squares that are not on the board are left out.
func TestMarkReplacesSquare(t *testing.T) {
	doc := Print([]Diagram{{Setup: chess.EmptySetup(), Marks: []chess.Square{chess.A1, chess.H1, chess.NoSquare, 200}}}, PrintOptions{}).String()
	count, _, err := elements(doc)
	if err != nil || count["rect"] != 3+33 || strings.Count(doc, hexColor(paperMark)) != 2 {
		t.Errorf("%d rectangles, %d marked, error %v; want 36, 2", count["rect"], strings.Count(doc, hexColor(paperMark)), err)
	}
}

// TestShapeOfRows: the size of the picture is that of the wanted columns and rows of diagrams.
func TestShapeOfRows(t *testing.T) {
	testkit.Medium(t)
	list := make([]Diagram, 7)
	for i := range list {
		list[i].Setup = chess.InitialSetup()
	}
	for _, c := range []struct{ n, columns, wantColumns, wantRows int }{
		{7, 3, 3, 3}, {7, 0, 4, 2}, {2, 4, 2, 1}, {1, 1, 1, 1}, {0, 3, 1, 0},
	} {
		s := Print(list[:c.n], PrintOptions{Columns: c.columns})
		w, h := PrintOptions{}.extent(false)
		if s.scene.width != w*float64(c.wantColumns) || s.scene.height != h*float64(c.wantRows) {
			t.Errorf("%d boards in %d columns: %v x %v, want %d x %d boards", c.n, c.columns, s.scene.width/w, s.scene.height/h, c.wantColumns, c.wantRows)
		}
		count, _, err := elements(s.String())
		if err != nil || count["use"] != 32*c.n {
			t.Errorf("%d men, error %v; want %d", count["use"], err, 32*c.n)
		}
		for _, format := range drawing.Formats {
			if err := s.Encode(io.Discard, format); err != nil {
				t.Errorf("%s of %d boards: %v", format, c.n, err)
			}
		}
	}
	list[0].Caption, list[1].Caption = "first", "second <3"
	_, text, _ := elements(Print(list, PrintOptions{Columns: 3}).String())
	if !strings.Contains(text, "first") || !strings.Contains(text, "second <3") {
		t.Errorf("captions %q, want first and second <3", text)
	}
}

// TestZeroSVGIsEmptyPicture: the zero SVG is a valid document, and can be encoded in all formats.
func TestZeroSVGIsEmptyPicture(t *testing.T) {
	var s SVG
	if _, _, err := elements(s.String()); err != nil {
		t.Errorf("as a document: %v", err)
	}
	for _, format := range drawing.Formats {
		if err := s.Encode(io.Discard, format); err != nil {
			t.Errorf("as %s: %v", format, err)
		}
	}
}

// TestPrintable: control characters become blanks, and invalid UTF-8 becomes the replacement character.
func TestPrintable(t *testing.T) {
	testkit.Equal(t, printable("a\x00b\xff\nc"), "a b\uFFFD c")
}

// TestEveryManStandsOnItsSquare draws a queen on each square, seen from both sides. From White's side files run to the right, and rows
// upwards.
func TestEveryManStandsOnItsSquare(t *testing.T) {
	for sq := range chess.Square(64) {
		s := chess.EmptySetup()
		s.Board.Place(sq, chess.NewPiece(chess.Black, chess.Queen))
		for flip, want := range map[bool][2]int{
			false: {border + 100*sq.File(), border + 100*(7-sq.Row())},
			true:  {border + 100*(7-sq.File()), border + 100*sq.Row()},
		} {
			if doc := svg(s, Options{Flip: flip}); strings.Count(doc, "<use ") != 1 || !strings.Contains(doc, fmt.Sprintf(`<use href="#cb-bq" x="%d" y="%d"/>`, want[0], want[1])) {
				t.Errorf("a queen on %v, flipped %v, is not at %v", sq, flip, want)
			}
		}
	}
}

// TestFrame checks the letters and numbers from both sides, and that the disc has the color of the side to move and lies at that side's
// edge.
func TestFrame(t *testing.T) {
	texts := regexp.MustCompile(`<text x="(\d+)" y="(\d+)">(.)</text>`)
	disc := regexp.MustCompile(`<circle cx="\d+" cy="(\d+)" r="14" fill="([^"]+)"`)
	for _, c := range []struct {
		flip          bool
		turn          chess.Color
		files, rows   string
		below, filled bool
	}{
		{false, chess.White, "abcdefgh", "87654321", true, false},
		{false, chess.Black, "abcdefgh", "87654321", false, true},
		{true, chess.White, "hgfedcba", "12345678", false, false},
		{true, chess.Black, "hgfedcba", "12345678", true, true},
	} {
		s := chess.InitialSetup()
		s.Turn = c.turn
		doc := svg(s, Options{Flip: c.flip})
		var files, rows string
		for _, m := range texts.FindAllStringSubmatch(doc, -1) {
			if m[3] >= "a" {
				files += m[3]
			} else {
				rows += m[3]
			}
		}
		if files != c.files || rows != c.rows {
			t.Errorf("flipped %v: files %q, rows %q, want %q, %q", c.flip, files, rows, c.files, c.rows)
		}
		if m := disc.FindStringSubmatch(doc); m == nil || (len(m[1]) == 3 && m[1] > "444") != c.below || (m[2] == ink) != c.filled {
			t.Errorf("flipped %v, %v to move: disc %q, want it below: %v, filled: %v", c.flip, c.turn, m, c.below, c.filled)
		}
	}
}

// TestOddOptions checks that values that are no square, arrows of length 0 and a negative width change nothing, and that a caption makes
// the picture higher.
func TestOddOptions(t *testing.T) {
	s := chess.InitialSetup()
	plain := svg(s, Options{})
	odd := Options{Width: -5, Marks: []chess.Square{chess.NoSquare, 99}, Arrows: []Arrow{{chess.NoSquare, chess.E4}, {chess.E4, 200}, {chess.E4, chess.E4}}}
	testkit.Equal(t, svg(s, odd), plain)
	if doc := svg(s, Options{Width: 888, Caption: "x"}); !strings.Contains(doc, `width="888" height="948"`) || !strings.Contains(doc, `viewBox="0 0 888 948"`) {
		t.Errorf("with a caption, want a picture of 888 by 948: %.200s", doc)
	}
	if empty := svg(chess.EmptySetup(), Options{}); strings.Contains(empty, "<use") {
		t.Error("an empty board has men")
	}
}
