package notation

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// checkMoveText reads a text as a move; whatever it is, the answer is a legal move or an error with a known kind and legal
// candidates.
func checkMoveText(t *testing.T, p *chess.Position, n Notation, text string) {
	t.Helper()
	m, err := n.Parse(p, text)
	if err == nil {
		if !p.IsLegal(m) {
			t.Fatalf("%v: %q in %v is read as %v, which is not legal", p, text, n, m)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) || m != 0 {
		t.Fatalf("%v: %q in %v gives %v and the error %v, want no move and an Error", p, text, n, m, err)
	}
	if len(err.Error()) > 600 || utf8.ValidString(text) && !utf8.ValidString(err.Error()) {
		t.Fatalf("%v: %q in %v gives the error %q, want at most 600 bytes, of UTF-8 as the text", p, text, n, err)
	}
	kinds := 0
	for _, kind := range []error{ErrSyntax, ErrAmbiguous, ErrNoMove} {
		kinds += b2i(errors.Is(err, kind))
	}
	if kinds != 1 || errors.Is(err, ErrAmbiguous) && len(e.Candidates) < 2 || e.Column > len(text)+1 {
		t.Fatalf("%v: %q in %v gives the error %#v", p, text, n, e)
	}
	for _, c := range e.Candidates {
		if !p.IsLegal(c) {
			t.Fatalf("%v: %q: the candidate %v is not legal", p, text, c)
		}
	}
}

// FuzzMoves reads a text in every notation, and in any; what any notation makes of it, its own notation does, too.
func FuzzMoves(f *testing.F) {
	for i, text := range []string{"P-K4", "N(QN1)-QB3", "BxP(KB7)", "Q*P/N7 mate", "0-0-0", "PxP e.p.", "P-K8(Q)", "KRP x QN dis ch", "Kt/4-Q5",
		"♘f3", "♗c4×♙f7+", "ed", "e×♘", "d4xNe5", "Ng1-f3", "e7e8q", "exd8=Q", "KxK", "B(Q3)-Q3", "P(KB4)-QR1", "x", "=Q", "b-b3", "\xff\xfe", "♔\ufe0f"} {
		f.Add(hardPositions[i%len(hardPositions)], text)
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := chess.ParsePosition(fen)
		if err != nil {
			return
		}
		for _, n := range Notations() {
			checkMoveText(t, &p, n, text)
		}
		m, n, err := ParseAny(&p, text, Options{})
		if err == nil {
			if again, err := n.Parse(&p, text); again != m {
				t.Fatalf("%v: %q is %v in any notation, but %v in %v: %v", p, text, m, again, n, err)
			}
		}
	})
}

// FuzzSplit splits a line. Moves hold the signs of the line in their order.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"1. P-K4 P-K4 2. N-KB3", "12... KRP x QN dis ch 13.e4", "1-0 0-1 * 1/2-1/2", "Q * P / K5 mate!", "- - x x", "… e5", "1.", "0*", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		rest := line
		for _, m := range Split(line) {
			if m == "" {
				t.Fatalf("%q has an empty move", line)
			}
			for part := range strings.FieldsSeq(m) {
				for _, c := range []byte(part) {
					_, after, found := strings.Cut(rest, string([]byte{c}))
					if !found {
						t.Fatalf("%q is not in what is left of %q", m, line)
					}
					rest = after
				}
			}
		}
	})
}

// FuzzParseConfiguration: an error names a column of the text, and a diagram that is read comes back from what is written.
func FuzzParseConfiguration(f *testing.F) {
	for _, s := range []string{shannon, "WH:Ke1(1); BL:Ke8(1).", "bl:ke8;wh:ke1,qd1/d2", "WH:Ke1", "WH:Ke1(1); BL:Ke8", "WH:♔\ufe0ee1(01);BL:♚e8(1)", ":", "WH:\x00", "WH:Ke1,Ke1(2);BL:Ke8(1)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ParseConfiguration(text)
		if err != nil {
			column := 0
			_, scanErr := fmt.Sscanf(err.Error()[strings.LastIndex(err.Error(), "(column ")+1:], "column %d", &column)
			if scanErr != nil || column < 1 || column > utf8.RuneCountInString(text)+1 {
				t.Fatalf("%q gives %v, want a column of the text", text, err)
			}
			if b != (chess.Board{}) || len(err.Error()) > 400 {
				t.Fatalf("%q gives %v with the board\n%v, want an empty one, and at most 400 bytes", text, err, &b)
			}
			return
		}
		written := testkit.Must(Configuration(&b, ConfigurationStyle{}))(t)
		if again, err := ParseConfiguration(written); again != b || err != nil {
			t.Fatalf("%q written as %q comes back as\n%v%v", text, written, &again, err)
		}
	})
}
