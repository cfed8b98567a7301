package where

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// condition parses a condition that must be valid.
func condition(t testing.TB, text string) Condition {
	t.Helper()
	c, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c
}

// setup parses a FEN record.
func setup(t testing.TB, fen string) chess.Setup {
	t.Helper()
	f := testkit.Must(chess.ParseFEN(fen))(t)
	return f.Setup
}

// TestHolds evaluates conditions on positions for which they must hold or not hold, apart by a semicolon.
func TestHolds(t *testing.T) {
	const (
		start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
		fool  = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -"
		stale = "7k/5Q2/6K1/8/8/8/8/8 b - -"
		ep    = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6"
		three = "k7/8/8/8/8/2Q1Q3/8/3QK3 b - -"
		twins = "k1b1b3/8/8/8/8/8/8/4K3 b - -" // two bishops on light squares
		none  = "kK6/8/8/8/8/8/8/8 w - -"      // not valid
	)
	for _, c := range []struct{ text, holds, not string }{
		{"", start + ";" + none, ""},
		{"check", fool, start + ";" + stale + ";" + none},
		{"not check", start, fool + ";" + none},
		{"double-check", "4k3/8/3N4/8/8/8/8/4RK2 b - -", fool},
		{"mate", fool, stale + ";" + start},
		{"not mate", start + ";" + stale, fool},
		{"stalemate", stale, fool + ";" + start},
		{"castling", start, stale},
		{"no-castling", stale, start},
		{"rights=4 and white.rights=2", start, stale},
		{"en-passant", ep, start},
		{"no-en-passant", start, ep},
		{"white-to-move", start, stale},
		{"black-to-move", stale, start},
		{"men=32", start + ";" + fool, stale},
		{"men=2..3", stale, start},
		{"men≥2 and men≤3 and men≠4", stale, start},
		{"men<4 and men>2", stale, start},
		{"men!=32", stale, start},
		{"white.men=1", twins, start},
		{"queens<=2", start, three},
		{"each.queens<=1", start, three},
		{"each.queens!=3", start, three}, // White has 3, Black has not
		{"white.queens>=2", three, start},
		{"black.queens>=2 or white.queens>=2", three, start},
		{"not white.queens>=2", start, three},
		{"not (check or men=32)", stale, start + ";" + fool},
		{"promotions=0", start, three + ";" + twins},
		{"no-promotions", start, twins},
		{"black.promotions=1 and white.promotions=0", twins, three},
		{"white.promotions=2", three, twins},
		{"captures=0", start, twins},
		{"white.captures=15", stale, start},
		{"black.captures>=12", three, start},
		{"material=KQQQvK", three, stale},
		{"MATERIAL=kqvk AND moves=0", stale, three},
		{"moves=20", start, fool},
		{"checkers=0", start, fool},
		{"check&mate|!men=2..32", fool, start},
		{"men = 32 and ( pawns = 16 )", start, stale},
	} {
		got := condition(t, c.text)
		for want, list := range map[bool]string{true: c.holds, false: c.not} {
			for fen := range strings.SplitSeq(list, ";") {
				if fen == "" {
					continue
				}
				if s := setup(t, fen); got.Holds(&s) != want {
					t.Errorf("%q holds of %s: %v, want %v", c.text, fen, !want, want)
				}
			}
		}
		if got.String() != c.text {
			t.Errorf("%q prints %q", c.text, got.String())
		}
	}
}

// A textCase is a condition and what is wanted of it.
type textCase struct{ Text, Want string }

// TestErrorsSayWhere compares error messages: column, word and the expected words.
func TestErrorsSayWhere(t *testing.T) {
	for _, c := range append(testkit.Table[textCase](t, "errors.tsv"),
		textCase{strings.Repeat("(", 200), "more than 100 parentheses"}, textCase{strings.Repeat("not ", 500), "more than 100 parentheses"}) {
		_, err := Parse(c.Text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), c.Want) || len(err.Error()) > 450+2*130 { // and the place, in two lines
			t.Errorf("%.40q: %v, want %s", c.Text, err, c.Want)
		}
	}
}

