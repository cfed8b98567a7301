package board_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/retro"
	"chesscensus/recheck/internal/board"
)

// legalMoves lists the legal moves of s by trying everything.
func legalMoves(s *board.Setup) (list []board.Move) {
	for from := range int8(64) {
		for to := range int8(64) {
			for _, promo := range []byte{0, 'N', 'B', 'R', 'Q', 'K'} {
				if m := (board.Move{From: from, To: to, Promo: promo}); s.Legal(m) {
					list = append(list, m)
				}
			}
		}
	}
	return list
}

// perft returns the number of lines of legal moves of a length.
func perft(s *board.Setup, depth int) int {
	n := 0
	for _, m := range legalMoves(s) {
		if depth == 1 {
			n++
		} else {
			after := s.Play(m)
			n += perft(&after, depth-1)
		}
	}
	return n
}

// pawnsAndPromoted counts pawns and promoted men, bishops by number.
func pawnsAndPromoted(s *board.Setup, black bool) int {
	n := func(role byte) int { return s.Count(board.Man(role, black)) }
	return n('P') + max(0, n('Q')-1) + max(0, n('R')-2) + max(0, n('B')-2) + max(0, n('N')-2)
}

// compareUnmoves compares the unmoves of a setup with those of package retro, which leaves out setups before with more than eight pawns and
// promoted men of a side.
func compareUnmoves(t *testing.T, fen string) {
	t.Helper()
	f := testkit.Setup(t, fen)
	s := testkit.Must(board.ParseFEN(f.Canonical().String()))(t)
	var got, want []string
	for _, u := range s.Unmoves() {
		if pawnsAndPromoted(&u.Before, false) <= 8 && pawnsAndPromoted(&u.Before, true) <= 8 {
			got = append(got, u.Move.String()+" "+u.Before.String())
		}
	}
	c := f.Canonical()
	for _, u := range retro.Unmoves(nil, c, retro.Options{AllEP: true}) {
		uci, _, _ := strings.Cut(string(u.Append(nil)), " ")
		want = append(want, uci+" "+retro.Undo(c, u).String())
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: %d unmoves\n%s\nwant %d\n%s", fen, len(got), strings.Join(got, "\n"), len(want), strings.Join(want, "\n"))
	}
}

// TestUnmovesAgreeWithRetro compares the unmoves of a list of positions, of some hard ones, and of positions of random games.
func TestUnmovesAgreeWithRetro(t *testing.T) {
	for i, row := range devdata.Rows(t, devdata.Unmoves, 4) {
		if i%4 == 0 || !testing.Short() {
			compareUnmoves(t, row[1])
		}
	}
	for _, fen := range []string{
		"4k3/8/8/8/3pP3/4n3/8/4K3 w - -", // the knight may have come to the square of an en passant capture
		"r3k2r/8/8/8/8/8/4P3/R4RK1 b kq -", "2kr4/8/8/8/8/8/8/R3K2R w KQ -",
		"4k3/8/4P3/8/8/8/8/4K3 b - -", "Q3k3/8/8/8/8/8/8/4K3 b - -",
	} {
		compareUnmoves(t, fen)
	}
	r := rand.New(rand.NewPCG(16, 2))
	for range 3 {
		s := board.Start
		for ply := range 120 {
			list := legalMoves(&s)
			if len(list) == 0 {
				break
			}
			s = s.Play(list[r.IntN(len(list))])
			if ply%12 == 11 {
				compareUnmoves(t, s.String())
			}
		}
	}
}

// TestRandomGamesAgreeWithChess plays random games on both boards: same moves, same setups, same faults, and texts that are read as
// they were written.
func TestRandomGamesAgreeWithChess(t *testing.T) {
	testkit.Medium(t)
	r := rand.New(rand.NewPCG(16, 1))
	for range 6 {
		s := board.Start
		p := chess.InitialPosition()
		for range 100 {
			list := legalMoves(&s)
			moves := p.Moves(nil)
			if len(list) != len(moves) {
				t.Fatalf("%v: %d legal moves, want %d", s, len(list), len(moves))
			}
			if len(list) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			san := p.SAN(m)
			own, err := s.ParseSAN(san)
			testkit.OK(t, err)
			s = s.Play(own)
			p = p.Play(m)
			if q := p.Setup(); s.String() != q.String() || len(s.Faults()) != 0 {
				t.Fatalf("after %s: %v %v, want %v", san, s, s.Faults(), q.String())
			}
			again, err := board.ParseFEN(s.String() + " 3 40")
			if err != nil || again != s {
				t.Fatalf("%v is read as %v, %v", s, again, err)
			}
		}
	}
}

