package notation

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// diagram reads the board of a record.
func diagram(t *testing.T, fen string) chess.Board {
	t.Helper()
	f := testkit.Must(chess.ParseFEN(fen + " w - - 0 1"))(t)
	return f.Setup.Board
}

// TestLetters draws one board in every form.
func TestLetters(t *testing.T) {
	b := diagram(t, "3k4/8/8/8/8/8/8/R3K2Q")
	empty := strings.Repeat(". . . . . . . .\n", 6)
	if got, want := (Letters{}).Draw(&b), ". . . k . . . .\n"+empty+"R . . . K . . Q\n"; got != want {
		t.Errorf("plain:\n%swant\n%s", got, want)
	}
	numbered := ""
	for row := 7; row >= 2; row-- {
		numbered += string(rune('0'+row)) + "  . . . . . . . .\n"
	}
	if got, want := (Letters{Coordinates: true}).Draw(&b), "8  . . . k . . . .\n"+numbered+"1  R . . . K . . Q\n   a b c d e f g h\n"; got != want {
		t.Errorf("with coordinates:\n%swant\n%s", got, want)
	}
	wide := strings.Repeat(" . ", 8) + "\n"
	marked := Letters{Marked: chess.NewSquare(0, 0).BB() | chess.NewSquare(7, 0).BB()}
	if got, want := marked.Draw(&b), " .  .  .  k  .  .  .  . \n"+strings.Repeat(wide, 6)+"[R] .  .  .  K  .  . [Q]\n"; got != want {
		t.Errorf("marked:\n%swant\n%s", got, want)
	}
	testkit.Contains(t, (Letters{Wide: true, Coordinates: true}).Draw(&b), "1   R  .  .  .  K  .  .  Q \n    a  b  c")
}

// TestColumns sets texts of unequal length side by side, characters of several bytes among them.
func TestColumns(t *testing.T) {
	got := Columns(4, "a\nbb\n", "♔\n", "x\ny\nz")
	if want := "a   ♔   x\nbb      y\n        z\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Columns(2, "longer", "x"); got != "longerx\n" {
		t.Errorf("a line that is too long: %q", got)
	}
	if got := Columns(2); got != "" {
		t.Errorf("no texts: %q", got)
	}
}

// TestPlate draws five boards, in two rows, with notes.
func TestPlate(t *testing.T) {
	var list []chess.Setup
	var notes []string
	for i := range 5 {
		f := testkit.Must(chess.ParseFEN("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))(t)
		f.Setup.Turn = chess.Color(i % 2)
		list, notes = append(list, f.Setup), append(notes, string(rune('a'+i)))
	}
	text := Plate(list, notes)
	lines := strings.Split(text, "\n")
	if want := "  white to move                 black to move                 white to move                 black to move"; lines[0] != want {
		t.Errorf("head %q, want %q", lines[0], want)
	}
	if want := "  . . . . k . . .               . . . . k . . ."; !strings.HasPrefix(lines[1], want) {
		t.Errorf("row 8: %q, want %q", lines[1], want)
	}
	if strings.Join(strings.Fields(lines[9]), "") != "abcd" || lines[13] != "  4k3/8/8/8/8/8/8/R3K3 b Q - 0 1" || lines[14] != "" || lines[15] != "  white to move" {
		t.Errorf("notes, record and second row of a plate of five:\n%s", text)
	}
	if one := Plate(list[:1], nil); strings.Count(one, "\n") != 10 || !strings.HasSuffix(one, "R . . . K . . .\n  4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n") {
		t.Errorf("one board without a note:\n%s", one)
	}
	if Plate(nil, nil) != "" {
		t.Error("no boards give text")
	}
}