// TestNothingSatisfies parses conditions that counts alone exclude, which must be errors with the given text, and others
// that they allow.
func TestNothingSatisfies(t *testing.T) {
	for _, c := range testkit.Table[textCase](t, "nothing.tsv") {
		if _, err := Parse(c.Text); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), c.Want) {
			t.Errorf("%s: %v, want %v and %s", c.Text, err, ErrNothing, c.Want)
		}
	}
	for _, text := range []string{
		"mate or stalemate", "white.pawns=7 and white.queens=2", "men<=4 and each.rooks<=2", "no-promotions and black.rooks=2",
		"mate and moves=0 and check", "white.pawns=8 and white.queens>=2 or men=3", "white.bishops=10", "black.queens=9",
		"promotions=16", "en-passant and pawns=2",
	} {
		condition(t, text)
	}
}

// TestBoxesHoldWhatSatisfies evaluates random conditions on positions of random games. A position that satisfies
// a condition must keep its predicates, the condition must not be an error, and its negation must not hold.
func TestBoxesHoldWhatSatisfies(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	held, narrow := 0, 0
	for range testkit.Size(60, 600) {
		for p := range chesstest.Playout(rnd, chesstest.RandomOptions(rnd)) {
			if rnd.IntN(16) > 0 {
				continue
			}
			s := p.Setup()
			text := randomCondition(rnd, 3)
			root := testkit.Must(parse(text))(t)
			e := evaluator{setup: &s}
			holds := root.holds(&e)
			if root.not().holds(&e) == holds {
				t.Fatalf("%s and its negation agree on %v", text, s)
			}
			c, err := Parse(text)
			if err != nil {
				if holds {
					t.Fatalf("%s holds of %v, but: %v", text, s, err)
				}
				continue
			}
			if c.Holds(&s) != holds {
				t.Fatalf("%s: %v", text, s)
			}
			list := c.Predicates()
			if len(list) > 0 {
				narrow++
			}
			if p := sampler.FirstBroken(list, &s); holds {
				if held++; p != nil {
					t.Fatalf("%s holds of %v, which does not keep %v", text, s, *p)
				}
			}
		}
	}
	t.Logf("%d conditions held, %d had predicates", held, narrow)
	if held < 100 || narrow < 100 {
		t.Errorf("%d conditions held, %d had predicates: too few to say anything", held, narrow)
	}
}

// randomCondition returns the text of a random condition.
func randomCondition(rnd *rand.Rand, depth int) string {
	pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
	if depth > 0 && rnd.IntN(3) > 0 {
		a, b := randomCondition(rnd, depth-1), randomCondition(rnd, depth-1)
		switch rnd.IntN(3) {
		case 0:
			return "not (" + a + ")"
		case 1:
			return "(" + a + ") and " + "(" + b + ")"
		}
		return "(" + a + ") or (" + b + ")"
	}
	if rnd.IntN(4) == 0 {
		return pick("check", "mate", "castling", "en-passant", "white-to-move", "no-promotions", "stalemate", "double-check")
	}
	count := pick("men", "pawns", "knights", "bishops", "rooks", "queens", "promotions", "captures", "rights")
	number := pick("0", "1", "2", "3", "5", "7", "8", "10", "15", "20", "30")
	return pick("", "white.", "black.", "each.") + count + pick("<=", ">=", "=", "<", ">", "!=") + number
}

// TestPredicatesExclude compares the predicates of conditions with texts; conditions that limit no count have none.
func TestPredicatesExclude(t *testing.T) {
	for _, c := range testkit.Table[textCase](t, "predicates.tsv") {
		var got []string
		for _, p := range condition(t, c.Text).Predicates() {
			got = append(got, p.String())
		}
		testkit.Equal(t, strings.Join(got, " "), c.Want, c.Text)
	}
}

// TestWords uses each word of the language in a condition that can be parsed.
func TestWords(t *testing.T) {
	for _, w := range Words() {
		texts := []string{w, w + "=2", w + "=KvK", "check " + w + " check", w + " check"}
		ok := false
		for _, text := range texts {
			_, err := Parse(text)
			ok = ok || err == nil || errors.Is(err, ErrNothing)
		}
		if !ok {
			t.Errorf("%s is listed, but nothing with it can be read", w)
		}
	}
}

// FuzzParse parses any text: neither Parse nor the methods of a condition may panic.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"men<=10 and check", "white.queens>=2 or not (mate)", "material=KQvKR", "men=2..3", "((", "♔", "a..b"} {
		f.Add(s)
	}
	initial := chess.InitialSetup()
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := Parse(text); err == nil {
			c.Holds(&initial)
			c.Predicates()
		}
	})
}
