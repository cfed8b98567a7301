package recheck

import (
	"os"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
)

// promotionSquares holds, by the square of a man, the square where it was promoted by a step; [board.None] for other men.
type promotionSquares [64]int8

// play follows a move in s.
func (p *promotionSquares) play(s *board.Setup, m board.Move) {
	if p[m.To], p[m.From] = p[m.From], board.None; m.Promo != 0 && s.Men[m.To] == 0 {
		p[m.To] = m.To
	}
}

// TestNeededHoldsInGames follows hard games, and stops every 17 plies or less often. For each man that was promoted by a step and is still
// on the board, excludesPromoted must not exclude this promotion. Squares where the other king stands now are left out, as in byProjections.
func TestNeededHoldsInGames(t *testing.T) {
	testkit.Medium(t)
	text := testkit.Must(os.ReadFile("../docs/data/hard.pgn"))(t)
	every, asked, answered, away, games := 17, 0, 0, 0, 0
	if testkit.Brief() {
		every = 40
	} else if testkit.Stride() > 3 {
		every = 37
	}
	ask := func(s board.Setup, now, promotedOn int8) {
		i, role := board.Side(board.IsBlack(s.Men[now])), board.Role(s.Men[now])
		if role == 'R' {
			role = 'Q'
		}
		q := &question{setup: s, meter: &meter{ctx: t.Context(), limit: 8000}}
		ct := newCounts(&s)
		b := &barredSquares{question: q, counts: ct, projector: newProjector(ct, q.meter)}
		if asked++; now != promotedOn {
			away++
		}
		if b.excludesPromoted(i, role, promotedOn, 1<<promotedOn) {
			t.Errorf("%v: the man on %s was promoted on %s, which is excluded", s, board.SquareName(now), board.SquareName(promotedOn))
		}
		if q.meter.err == nil {
			answered++
		}
	}
	for game := range strings.SplitSeq(string(text), "[Event ") {
		_, moves, ok := strings.Cut(game, "\n\n")
		if !ok {
			continue
		}
		games++
		s := board.Start
		var promotedOn promotionSquares
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
			promotedOn.play(&s, m)
			s = s.Play(m)
			if ply%every != games%every || cagedBishop(&question{setup: s}) == nil {
				continue
			}
			for now, sq := range promotedOn {
				if sq != board.None && s.Men[sq] != 0 && s.Men[sq] != board.Man('K', !board.IsBlack(s.Men[now])) {
					ask(s, int8(now), sq)
				}
			}
		}
	}
	t.Logf("%d games, %d questions, %d within the limit, in %d the man is elsewhere", games, asked, answered, away)
	if games < 20 || asked < 40 || answered < asked/60 || away < asked/4 {
		t.Errorf("%d games, %d questions, %d answered, %d about men elsewhere: too few", games, asked, answered, away)
	}
}
