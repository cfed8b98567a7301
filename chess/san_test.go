package chess_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	second "github.com/corentings/chess/v2"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestSANOfKnownMoves writes moves in both styles, and reads them back.
func TestSANOfKnownMoves(t *testing.T) {
	for _, c := range testkit.Table[struct{ FEN, UCI, SAN, Compact, Why string }](t, "san.tsv") {
		p := testkit.Position(t, c.FEN)
		m := testkit.Must(p.ParseUCI(c.UCI))(t)
		testkit.Equal(t, p.SAN(m), c.SAN, c.FEN, c.UCI)
		if got := string(p.AppendSAN([]byte("1. "), m, chess.CompactSAN)); got != "1. "+c.Compact {
			t.Errorf("%s: %s is compactly %s, want 1. %s", c.FEN, c.UCI, got, c.Compact)
		}
		for _, text := range []string{c.SAN, c.Compact} {
			if got, err := p.ParseSAN(text); err != nil || got != m {
				t.Errorf("%s: %s read as %v, %v, want %v", c.FEN, text, got, err, m)
			}
		}
	}
	p := chess.InitialPosition()
	testkit.Equal(t, p.SAN(0), "--", "no move")
}

// TestSANAgreesWithSecondProgram compares the texts of all legal moves in positions of random games.
func TestSANAgreesWithSecondProgram(t *testing.T) {
	for p := range playouts(21, 60, 17) {
		other := secondPosition(t, fen(p))
		want := map[string]string{}
		for _, m := range other.ValidMoves() {
			want[m.String()] = second.AlgebraicNotation{}.Encode(other, &m)
		}
		for _, m := range p.Moves(nil) {
			if got := p.SAN(m); got != want[m.String()] {
				t.Fatalf("%s: %v is %s, corentings writes %s", fen(p), m, got, want[m.String()])
			}
		}
	}
}

// TestSANRoundTrip reads every legal move back from both styles, from coordinates, and without the sign of check. No two moves of a
// position may have the same text.
func TestSANRoundTrip(t *testing.T) {
	check := func(p chess.Position) {
		seen := map[string]bool{}
		for _, m := range p.Moves(nil) {
			san := p.SAN(m)
			if seen[san] {
				t.Fatalf("%s: two moves are %s", fen(p), san)
			}
			seen[san] = true
			compact := string(p.AppendSAN(nil, m, chess.CompactSAN))
			for _, text := range []string{san, compact, m.String(), strings.TrimRight(san, "+#")} {
				if got, err := p.ParseSAN(text); err != nil || got != m {
					t.Fatalf("%s: %s read as %v, %v, want %v", fen(p), text, got, err, m)
				}
			}
			if got, err := p.ParseUCI(m.String()); err != nil || got != m {
				t.Fatalf("%s: %v is read back as %v, error %v", fen(p), m, got, err)
			}
		}
	}
	for p := range playouts(22, 60, 17) {
		check(p)
	}
	for p := range randomSetups(23, 500) {
		check(p)
	}
}

