package board_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
)

// randomSetup returns a setup with men on any squares. Most are no positions.
func randomSetup(r *rand.Rand) (s board.Setup) {
	for range 2 + r.IntN(30) {
		s.Men[r.IntN(64)] = "PNBRQpnbrq"[r.IntN(10)]
	}
	s.Men[r.IntN(64)], s.Men[r.IntN(64)] = 'K', 'k'
	s.Black, s.Rights, s.EP = r.IntN(2) == 0, uint8(r.IntN(16)), board.None
	if r.IntN(3) == 0 {
		s.EP = int8(r.IntN(64))
	}
	return s
}

// TestFENsAreReadAsWritten writes any setup and reads it again.
func TestFENsAreReadAsWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 5))
	for range 2000 {
		s := randomSetup(r)
		if again, err := board.ParseFEN(s.String()); err != nil || again != s {
			t.Fatalf("%v is read as %v, %v", s, again, err)
		}
	}
}

// TestFaultsAgreeWithChess compares what is wrong with any setup with what package chess says.
func TestFaultsAgreeWithChess(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 6))
	seen := map[string]int{}
	names := map[chess.Violations]string{
		chess.NoWhiteKing: "NoWhiteKing", chess.NoBlackKing: "NoBlackKing", chess.ManyWhiteKings: "ManyWhiteKings",
		chess.ManyBlackKings: "ManyBlackKings", chess.PawnOnEndRow: "PawnOnEndRow",
		chess.OppositeCheck: "OppositeCheck", chess.BadCastling: "BadCastling", chess.BadEnPassant: "BadEnPassant",
	}
	for range 4000 {
		s := randomSetup(r)
		if r.IntN(2) == 0 { // pawns beside each other, for en passant
			s.Men[int8(32+r.IntN(8))], s.Men[int8(32+r.IntN(8))] = 'P', 'p'
			s.Black, s.EP = false, int8(40+r.IntN(8))
		}
		f := testkit.Setup(t, s.String()+" 0 1")
		v := f.Violations()
		faults := s.Faults()
		for bit, name := range names {
			if want := v&bit != 0; want != slices.Contains(faults, name) {
				t.Errorf("%v: %v, want %s: %v", s, faults, name, want)
			}
		}
		for _, name := range faults {
			seen[name]++
		}
		if (len(faults) == 0) != s.Valid() {
			t.Errorf("%v: %v, but valid: %v", s, faults, s.Valid())
		}
	}
	for _, name := range []string{"AdjacentKings", "OppositeCheck", "BadCastling", "BadEnPassant", "IdleEnPassant", "PawnOnEndRow"} {
		if seen[name] < 10 {
			t.Errorf("%d setups with %s: too few to be a test", seen[name], name)
		}
	}
}

// TestAttackersMove checks that the attackers of a square are the men that could move there if an enemy knight stood on it and their king could
// be left in check.
func TestAttackersMove(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 7))
	for range 300 {
		s := randomSetup(r)
		s.EP, s.Rights = board.None, 0
		sq := int8(r.IntN(64))
		bait := s // with the knight, and an enemy pawn for each king that is to move
		for on, man := range s.Men {
			if man == board.Man('K', s.Black) {
				bait.Men[on] = board.Man('P', !s.Black)
			}
		}
		bait.Men[sq] = board.Man('N', !s.Black)
		var want []int8
		for _, from := range board.Squares(board.Occupied(&s) &^ (1 << sq)) {
			m := board.Move{From: from, To: sq}
			switch role := board.Role(s.Men[from]); {
			case !board.OwnedBy(s.Men[from], s.Black):
				continue
			case role == 'K' && board.Near['K'][from].Has(sq):
				want = append(want, from)
				continue
			case role == 'P' && board.Row(sq) == board.HomeRow(!s.Black):
				m.Promo = 'Q'
			}
			if bait.Legal(m) {
				want = append(want, from)
			}
		}
		if got := board.Squares(s.Attackers(sq, s.Black)); !slices.Equal(got, want) {
			t.Errorf("%v: %v attack %s, want %v", s, got, board.SquareName(sq), want)
		}
	}
}

// TestUnmovesAreMoves plays every unmove of positions of random games again, and finds the move that was made.
func TestUnmovesAreMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 8))
	n := 0
	for range 3 {
		s := board.Start
		for range 80 {
			list := legalMoves(&s)
			if len(list) == 0 {
				break
			}
			m := list[r.IntN(len(list))]
			before := s
			s = s.Play(m)
			if r.IntN(6) > 0 {
				continue
			}
			found, texts := 0, map[string]bool{}
			for _, u := range s.Unmoves() {
				n++
				if !u.Before.Valid() || !u.Before.Legal(u.Move) || u.Before.Play(u.Move) != s {
					t.Errorf("%v is no unmove of %v", u, s)
				}
				if texts[u.String()] {
					t.Errorf("%v: two unmoves are written %v", s, u)
				}
				texts[u.String()] = true
				if u.Before == before {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%v, after %v of %v: found %d times", s, m, before, found)
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d unmoves only", n)
	}
}

// FuzzParseFEN reads hostile records: an error, or a setup that is read as it is written.
func FuzzParseFEN(f *testing.F) {
	for _, fen := range []string{"", board.Start.String(), "8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 b KQkq e3 0 1", "k7/8/8/8/8/8/8/K6P w - h9",
		"9/8/8/8/8/8/8/8 w - -", "\xff/8 w - -", "8/8/8/8/8/8/8/8  w  -\t-", "11111111/8/8/8/8/8/8/8 w - -", strings.Repeat("/", 300)} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		s, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		again, err := board.ParseFEN(s.String())
		if err != nil || again != s {
			t.Errorf("%q: %v is read as %v, %v", fen, s, again, err)
		}
		s.Faults()
		if s.Valid() != (len(s.Faults()) == 0) {
			t.Errorf("%q: valid %v, but %v", fen, s.Valid(), s.Faults())
		}
	})
}

// FuzzParseSAN reads hostile moves: an error, or one legal move.
func FuzzParseSAN(f *testing.F) {
	for _, san := range []string{"e4", "Nf3", "O-O", "O-O-O", "exd5", "e8=Q", "e8Q+", "Nbd7", "N1d2", "Qh4xe1", "a", "x", "=", "Kx", "++", "♘f3", "O-O+", strings.Repeat("x", 99)} {
		f.Add(san, "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6")
		f.Add(san, board.Start.String())
		f.Add(san, "8/8/8/8/8/8/8/8 w - -")
	}
	f.Fuzz(func(t *testing.T, san, fen string) {
		s, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		m, err := s.ParseSAN(san)
		if err == nil && !s.Legal(m) {
			t.Errorf("%q in %v is read as %v, which is not legal", san, s, m)
		}
	})
}
