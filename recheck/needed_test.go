package recheck

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
)

const neededNote = "no kernel without a man promoted on this square, who did not get away before the man on it came: "

// confirms returns the error of theorem BarredPromotions for a setup, with evidence that names men. It must be nil, ErrUnable or ErrWrong.
func confirms(t *testing.T, fen, men string, states int64) error {
	t.Helper()
	line := `{"fen":"` + fen + `","stage":"cage","reasons":["BarredPromotions"],"evidence":"` + neededNote + men + `"}`
	_, n, err := (Checker{States: states}).Check(t.Context(), []byte(line))
	if err != nil && !errors.Is(err, ErrUnable) && !errors.Is(err, ErrWrong) {
		t.Errorf("%s, %s: %v after %d states", fen, men, err, n)
	}
	return err
}

// TestNeeded checks theorem BarredPromotions (d): whether a man can have been promoted on a square that another man with many squares
// around it occupies now. It exchanges the colors, too.
func TestNeeded(t *testing.T) {
	for _, c := range []struct {
		fen, men string
		isBarred bool
		why      string
	}{
		{"Nnbqkbnr/2pppppp/1p6/3r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", true, "the bishop left after b7-b6, the knight came before"},
		{"Nnbqkbnr/2pppppp/1p6/3r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -", "nb8", true, "the wrong square is named, but the other ones are asked, too"},
		{"nnbqkbr1/2pppppp/1p6/3r4/4B3/8/1PPPPPPP/R1BQKBNR b KQ -", "na8", true, "the knight is Black's"},
		{"Nnbqkbnr/1Bpppppp/1p6/3r4/8/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", true, "the bishop is on its way out"},
		{"Nnbqkbnr/2pppppp/8/1p1r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", false, "it came over b6"},
		{"Nnbqkbnr/3ppppp/1pp5/3r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", false, "or c7"},
		{"Bnbqkbnr/2pppppp/1p6/3r4/4N3/8/1PPPPPPP/R1BQKB1R b KQk -", "Ba8", false, "the bishop is still there"},
		{"Nnbqkbnr/2pppppp/1p6/3r4/4Q3/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", false, "a queen leaves over a7"},
		{"Nnbqkbnr/2pppppp/1p6/3r4/4R3/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", false, "a rook, too"},
		{"Nnbqkbnr/2pppppp/1p6/3r4/4N3/8/1PPPPPPP/RNBQKB1R b KQk -", "Na8", false, "the knight was promoted where it stands"},
		{"Nnbqkbnr/1Bpppppp/8/1p1r4/8/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", false, "the knight came over b6, and the bishop is on its way out"},
	} {
		s := testkit.Must(board.ParseFEN(c.fen))(t)
		otherColors := board.Setup{Black: !s.Black, Rights: s.Rights>>2 | s.Rights<<2&15, EP: board.None}
		for sq, man := range s.Men {
			if man != 0 {
				otherColors.Men[sq^56] = man ^ 0x20
			}
		}
		otherMen := string([]byte{c.men[0] ^ 0x20, c.men[1], '1'})
		for _, q := range [][2]string{{c.fen, c.men}, {otherColors.String(), otherMen}} {
			if err := confirms(t, q[0], q[1], 400_000); (err == nil) != c.isBarred {
				t.Errorf("%s, %s (%s): %v, want confirmed: %v", q[0], q[1], c.why, err, c.isBarred)
			}
		}
	}
}

// TestNeededIsFound confirms what the engine refuted in this way.
func TestNeededIsFound(t *testing.T) {
	testkit.Medium(t)
	for fen, men := range map[string]string{
		"N1B1kN1q/2pbb2p/1p1bR1pr/5R1P/2P1P1P1/2B1p2B/2K2Q1R/2Rn1qr1 b - -": "Na8",
		"1R3Q2/b1r3q1/6Rn/N1rQPQ2/R1Q2Kp1/1Pkq1bB1/1bP2nB1/nR5N b - -":      "na1",
	} {
		if err := confirms(t, fen, men, 0); err != nil {
			t.Errorf("%s: %v", fen, err)
		}
	}
}

// TestNeededHoldsInGames follows hard games, and stops every 17 plies or less often. For each man that was promoted by a step and is still
// on the board, barredByPaths must not exclude this promotion, unless the other king stands on its square now.
func TestNeededHoldsInGames(t *testing.T) {
	testkit.Medium(t)
	text := testkit.Must(os.ReadFile("../docs/data/hard.pgn"))(t)
	every, asked, answered, away, games := 17, 0, 0, 0, 0
	if testkit.Brief() {
		every = 40
	} else if testkit.Stride() > 3 {
		every = 37
	}
	for game := range strings.SplitSeq(string(text), "[Event ") {
		_, moves, ok := strings.Cut(game, "\n\n")
		if !ok {
			continue
		}
		games++
		s := board.Start
		var promotedOn [64]int8 // by square of a man: where it was promoted by a step
		for sq := range promotedOn {
			promotedOn[sq] = board.None
		}
		for ply, word := range strings.Fields(moves) {
			if strings.HasSuffix(word, ".") || word == "*" || word == "1-0" || word == "0-1" || word == "1/2-1/2" {
				continue
			}
			m, err := s.ParseSAN(word)
			if err != nil {
				t.Fatalf("game %d, %s: %v", games, word, err)
			}
			captures := s.Men[m.To] != 0
			s = s.Play(m)
			if promotedOn[m.To], promotedOn[m.From] = promotedOn[m.From], board.None; m.Promo != 0 && !captures {
				promotedOn[m.To] = m.To
			}
			if ply%every != games%every {
				continue
			}
			for now, sq := range promotedOn {
				if sq == board.None || s.Men[sq] == 0 || cagedBishop(&question{setup: s}) == nil {
					continue
				}
				i, role := board.Side(board.IsBlack(s.Men[now])), board.Role(s.Men[now])
				if role == 'R' {
					role = 'Q'
				}
				if s.Men[sq] == board.Man('K', !sides[i]) {
					continue
				}
				q := &question{setup: s, meter: &meter{ctx: context.Background(), limit: 8000}}
				ct := newCounts(&s)
				b := &barredSquares{question: q, counts: ct, projector: newProjector(ct, q.meter)}
				if asked++; int8(now) != sq {
					away++
				}
				if b.barredByPaths(i, role, sq, 1<<sq) {
					t.Errorf("%v: the man on %s was promoted on %s, which is excluded", s, board.SquareName(int8(now)), board.SquareName(sq))
				}
				if q.meter.err == nil {
					answered++
				}
			}
		}
	}
	t.Logf("%d games, %d questions, %d within the limit, in %d the man is elsewhere", games, asked, answered, away)
	if games < 20 || asked < 40 || answered < asked/60 || away < asked/4 {
		t.Errorf("%d games, %d questions, %d answered, %d about men elsewhere: too few", games, asked, answered, away)
	}
}
