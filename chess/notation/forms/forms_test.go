package forms

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

const (
	start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" // after 1. e4 e5
	small = "4k3/8/8/8/8/8/4P3/4K3"
)

// A readCase is a text, the record that it means, and the notes on the reading.
type readCase struct{ Text, Want, Note string }

// TestRead reads all cases and compares record, notes and NoTurn.
func TestRead(t *testing.T) {
	for _, c := range testkit.Table[readCase](t, "read.tsv") {
		r := testkit.Must(Read(c.Text))(t)
		testkit.Equal(t, r.String(), c.Want, c.Text)
		testkit.Equal(t, strings.Join(r.Notes, "; "), c.Note, c.Text, "note")
		if r.NoTurn != strings.HasPrefix(c.Note, "the side to move is not given") {
			t.Errorf("%s: NoTurn is %v", c.Text, r.NoTurn)
		}
	}
}

// TestRefused checks a part of the message of each error, and how the text goes on at its place; at is empty if that is the end.
func TestRefused(t *testing.T) {
	for _, c := range testkit.Table[struct{ Text, Msg, At string }](t, "refused.tsv") {
		_, err := Read(c.Text)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: error %v", c.Text, err)
			continue
		}
		if !strings.Contains(e.Msg, c.Msg) || e.At > len(e.Text) || !strings.HasPrefix(e.Text[e.At:], c.At) || c.At == "" && e.At != len(e.Text) {
			t.Errorf("%q: %v\nwant %q at %q", c.Text, err, c.Msg, c.At)
		}
	}
}

// TestOneCharacterWrong replaces each byte of each form, or leaves it out. Either the answer is an error whose place is in the text that it
// shows, or a record that is written and read again as it is.
func TestOneCharacterWrong(t *testing.T) {
	for _, c := range testkit.Table[readCase](t, "read.tsv") {
		for i := range len(c.Text) {
			for _, other := range []string{"", "x", "9", "/", " ", "-", "~", "\"", "\xff", "K"} {
				text := c.Text[:i] + other + c.Text[i+1:]
				r, err := Read(text)
				var e *Error
				switch {
				case errors.As(err, &e):
					if e.Msg == "" || e.At < 0 || e.At > len(e.Text) {
						t.Fatalf("%q: %+v, want a message and a place within the text", text, e)
					}
					if lines := strings.Split(err.Error(), "\n"); e.Text != "" && (len(lines) != 3 || !strings.HasSuffix(lines[2], "^")) {
						t.Fatalf("%q: want three lines, the last one with a mark:\n%v", text, err)
					}
				case err != nil:
					t.Fatalf("%q: %T %v", text, err, err)
				default:
					if again, err := Read(r.String()); err != nil || again.FEN != r.FEN {
						t.Fatalf("%q: %v, read again %v, %v", text, r.FEN, again.FEN, err)
					}
				}
			}
		}
	}
}

// TestDropIdleEP checks which squares are left out, and that there is a note just for these.
func TestDropIdleEP(t *testing.T) {
	for fen, want := range map[string]string{
		"5n2/rb2p3/n2r1R2/pkpP4/4P2P/2P2p2/8/3K3R w - c6 0 47":            "-", // the pawn on d5 is pinned
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1":     "-",
		"rnbqkbnr/ppp1pppp/8/8/2PpP3/8/PP1P1PPP/RNBQKBNR b KQkq c3 0 3":   "c3",
		"rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3":    "e6",
		"rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3":     "-",
		"8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 3":                              "d6", // a check to the king may be discovered: it is Black's
		"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 3":                               "-",
		"rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3   ": "e6",
	} {
		r := testkit.Must(Read(fen))(t)
		r.DropIdleEP()
		if got := r.Setup.EP.String(); got != want || (len(r.Notes) > 0) != (got != strings.Fields(fen)[3]) {
			t.Errorf("%s: %s, notes %q; want %s", fen, got, r.Notes, want)
		}
	}
}

