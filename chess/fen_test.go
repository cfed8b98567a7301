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

// A fenCase is a text that is no FEN record, with the field that is wrong and a part of the message.
type fenCase struct{ In, Field, Msg string }

// TestParseFENErrors: the field and the message for everything that cannot be read.
func TestParseFENErrors(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/8/4K3"
	megabyte := strings.Repeat("x", 1<<20)
	for _, c := range append(testkit.Table[fenCase](t, "fenerrors.tsv"),
		fenCase{megabyte, "board", "found 'x' in row 8"},
		fenCase{strings.Repeat("8/", 1<<19), "board", "more than 8 rows"},
		fenCase{strings.Repeat("1", 1<<20), "board", "row 8 has more than 8 squares"},
		fenCase{bare + " " + megabyte, "side to move", "(1048576 bytes)"},
		fenCase{bare + " w " + megabyte, "castling", "(1048576 bytes)"},
		fenCase{bare + " w - " + megabyte, "en passant", "(1048576 bytes)"},
		fenCase{bare + " w - - " + strings.Repeat("9", 1<<20), "half-move counter", "(1048576 bytes)"},
		fenCase{bare + " w - - 0 1 " + megabyte, "record", "(1048576 bytes)"}) {
		f, err := chess.ParseFEN(c.In)
		var fenErr *chess.FENError
		if !errors.As(err, &fenErr) {
			t.Errorf("%.80q: read as %v, want a FENError", c.In, f)
			continue
		}
		if fenErr.Field != c.Field || !strings.Contains(fenErr.Msg, c.Msg) {
			t.Errorf("%.80q: %s: %s, want %s: %s", c.In, fenErr.Field, fenErr.Msg, c.Field, c.Msg)
		}
		text := err.Error()
		if len(text) > 500 || strings.ContainsAny(text, "\x00\r\n\t") || !utf8.ValidString(text) || !strings.HasPrefix(text, "chess: FEN "+c.Field+": ") {
			t.Errorf("%.80q: message %q, want a printable one of 500 bytes at most that names the field", c.In, text)
		}
		if f != (chess.FEN{}) {
			t.Errorf("%.80q: error together with %v", c.In, f)
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