// TestParseSANLeniencies reads moves in spellings that are not standard notation.
func TestParseSANLeniencies(t *testing.T) {
	const promo = "3r4/2P5/8/8/8/8/8/k3K3 w - - 0 1"
	const ep = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	for _, c := range []struct{ fen, text, want string }{
		{initial, "e4", "e2e4"}, {initial, " e4\r\n", "e2e4"}, {initial, "e4+", "e2e4"}, {initial, "e4!?", "e2e4"},
		{initial, "e4#", "e2e4"}, {initial, "Pe4", "e2e4"}, {initial, "e2e4", "e2e4"}, {initial, "e2-e4", "e2e4"},
		{initial, "Pe2-e4", "e2e4"}, {initial, "ee4", "e2e4"}, {initial, "2e4", "e2e4"},
		{initial, "Ng1f3", "g1f3"}, {initial, "Ng1-f3", "g1f3"}, {initial, "Ngf3", "g1f3"}, {initial, "N1f3", "g1f3"},
		{initial, "g1f3", "g1f3"}, {initial, "g1-f3!", "g1f3"},
		{kiwipete, "Ba6", "e2a6"}, {kiwipete, "B:a6", "e2a6"}, {kiwipete, "Bxa6??", "e2a6"}, {kiwipete, "Be2xa6", "e2a6"},
		{kiwipete, "e2xa6", "e2a6"}, {kiwipete, "e2a6", "e2a6"}, {kiwipete, "de6", "d5e6"}, {kiwipete, "d5xe6", "d5e6"},
		{kiwipete, "0-0", "e1g1"}, {kiwipete, "0-0-0", "e1c1"}, {kiwipete, "o-o", "e1g1"}, {kiwipete, "O-O-O+", "e1c1"},
		{kiwipete, "e1g1", "e1g1"}, {kiwipete, "Ke1g1", "e1g1"}, {kiwipete, "Ke1-c1", "e1c1"}, {kiwipete, "o-o-o!", "e1c1"},
		{kiwipete, "Kf1", "e1f1"}, {kiwipete, "e1f1", "e1f1"},
		{ep, "exd6", "e5d6"}, {ep, "exd6 e.p.", "e5d6"}, {ep, "exd6e.p.", "e5d6"}, {ep, "ed6ep", "e5d6"}, {ep, "exd6+ e.p.!", "e5d6"},
		{promo, "c8=Q", "c7c8q"}, {promo, "c8Q", "c7c8q"}, {promo, "c8(R)", "c7c8r"}, {promo, "c8/N", "c7c8n"},
		{promo, "cxd8=b", "c7d8b"}, {promo, "cd8b", "c7d8b"}, {promo, "c7d8q", "c7d8q"}, {promo, "c7xd8=Q+", "c7d8q"},
		{promo, "c7c8q", "c7c8q"}, {promo, "c8=n", "c7c8n"},
		{initial, "♘f3", "g1f3"}, {initial, "♞f3", "g1f3"}, {initial, "♙e4", "e2e4"}, {initial, "♘\ufe0eg1-f3", "g1f3"}, {initial, "♘f3±", "g1f3"},
		{kiwipete, "♗×a6", "e2a6"}, {kiwipete, "Ba6 mate", "e2a6"}, {kiwipete, "Bxa6mate", "e2a6"}, {kiwipete, "Bxa6 ch.", "e2a6"}, {kiwipete, "Bxa6††", "e2a6"},
		{kiwipete, "Ba6++", "e2a6"}, {kiwipete, "e1h1", "e1g1"}, {kiwipete, "e1a1", "e1c1"}, {kiwipete, "Ke1-h1", "e1g1"},
		{ep, "exd6/ep", "e5d6"}, {ep, "exd6 / e.p.", "e5d6"}, {promo, "c8=♕", "c7c8q"}, {promo, "cxd8♞+", "c7d8n"},
		{"4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8h8", "e8g8"}, {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Ke2", "e1e2"},
		// b is a file, B a bishop.
		{"4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3", "b2c3"}, {"4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "Bxc3", "d2c3"},
	} {
		p := testkit.Position(t, c.fen)
		if m, err := p.ParseSAN(c.text); err != nil || m.String() != c.want {
			t.Errorf("%s: %q read as %v, error %v, want %s", c.fen, c.text, m, err, c.want)
		}
	}
}

// A sanCase is a text that is refused as a move of a position, with the beginning of the message and the candidates.
type sanCase struct{ FEN, Text, Msg, Candidates string }

// TestParseSANErrors checks the message and the candidates of refused texts. The one text without a message is accepted.
func TestParseSANErrors(t *testing.T) {
	for _, c := range append(testkit.Table[sanCase](t, "sanerrors.tsv"), sanCase{initial, strings.Repeat("N", 1<<20), "is not a move", ""}) {
		p := testkit.Position(t, c.FEN)
		m, err := p.ParseSAN(c.Text)
		if c.Msg == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		var moveErr *chess.MoveError
		if !errors.As(err, &moveErr) {
			t.Errorf("%s: %.80q read as %v, %v, want a MoveError", c.FEN, c.Text, m, err)
			continue
		}
		var names []string
		for _, m := range moveErr.Candidates {
			names = append(names, p.SAN(m))
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); !strings.HasPrefix(moveErr.Msg, c.Msg) || got != c.Candidates || m != 0 {
			t.Errorf("%s: %.80q %s (%s), want %s (%s)", c.FEN, c.Text, moveErr.Msg, got, c.Msg, c.Candidates)
		}
		if text := err.Error(); len(text) > 500 || !strings.Contains(text, moveErr.Msg) || !strings.HasSuffix(text, p.String()) {
			t.Errorf("%.80q: message %q, want one of 500 bytes at most that ends with the position", c.Text, text)
		}
	}
}

// TestParseUCIErrors checks a part of the message of refused texts.
func TestParseUCIErrors(t *testing.T) {
	p := testkit.Position(t, "3r4/2P5/8/8/8/8/8/k3K3 w - - 0 1")
	for _, c := range []struct{ text, msg string }{
		{"", "is not two squares"}, {"e2", "is not two squares"}, {"e2e", "is not two squares"},
		{"e9e4", "is not two squares"}, {"e1e9", "is not two squares"}, {"e1-e2", "has a promotion"},
		{"e1e2qq", "is not two squares"}, {"c7c8k", "has a promotion"}, {"c7c8p", "has a promotion"},
		{"c7c8", "is not legal (candidates: "}, {"e1e3", "is not legal (candidates: "}, {"a1a2", "is not legal in"},
		{"0000", "is not two squares"}, {"e1e2q", "is not legal"},
	} {
		m, err := p.ParseUCI(c.text)
		var moveErr *chess.MoveError
		if !errors.As(err, &moveErr) || !strings.Contains(err.Error(), c.msg) || m != 0 {
			t.Errorf("%q: %v, %v, want %s", c.text, m, err, c.msg)
		}
	}
	if m, err := p.ParseUCI("c7c8Q"); err != nil || m.Promotion() != chess.Queen {
		t.Errorf("c7c8Q: %v, error %v, want a promotion to a queen", m, err)
	}
}

// FuzzParseSAN checks that a move which is read is legal, and is read back from its own text.
func FuzzParseSAN(f *testing.F) {
	for _, s := range []string{"e4", "Nbd2", "exd6 e.p.", "c8=Q+", "0-0-0", "c8(R)", "e7-e8/N", "Qa3xb2#", "♘f3", "--", "\x00", "Ke1g1"} {
		f.Add(initial, s)
		f.Add(kiwipete, s)
		f.Add("4k3/2P5/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", s)
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := chess.ParsePosition(fen)
		if err != nil {
			return
		}
		if u, err := p.ParseUCI(text); err == nil && !p.IsLegal(u) {
			t.Fatalf("%s: %q is read as the illegal %v", fen, text, u)
		}
		m, err := p.ParseSAN(text)
		if err != nil {
			if len(err.Error()) > 2000 {
				t.Fatalf("%s: %q: long message %s", fen, text, err)
			}
			return
		}
		if !p.IsLegal(m) {
			t.Fatalf("%s: %q is read as the illegal %v", fen, text, m)
		}
		if again, err := p.ParseSAN(p.SAN(m)); err != nil || again != m {
			t.Fatalf("%s: %q is %v, written %s, read as %v, %v", fen, text, m, p.SAN(m), again, err)
		}
	})
}

// TestParseSANAgainstAllMoves makes texts of the legal moves in random positions, without castling. A text that fits one move must be read
// as that move, and a text that fits several must be ambiguous. Random texts of the same form that fit no move must be refused.
func TestParseSANAgainstAllMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	letters := []string{"", "N", "B", "R", "Q", "K"}
	texts, refused, games := 0, 0, testkit.Size(20, 150) // counts of texts that fit moves, and that fit none
	check := func(p chess.Position) {
		moves := p.Moves(nil)
		fit := map[string][]chess.Move{}
		for _, m := range moves {
			if m.Castles() {
				continue
			}
			letter, from := letters[m.Role()-chess.Pawn], m.From().String()
			signs := []string{""}
			if m.Captured() != chess.NoRole {
				signs = append(signs, "x")
			}
			end := m.To().String()
			if r := m.Promotion(); r != chess.NoRole {
				end += "=" + string(r.Letter())
			}
			for _, origin := range []string{"", from[:1], from[1:], from} {
				for _, sign := range signs {
					text := letter + origin + sign + end
					fit[text] = append(fit[text], m)
				}
			}
		}
		for text, want := range fit {
			texts++
			m, err := p.ParseSAN(text)
			var moveErr *chess.MoveError
			isAmbiguous := errors.As(err, &moveErr) && moveErr.Kind == chess.Ambiguous
			if len(want) == 1 && (err != nil || m != want[0]) || len(want) > 1 && !isAmbiguous {
				t.Fatalf("%s: %q is %v, %v; want %v", p, text, m, err, want)
			}
		}
		for range 30 {
			text := letters[rng.IntN(6)] + []string{"", "x"}[rng.IntN(2)] + chess.Square(rng.IntN(64)).String()
			if len(fit[text]) > 0 {
				continue
			}
			refused++
			if m, err := p.ParseSAN(text); err == nil {
				t.Fatalf("%s: %q is read as %v", p, text, m)
			}
		}
	}
	for seed := range uint64(games) {
		p := chess.InitialPosition()
		for m := range chesstest.Moves(source(seed), chesstest.Options{Plies: 120}) {
			p = p.Play(m)
			check(p)
		}
	}
	for p := range randomSetups(29, 2*games) {
		check(p)
	}
	if texts < 3000*games || refused < 600*games {
		t.Errorf("%d texts fit moves and %d fit none, want %d and %d at least", texts, refused, 3000*games, 600*games)
	}
}
