package rules

import (
	"testing"

	"chesscensus/chess"
)

// FuzzRulesOnFEN: for any FEN record no rule panics, mirror images have the same answers, and
// invalid setups are refuted.
func FuzzRulesOnFEN(f *testing.F) {
	for _, r := range All() {
		f.Add(r.Refuted)
		f.Add(r.Accepted)
	}
	f.Add("kkkkkkkk/PPPPPPPP/qqqqqqqq/QQQQQQQQ/rrrrrrrr/RRRRRRRR/pppppppp/KKKKKKKK b KQkq h8 0 1")
	f.Fuzz(func(t *testing.T, line string) {
		rec, err := chess.ParseFEN(line)
		out, cat, perr := AppendPrefilter([]byte("-"), line)
		if (perr == nil) != (cat != NoCategory) || perr != nil && string(out) != "-" {
			t.Fatalf("AppendPrefilter(%q) = %q, %v, %v", line, out, cat, perr)
		}
		if err == nil {
			checkMirrors(t, rec.Setup)
			checkViolations(t, rec.Setup)
		}
	})
}

// FuzzRulesOnSetup is FuzzRulesOnFEN for setups that no FEN record can express, such as with squares out of range.
func FuzzRulesOnSetup(f *testing.F) {
	f.Add([]byte{4, 6*2 + 0, 60, 6*2 + 1, 12, 2}, byte(1), byte(3), byte(16))
	f.Add([]byte{0, 12, 63, 13, 200, 255}, byte(255), byte(255), byte(255))
	f.Fuzz(func(t *testing.T, men []byte, turn, castling, ep byte) {
		s := chess.Setup{Turn: chess.Color(turn), Castling: chess.Castling(castling), EP: chess.Square(ep)}
		for ; len(men) >= 2; men = men[2:] {
			p := chess.Piece(men[1] & 15)
			if r := p.Role(); r >= chess.Pawn && r <= chess.King {
				s.Board.Put(chess.Square(men[0]&63), p)
			}
		}
		refutedBy(s)
		cat := Prefilter(&s)
		if s.Turn > 1 {
			return
		}
		m := s.Mirror()
		if got := Prefilter(&m); got != cat {
			t.Fatalf("%s: %v, mirrored %v", s, cat, got)
		}
		if s.Castling&^chess.AllCastling == 0 && (s.EP.Valid() || s.EP == chess.NoSquare) {
			checkMirrors(t, s)
			checkViolations(t, s)
		}
	})
}