// TestCheckGame refuses games of variants by their tag.
func TestCheckGame(t *testing.T) {
	for value, ok := range map[string]bool{"": true, "Standard": true, "From Position": true, "chess": true, "Atomic": false, "Chess960": false, "Duck Chess": false} {
		g := chess.Game{Tags: []chess.Tag{{Name: "Event", Value: "Atomic"}, {Name: "Variant", Value: value}}}
		if err := CheckGame(&g); (err == nil) != ok || err != nil && !strings.Contains(err.Error(), value) {
			t.Errorf("variant %q: error %v, want none: %v", value, err, ok)
		}
	}
}

// TestLongText checks that the message on a text of a megabyte has at most 2000 bytes.
func TestLongText(t *testing.T) {
	for _, text := range []string{strings.Repeat("x", 1<<20), small + " w " + strings.Repeat("K", 1<<20), strings.Repeat("/", 1<<20), "https://" + strings.Repeat("y/", 1<<20),
		"White " + strings.Repeat("\n", 1<<20) + " Black Ke8"} {
		if _, err := Read(text); err == nil || len(err.Error()) > 2000 {
			t.Errorf("%.20q...: a message of %d bytes", text, len(err.Error()))
		}
	}
}

// FuzzRead checks that messages have at most 4000 bytes, and that a record which is read is a FEN record with the same fields when written.
func FuzzRead(f *testing.F) {
	for _, c := range testkit.Table[readCase](f, "read.tsv") {
		f.Add(c.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(text)
		if err != nil {
			if len(err.Error()) > 4000 {
				t.Errorf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		if again, err := chess.ParseFEN(r.String()); err != nil || again != r.FEN {
			t.Errorf("%v, read again %v, %v", r.FEN, again, err)
		}
	})
}

// TestUntab checks which tabs become blanks: those between fields of a record, but not one before other text.
func TestUntab(t *testing.T) {
	for line, want := range map[string]string{
		small + "\tb\t-\t-\t0\t1":       small + " b - - 0 1",
		small + "\tb\t-\t-\t0\t1\tnote": small + " b - - 0 1\tnote",
		small + "\tB\t-":                small + " B -",
		small + "\tb\tillegal":          small + " b\tillegal",
		small + "\tillegal":             small + "\tillegal",
		small + " b - -\tw":             small + " b - -\tw",
		"12345\tw":                      "12345\tw",
	} {
		testkit.Equal(t, Untab(line), want, line)
	}
}

// TestOwnSquare checks that an en passant square which was kept too long is left out with a note, while one that contradicts the board stays.
func TestOwnSquare(t *testing.T) {
	for text, want := range map[string]string{
		"4k3/8/8/8/4P3/8/8/4K3 w - e3":   OwnEP,
		"4k3/8/8/4p3/8/8/8/4K3 b - e6":   OwnEP,
		"4k3/8/8/4p3/8/8/8/4K3 w - e6":   IdleEP,
		"4k3/4p3/8/4p3/8/8/8/4K3 w - e6": "",
	} {
		r := testkit.Must(Read(text))(t)
		r.DropIdleEP()
		if got := strings.Join(r.Notes, "; "); got != want || (want == "") != (r.Setup.EP != chess.NoSquare) {
			t.Errorf("%s: %q, en passant %v, want %q", text, got, r.Setup.EP, want)
		}
	}
}

// TestTwoQueries checks that of several values of an address with a diagram the one with the first name in the alphabet is read, in every
// run.
func TestTwoQueries(t *testing.T) {
	for range 20 {
		if r, err := Read("https://example.org/?position=" + small + "&board=8/8/8/8/8/4k3/4p3/4K3"); err != nil || r.Setup.Board.At(chess.E3) == chess.NoPiece {
			t.Fatalf("%v, error %v, want the record of board", r.FEN, err)
		}
	}
}
