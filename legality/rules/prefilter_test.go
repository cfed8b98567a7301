package rules

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

// TestPrefilterPublished compares with the published categories of uniform draws.
func TestPrefilterPublished(t *testing.T) {
	for _, row := range devdata.Rows(t, devdata.Prefilter, 2) {
		out, cat, err := AppendPrefilter(nil, row[0])
		if err != nil || cat.String() != row[1] {
			t.Fatalf("AppendPrefilter(%q) = %v, %v, want %v", row[0], cat, err, row[1])
		}
		if s := string(out); !strings.HasPrefix(s, row[0]+"\t "+row[1]) ||
			(s != row[0]+"\t "+row[1]) != cat.hasStatistics() {
			t.Fatalf("AppendPrefilter(%q) = %q", row[0], s)
		}
	}
}

// TestPrefilterCases checks the category of one setup or two for each.
func TestPrefilterCases(t *testing.T) {
	for _, tc := range []struct {
		name, fen string
		want      Category
	}{
		{"initial", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", noChecks},
		{"two bare kings", "k7/8/8/8/8/8/8/K7 b - - 0 1", noChecks},
		{"adjacent comes before checks", "8/8/8/3kK2R/8/8/8/r7 w - - 0 1", adjacentKings},
		{"both in check", "k6R/8/8/8/8/8/8/K6r w - - 0 1", bothInCheck},
		{"other king in check", "k6R/8/8/8/8/8/8/K7 w - - 0 1", oppositeInCheck},
		{"triple", "r3k3/8/8/q7/8/1n6/8/K6r w - - 0 1", tripleCheck},
		{"three queens and eight pawns", "8/7k/8/8/8/QQQ5/PPPPPPPP/4K3 w - - 0 1", monochromatic},
		{"knights", "4k3/8/8/8/8/1n6/2n5/K7 w - - 0 1", doubleKnightCheck},
		{"rook and bishop", "r3k3/8/8/8/3b4/8/8/K7 w - - 0 1", discoveredDoubleCheck},
		{"two rooks", "4k3/8/8/8/r1K5/8/2r5/8 w - - 0 1", doubleCheck},
		{"pawn", "4k3/8/8/8/8/8/1p6/K7 w - - 0 1", singleCheck},
		{"a pawn checks downwards only", "4k3/8/8/8/K7/1P6/8/8 w - - 0 1", noChecks},
		{"no king", "8/8/8/8/8/8/8/K7 w - - 0 1", NoCategory},
		{"two kings", "kk6/8/8/8/8/8/8/K7 w - - 0 1", NoCategory},
	} {
		s := setup(t, tc.fen)
		testkit.Equal(t, Prefilter(s), tc.want, tc.name, tc.fen)
		m := s.Mirror()
		testkit.Equal(t, Prefilter(&m), tc.want, tc.name, "mirrored", m)
	}
}

// TestPrefilterStatisticsText checks the line with statistics of one setup.
func TestPrefilterStatisticsText(t *testing.T) {
	// Counted by hand: White has 11 men: king, 2 queens, a rook, bishops on e3 (dark), c4 and f1 (light) and 4
	// pawns; Black has king, 3 knights and 3 pawns. The files a and e have pairs. 14 men are missing.
	const fen = "4k1nn/4p2p/p7/4P2n/2B5/4B3/PP4P1/QQ2KB1R w - - 0 1"
	const want = fen + "\t No Checks\t wx 5 wp 4 wpr 2 wpx 2 maxuwp 16 minopp -12" +
		"\t bx 9 bp 3 bpr 1 bpx 4 maxubp 15 minopp -12"
	out, cat, err := AppendPrefilter([]byte("> "), fen)
	if string(out) != "> "+want || cat != noChecks || err != nil {
		t.Errorf("AppendPrefilter(%q) =\n%q, %v, %v, want\n%q", fen, out, cat, err, want)
	}
}

// TestPrefilterBadLine checks the errors of lines that are no setup with one king each.
// Nothing is appended for them.
func TestPrefilterBadLine(t *testing.T) {
	for _, tc := range []struct {
		line string
		is   func(error) bool
	}{
		{"8/8/8/8/8/8/8/8 w - - 0 1", func(err error) bool { return err == ErrKings }},
		{"kk6/8/8/8/8/8/8/K7 w - - 0 1", func(err error) bool { return err == ErrKings }},
		{"", func(err error) bool { var e *chess.FENError; return errors.As(err, &e) }},
		{"k7/8/8/8/8/8/8/K7", func(err error) bool { var e *chess.FENError; return errors.As(err, &e) }},
	} {
		dst, cat, err := AppendPrefilter([]byte("x"), tc.line)
		if !tc.is(err) || cat != NoCategory || string(dst) != "x" {
			t.Errorf("AppendPrefilter(%q) = %q, %v, %v", tc.line, dst, cat, err)
		}
	}
}

// TestCategoryNames checks that the names of the categories that are illegal begin with
// "Illegal".
func TestCategoryNames(t *testing.T) {
	for c := range Category(Categories) {
		if c == NoCategory {
			continue
		}
		if got := !strings.HasPrefix(c.String(), "Illegal"); got != c.PossiblyLegal() {
			t.Errorf("%v: PossiblyLegal = %v", c, c.PossiblyLegal())
		}
	}
	if NoCategory.PossiblyLegal() || NoCategory.hasStatistics() || Category(200).String() == "" {
		t.Error("NoCategory or an invalid category is treated as one of the ten")
	}
}
