package chess_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestFENRoundTrip writes records, also of setups that are not valid, and positions of random games as they were read.
func TestFENRoundTrip(t *testing.T) {
	for _, s := range []string{
		initial, kiwipete,
		"8/8/8/8/8/8/8/8 w - - 0 1", // anything representable
		"kkkkkkkk/8/8/8/8/8/8/PPPPPPPP b - a1 3 7",
		"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w Kq c6 0 2",
		"4k3/8/8/8/8/8/8/4K3 b KQkq h8 1000000000000000 1000000000000000",
		"1p1p1p1p/p1p1p1p1/1p1p1p1p/p1p1p1p1/1P1P1P1P/P1P1P1P1/1P1P1P1P/P1P1P1P1 w k - 5 0",
	} {
		f := testkit.Must(chess.ParseFEN(s))(t)
		if got := f.String(); got != s {
			t.Errorf("ParseFEN(%s) writes %s", s, got)
		}
	}
	for p := range playouts(11, 60, 3) {
		s := p.Setup()
		f, err := chess.ParseFEN(fen(p))
		if err != nil || f.Setup != s {
			t.Fatalf("%s: read as %v, %v", fen(p), f, err)
		}
	}
}

// TestParseFENLeniencies: every leniency that the documentation names, with the strict form it is written back in.
func TestParseFENLeniencies(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/8/4K3"
	for _, c := range []struct{ what, in, want string }{
		{"white space around", " \t" + bare + " w - - 0 1\t \n", bare + " w - - 0 1"},
		{"CR LF", bare + " w - - 0 1\r\n", bare + " w - - 0 1"},
		{"several blanks", bare + "   w -  -    3     9", bare + " w - - 3 9"},
		{"no counters", bare + " b - -", bare + " b - - 0 1"},
		{"no counters, blank", bare + " b - - ", bare + " b - - 0 1"},
		{"no move number", bare + " b - - 12", bare + " b - - 12 1"},
		{"index and multiplicity", bare + " w - - 7 8", bare + " w - - 7 8"},
		{"move number 0", bare + " w - - 0 0", bare + " w - - 0 0"},
		{"leading zeros", bare + " w - - 000000000000012 0003", bare + " w - - 12 3"},
		{"empty squares in parts", "1111k111/44/8/8/8/8/8/4K3 w - - 0 1", bare + " w - - 0 1"},
		{"castling letters in any order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
	} {
		if f, err := chess.ParseFEN(c.in); err != nil || f.String() != c.want {
			t.Errorf("%s: %q writes %s, error %v, want %s", c.what, c.in, f, err, c.want)
		}
	}
}

// TestParseFENErrors: the field and the message for everything that cannot be read.
func TestParseFENErrors(t *testing.T) {
	const rest = "/8/8/8/8/8/8/4K3 w - - 0 1"
	const bare = "4k3/8/8/8/8/8/8/4K3"
	megabyte := strings.Repeat("x", 1<<20)
	for _, c := range []struct{ in, field, msg string }{
		{"", "record", "nothing found"},
		{" \r\n", "record", "nothing found"},
		{"x", "board", "found 'x' in row 8"},
		{"9k2" + rest, "board", "found '9' in row 8"},
		{"0k7" + rest, "board", "found '0' in row 8"},
		{"4k4" + rest, "board", "row 8 has more than 8 squares"},
		{"ppppppppp" + rest, "board", "row 8 has more than 8 squares"},
		{"4k2" + rest, "board", "row 8 has 7 squares, want 8"},
		{"4k3//8/8/8/8/8/4K3 w - - 0 1", "board", "row 7 has 0 squares, want 8"},
		{"4k3/8/8/8/8/8/4K3 w - - 0 1", "board", "found 7 rows, want 8"},
		{"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "board", "more than 8 rows"},
		{bare + "/ w - - 0 1", "board", "more than 8 rows"},
		{"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "board", "row 1 has 7 squares, want 8"},
		{"4k3/8/8/8/8", "board", "found 5 rows, want 8"},
		{"4k3/8/8/8/8/8/8/4\x00K2 w - - 0 1", "board", `found '\x00' in row 1`},
		{"4♔3" + rest, "board", "found '♔' in row 8"},
		{"4\xff3" + rest, "board", "found '\ufffd' in row 8"},
		{"4k3\t" + rest, "board", `found '\t' in row 8`},
		{bare, "side to move", `found "", want w or b`},
		{bare + " W - - 0 1", "side to move", `found "W", want w or b`},
		{bare + " white - - 0 1", "side to move", `found "white", want w or b`},
		{bare + "\r\n w - - 0 1", "board", `found '\r' in row 1`},
		{bare + " w", "castling", `found "", want - or letters of KQkq`},
		{bare + " w KQkqK - 0 1", "castling", `found "KQkqK"`},
		{bare + " w KK - 0 1", "castling", `found "KK"`},
		{bare + " w HAha - 0 1", "castling", `found "HAha"`},
		{bare + " w -K - 0 1", "castling", `found "-K"`},
		{bare + " w -", "en passant", `found "", want - or a square`},
		{bare + " w - e9 0 1", "en passant", `found "e9", want - or a square`},
		{bare + " w - E6 0 1", "en passant", `found "E6"`},
		{bare + " w - e66 0 1", "en passant", `found "e66"`},
		{bare + " w - - x 1", "half-move counter", `found "x", want a number from 0 to 1000000000000000`},
		{bare + " w - - : 1", "half-move counter", `found ":"`}, // the character behind 9
		{bare + " w - - -1 1", "half-move counter", `found "-1"`},
		{bare + " w - - +1 1", "half-move counter", `found "+1"`},
		{bare + " w - - 1.5 1", "half-move counter", `found "1.5"`},
		{bare + " w - - 1000000000000001 1", "half-move counter", `found "1000000000000001"`},
		{bare + " w - - 0 18446744073709551617", "move number", `found "18446744073709551617"`},
		{bare + " w - - 0 1\x00", "move number", `found "1\x00"`},
		{bare + " w - - 0 1 2", "record", `found "2" after the sixth field`},
		{bare + " w - - 0 1 legal: 1. e4", "record", `found "legal: 1. e4" after the sixth field`},
		{megabyte, "board", "found 'x' in row 8"},
		{strings.Repeat("8/", 1<<19), "board", "more than 8 rows"},
		{strings.Repeat("1", 1<<20), "board", "row 8 has more than 8 squares"},
		{bare + " " + megabyte, "side to move", "(1048576 bytes)"},
		{bare + " w " + megabyte, "castling", "(1048576 bytes)"},
		{bare + " w - " + megabyte, "en passant", "(1048576 bytes)"},
		{bare + " w - - " + strings.Repeat("9", 1<<20), "half-move counter", "(1048576 bytes)"},
		{bare + " w - - 0 1 " + megabyte, "record", "(1048576 bytes)"},
	} {
		f, err := chess.ParseFEN(c.in)
		var fenErr *chess.FENError
		if !errors.As(err, &fenErr) {
			t.Errorf("%.80q: read as %v, want a FENError", c.in, f)
			continue
		}
		if fenErr.Field != c.field || !strings.Contains(fenErr.Msg, c.msg) {
			t.Errorf("%.80q: %s: %s, want %s: %s", c.in, fenErr.Field, fenErr.Msg, c.field, c.msg)
		}
		text := err.Error()
		if len(text) > 500 || strings.ContainsAny(text, "\x00\r\n\t") || !utf8.ValidString(text) || !strings.HasPrefix(text, "chess: FEN "+c.field+": ") {
			t.Errorf("%.80q: message %q, want a printable one of 500 bytes at most that names the field", c.in, text)
		}
		if f != (chess.FEN{}) {
			t.Errorf("%.80q: error together with %v", c.in, f)
		}
	}
}

// TestParseFENKeepsInvalidSetups: ParseFEN reads invalid setups. Only Setup.Position refuses them.
func TestParseFENKeepsInvalidSetups(t *testing.T) {
	for _, s := range []string{
		"4k3/8/8/8/8/8/8/8 w - - 0 1",
		"kk2K3/8/8/8/8/8/8/8 w - - 0 1",
		"4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1",
	} {
		f, err := chess.ParseFEN(s)
		if err != nil || f.String() != s {
			t.Errorf("%s: read as %v, error %v, want it as it is", s, f, err)
		}
		_, err = f.Setup.Position()
		var invalid *chess.InvalidError
		if !errors.As(err, &invalid) || invalid.Setup != f.Setup || invalid.Violations == 0 {
			t.Errorf("%s: Position returns %v, want an InvalidError with the setup", s, err)
		}
		if _, err2 := chess.ParsePosition(s); err2 == nil || err2.Error() != err.Error() {
			t.Errorf("%s: ParsePosition returns %v, want the error of Position, %v", s, err2, err)
		}
	}
	if _, err := chess.ParsePosition("x"); err == nil {
		t.Error("ParsePosition reads x")
	}
}

// TestFENAllocatesNothing: to read a record and to write it into a buffer takes no memory.
func TestFENAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 128)
	n := testing.AllocsPerRun(100, func() {
		f := testkit.Must(chess.ParseFEN(kiwipete))(t)
		buf = f.Append(buf[:0])
	})
	if n != 0 || string(buf) != kiwipete {
		t.Errorf("%v allocations, wrote %s; want none, and the record %s", n, buf, kiwipete)
	}
}

// FuzzParseFEN: what is read has sets that fit together and is read back from its strict form. Errors are short.
func FuzzParseFEN(f *testing.F) {
	for _, s := range []string{
		initial, kiwipete, "8/8/8/8/8/8/8/8 b - a1 3 4", "44/1111k111/8/8/8/8/8/4K3 w qK e3",
		"4k3/8/8/8/8/8/8/4K3 w - - 1000000000000001 1", "\x00", "4♔3/8", " \t4k3/8/8/8/8/8/8/4K3  b - -\r\n",
	} {
		f.Add(s)
	}
	for p := range chesstest.Playout(source(1), chesstest.Options{Plies: 30}) {
		f.Add(fen(p))
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := chess.ParseFEN(s)
		if err != nil {
			if err.Error() == "" || len(err.Error()) > 1000 {
				t.Fatalf("%q: message %q, want one of 1 to 1000 bytes", s, err)
			}
			return
		}
		if msg := checkSets(&a.Setup.Board); msg != "" {
			t.Fatalf("%q: %s", s, msg)
		}
		b, err := chess.ParseFEN(a.String())
		if err != nil || a != b || a.String() != b.String() {
			t.Fatalf("%q: read as %v, written and read again as %v, %v", s, a, b, err)
		}
	})
}
