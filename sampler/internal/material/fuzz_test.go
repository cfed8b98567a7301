package material

import (
	"errors"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// warm makes the tables of the codecs: a fuzzed input has ten seconds, on a machine that may be slow.
func warm() {
	setup := chess.InitialSetup()
	for _, k := range codecs() {
		if c, err := k.Encode(&setup); err == nil {
			_, _ = k.Decode(c)
		}
	}
}

// FuzzDecode decodes any text. What is a code must encode to itself, anything else is an error.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "AAAAAAAAAAAAAAAAAAAAAAAAAA", "__________________________",
		"ZGkAAUmmDeXq6uUgCh5BvUSbkz", "Rlu2RhJ8Et2egSOI1cgYwDw9h="} {
		f.Add(s)
	}
	warm()
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCode(text)
		if err != nil {
			if !errors.Is(err, errNotCode) {
				t.Errorf("%q: error %v", text, err)
			}
			return
		}
		for _, k := range codecs() {
			s, err := k.Decode(c)
			if err != nil {
				if !errors.Is(err, errNotCode) {
					t.Errorf("%s: %q: error %v", k.Name(), text, err)
				}
				continue
			}
			if back := checkCode(t, k, &s); back != c || back.String() != text {
				t.Errorf("%s: %q decodes to %v, which has code %v", k.Name(), text, s, back)
			}
		}
	})
}

// FuzzEncode encodes anything that reads as a FEN record.
func FuzzEncode(f *testing.F) {
	for _, c := range testkit.Table[outsideCase](f, "outside.tsv") {
		f.Add(c.FEN)
	}
	f.Add("rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6 0 1")
	f.Add("r3kb1r/ppp1pp1p/3p4/5PpP/8/8/PPPPP1P1/RNBQKBNR w KQkq g6 99 140")
	warm()
	f.Fuzz(func(t *testing.T, s string) {
		fen, err := chess.ParseFEN(s)
		if err != nil {
			return
		}
		for _, k := range codecs() {
			if _, err := k.Encode(&fen.Setup); err == nil {
				checkCode(t, k, &fen.Setup)
			} else if !errors.Is(err, sampler.ErrNotInSpace) {
				t.Errorf("%s: %q: error %v", k.Name(), s, err)
			}
		}
	})
}