// TestBadFEN checks that each record that is none has an error with its reason.
func TestBadFEN(t *testing.T) {
	for fen, want := range map[string]string{
		"":                          "has 0 fields",
		strings.Repeat("8/", 200):   "at most 200",
		"8/8/8/8/8/8/8 w - -":       "7 rows",
		"8/8/8/8/8/8/8/9 w - -":     "man '9'",
		"8/8/8/8/8/8/8/7 w - -":     "7 squares",
		"8/8/8/8/8/8/8/8P w - -":    "9 squares",
		"8/8/8/8/8/8/8/x7 w - -":    "man 'x'",
		"8/8/8/8/8/8/8/8 W - -":     "want w or b",
		"8/8/8/8/8/8/8/8 w QK -":    "castling rights",
		"8/8/8/8/8/8/8/8 w KK -":    "castling rights",
		"8/8/8/8/8/8/8/8 w - e9":    "en passant",
		"8/8/8/8/8/8/8/8 w - - 1":   "5 fields",
		"8/8/8/8/8/8/8/8 w - - 1 x": "counter",
	} {
		if _, err := board.ParseFEN(fen); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", fen, err, want)
		}
	}
}

// TestBadSAN checks that each text that is no legal move has an error with its reason, and similar moves are read.
func TestBadSAN(t *testing.T) {
	s, _ := board.ParseFEN("r3k2r/8/8/1N6/8/8/6P1/R3K2R w KQkq -")
	for san, want := range map[string]string{
		"":       "no move in",
		"e":      "no move in",
		"Zc4":    "no move in",
		"Kg1":    "not legal", // castling is O-O
		"Kd3":    "not legal",
		"g8Q":    "not legal",
		"g3=Q":   "not legal",
		"gxh3":   "not legal",
		"Rxd1":   "nothing is captured",
		"Rd1+":   "no check",
		"Nb5e6":  "not legal",
		"Nbb5e6": "no move in",
		"O-O-O+": "no check",
		"N5b5":   "not legal",
		"Nxa8":   "not legal",
	} {
		testkit.Fails(s.ParseSAN(san))(t, want, san)
	}
	two, _ := board.ParseFEN("4k3/8/8/8/8/8/8/R3K2R w - -")
	if _, err := two.ParseSAN("Rb1"); err != nil {
		t.Errorf("Rb1, which one of two rooks can make: %v", err)
	}
	two, _ = board.ParseFEN("4k3/8/8/8/8/R7/8/R3K3 w - -")
	testkit.Fails(two.ParseSAN("Ra2"))(t, "more than one", "Ra2, which two rooks can make")
	for _, san := range []string{"Nc7+", "Nbc7", "N5c7", "Nb5c7", "O-O", "O-O-O", "R1xa8+", "Raxa8", "Kd1"} {
		if _, err := s.ParseSAN(san); err != nil {
			t.Errorf("%s: %v", san, err)
		}
	}
}

// TestUnmoveText checks the texts of some unmoves, with captures and rights, and that an invalid setup has none.
func TestUnmoveText(t *testing.T) {
	s, _ := board.ParseFEN("r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq -")
	var texts []string
	for _, u := range s.Unmoves() {
		texts = append(texts, u.String())
	}
	for _, want := range []string{"h1g1=Qkq", "h1g1=KQkq", "g2g1=Qkq", "h1g1xN=KQkq"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%s is not among %v", want, texts)
		}
	}
	invalid, _ := board.ParseFEN("8/8/8/8/8/8/8/K7 w - -")
	if list := invalid.Unmoves(); list != nil {
		t.Errorf("no position, but %v", list)
	}
}
