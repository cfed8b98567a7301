package boards

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chesscensus/chess"
)

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
	if got := svg(s, odd); got != plain {
		t.Errorf("got %.300s\nwant %.300s", got, plain)
	}
	if doc := svg(s, Options{Width: 888, Caption: "x"}); !strings.Contains(doc, `width="888" height="948"`) || !strings.Contains(doc, `viewBox="0 0 888 948"`) {
		t.Errorf("with a caption, want a picture of 888 by 948: %.200s", doc)
	}
	if empty := svg(chess.EmptySetup(), Options{}); strings.Contains(empty, "<use") {
		t.Error("an empty board has men")
	}
}
