package recheck

import (
	"slices"
	"strings"

	"chesscensus/recheck/internal/board"
)

// # Game
//
// A setup is legal if a game leads to it from the initial position: every move legal, and at the end the diagram, the side to move, the
// castling rights and the en passant square are those of the setup. An en passant square is noted only where a capture is legal. A game by
// the rules "fide" makes no move after the fifth appearance of a position, after 75 moves of each side without a capture or pawn move, or
// with too little material for any mate.
//
//	legal    rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -
//	game     1. Nc3

// game confirms a proof game.
func game(q *question) error {
	s := board.Start
	seen, clock, ply := map[board.Setup]int{s: 1}, 0, 0
	for word := range strings.FieldsSeq(q.certificate.Proof) {
		if strings.Trim(strings.TrimLeft(word, "0123456789"), ".") == "" && word[0] != '.' {
			continue // a move number, such as 12. or 12...
		}
		if !q.meter.spend() {
			return q.meter.err
		}
		if q.certificate.Rules == "fide" {
			if law := endOfGame(&s, seen[s], clock); law != "" {
				return wrong("after %d half-moves the game is over by %s", ply, law)
			}
		}
		m, err := s.ParseSAN(word)
		if err != nil {
			return wrong("half-move %d: %v", ply+1, err)
		}
		clock++
		if s.Men[m.To] != 0 || board.Role(s.Men[m.From]) == 'P' {
			clock = 0
		}
		s = s.Play(m)
		seen[s]++
		ply++
	}
	if !slices.Contains([]string{"", "basic", "fide"}, q.certificate.Rules) {
		return wrong("unknown rules %.20q", q.certificate.Rules)
	}
	if s != q.setup {
		return wrong("the game leads to %v", s)
	}
	return nil
}

// endOfGame returns the law by which a game is over, or "". The position has occurred the given number of times, and clock counts
// half-moves without a capture or pawn move. Dead positions are those with kings alone, with one knight besides, or with bishops besides
// that all stand on squares of one color.
func endOfGame(s *board.Setup, times, clock int) string {
	knights, bishops := board.Size(s.SquaresWith('N', 'n')), s.SquaresWith('B', 'b')
	light, dark := board.Size(bishops&^board.DarkSet), board.Size(bishops&board.DarkSet)
	switch {
	case times >= 5:
		return "fivefold repetition"
	case clock >= 150:
		return "the 75-move rule"
	case s.SquaresWith([]byte("PRQprq")...) == 0 && (knights == 0 && min(light, dark) == 0 || knights == 1 && light+dark == 0):
		return "a dead position"
	}
	return ""
}
