package where

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestDifference compares conditions on two counts with counts of letters in FEN records, on random setups.
func TestDifference(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	ops := map[string]func(a, b int) bool{
		"=": func(a, b int) bool { return a == b }, "==": func(a, b int) bool { return a == b }, "!=": func(a, b int) bool { return a != b },
		"<": func(a, b int) bool { return a < b }, "<=": func(a, b int) bool { return a <= b },
		">": func(a, b int) bool { return a > b }, ">=": func(a, b int) bool { return a >= b },
	}
	letters := func(s *chess.Setup, set string) (n int) {
		field, _, _ := strings.Cut(s.String(), " ")
		for _, c := range field {
			if strings.ContainsRune(set, c) {
				n++
			}
		}
		return n
	}
	operands := map[string]func(s *chess.Setup) int{
		"white.men":      func(s *chess.Setup) int { return letters(s, "KQRBNP") },
		"black.men":      func(s *chess.Setup) int { return letters(s, "kqrbnp") },
		"men":            func(s *chess.Setup) int { return letters(s, "KQRBNPkqrbnp") },
		"white.queens":   func(s *chess.Setup) int { return letters(s, "Q") },
		"black.pawns":    func(s *chess.Setup) int { return letters(s, "p") },
		"white.captures": func(s *chess.Setup) int { return 16 - letters(s, "kqrbnp") },
		"captures":       func(s *chess.Setup) int { return 32 - letters(s, "KQRBNPkqrbnp") },
	}
	held := 0
	for range 300 {
		s := chess.EmptySetup()
		s.Board.Place(0, chess.NewPiece(chess.White, chess.King))
		s.Board.Place(63, chess.NewPiece(chess.Black, chess.King))
		for sq := chess.Square(8); sq < 56; sq++ {
			if rnd.IntN(3) == 0 {
				s.Board.Place(sq, chess.NewPiece(chess.Color(rnd.IntN(2)), chess.Pawn+chess.Role(rnd.IntN(5))))
			}
		}
		for a, first := range operands {
			for b, second := range operands {
				for op, holds := range ops {
					for _, not := range []string{"", "not "} {
						c := testkit.Must(Parse(not + a + op + b))(t)
						want := holds(first(&s), second(&s)) != (not != "")
						if c.Holds(&s) != want {
							t.Fatalf("%s%s%s%s of %v: %v", not, a, op, b, &s, !want)
						}
						if want {
							held++
						}
					}
				}
			}
		}
	}
	if held < 1000 {
		t.Errorf("only %d conditions held, want 1000 or more", held)
	}
	for _, bad := range []string{"each.men=white.men", "white.men=each.men", "white.men=", "white.men=black",
		"white.men=..black.men", "white.men=black.moves"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

// TestDead evaluates "dead" on positions with men that can never mate, and on similar ones where a mate is possible.
func TestDead(t *testing.T) {
	for fen, want := range map[string]bool{
		"7k/8/8/8/8/8/8/K7 w - -": true, "7k/8/8/8/8/8/8/KN6 w - -": true, "7k/8/8/8/8/8/8/Kb6 w - -": true,
		"7k/8/8/8/8/8/b7/KB6 w - -":   true, // both on white squares
		"7k/b7/8/8/8/8/8/KB6 w - -":   false,
		"7k/8/8/8/8/8/n7/KN6 w - -":   false,
		"7k/8/8/8/8/8/n7/KB6 w - -":   false,
		"7k/8/8/8/8/8/P7/K7 w - -":    false,
		"7k/8/8/8/8/8/8/KR6 w - -":    false,
		"7k/8/8/8/8/8/8/KNN5 w - -":   false,
		"b6k/1B6/8/8/8/8/8/KB6 w - -": true, // three on white squares
	} {
		f := testkit.Must(chess.ParseFEN(fen))(t)
		for text, want := range map[string]bool{"dead": want, "not dead": !want, "dead and men<=5": want} {
			c, err := Parse(text)
			if err != nil || c.Holds(&f.Setup) != want {
				t.Errorf("%s of %s: %v, want %v", text, fen, err, want)
			}
		}
	}
}

// TestLongConditions limits the time for parsing conditions of some hundred thousand characters.
func TestLongConditions(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	testkit.WithinCPU(t, 5*time.Second, "720 000 and 300 000 characters", func() {
		if _, err := Parse(strings.Repeat("men<=30 and ", 60_000) + "check"); err != nil {
			t.Error(err)
		}
		if _, err := Parse(strings.Repeat("(", 300_000)); err == nil {
			t.Error("too many parentheses are accepted")
		}
	})
}
