package games

import (
	"encoding/json"
	"sort"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

// TestRetro solves problems whose answers are known.
func TestRetro(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, c := range []struct{ fen, want, not string }{
		{"8/8/8/8/1k6/P7/1K6/8 b - -", "forced, the last one first: a2-a3;", "refuted:"},
		{"k1K5/8/8/8/8/8/7P/6B1 w - -", "forced, the last one first: Ka7xa8, takes a knight; Nb6-a8, what it took, if anything, is open;", "refuted:"},
		{"7R/7p/5P1k/4PKpP/8/8/8/8 w - g6", "    g7-g5  7R/6pp/5P1k/4PK1P/8/8/8/8 b - -  legal: a game of ", "illegal"},
		{"4k3/8/8/8/8/8/1P6/B3K3 b - -", "  illegal: a bishop behind pawns that have never moved", "legal: a game of "},
		{"r3k2r/8/8/8/8/8/8/R3K2R", "  Black, queenside: yes", "en passant: "},
		{"4k3/8/8/8/8/8/8/R3K2R", "kingside: yes", "Black, kingside"},                    // without rook at home
		{"7k/8/8/8/8/8/8/K6R", "  White can be to move: no", "Black can be to move: no"}, // Black is in check
		{"8/8/8/8/8/8/4k3/4K3", "no side can be to move", "White can"},
		{"rnbqkbnr/ppp1ppp1/7p/3pP3/8/8/PPPP1PPP/RNBQKBNR", "a pawn can be taken en passant: yes", "W "},
	} {
		status, out, errs := invoke("", "retro", c.fen)
		if status != 0 || !strings.Contains(out, c.want) || strings.Contains(out, c.not) {
			t.Errorf("%s: status %d\n%.3000s%s\nwant %q and not %q", c.fen, status, out, errs, c.want, c.not)
		}
	}
	if status, _, errs := invoke("nothing\n", "retro"); status != 1 || !strings.Contains(errs, "standard input:1: ") {
		t.Errorf("no position: status %d, errors %q, want 1 and the line", status, errs)
	}
}

// TestRetroJSON: each last move of the record leads from the position before it to the position, by the rules of the game.
func TestRetroJSON(t *testing.T) {
	const fen = "7k/8/8/8/8/8/5q2/K6R b - - 0 1"
	_, out, errs := invoke("", "retro", "--json", fen)
	var r retroRecord
	if err := json.Unmarshal([]byte(out), &r); err != nil || len(r.LastMoves) < 10 {
		t.Fatalf("%v: %.300s%s", err, out, errs)
	}
	for _, m := range r.LastMoves {
		p, err := chess.ParsePosition(m.FEN)
		if err != nil {
			if m.Outcome == "legal" {
				t.Errorf("%s is legal: %v", m.FEN, err)
			}
			continue
		}
		reached := false
		for _, move := range p.Moves(nil) {
			q := p.Play(move)
			s := q.Setup()
			reached = reached || s.String() == r.FEN && move.From().String() == m.From && move.To().String() == m.To
		}
		if !reached {
			t.Errorf("%s from %s does not lead to %s", m.Move, m.FEN, r.FEN)
		}
		if m.Outcome == "legal" {
			start := chess.InitialPosition()
			moves, err := start.ParseSANs(m.Game)
			end := start.PlayAll(moves)
			s := end.Setup()
			if err != nil || s.String() != m.FEN {
				t.Errorf("the game to %s leads to %v, %v", m.FEN, s, err)
			}
		}
	}
}

// TestUnmovesBefore: --fen prints the positions before all unmoves, and --legal those that are not refuted.
func TestUnmovesBefore(t *testing.T) {
	const fen = "7R/7p/5P1k/4PKpP/8/8/8/8 w - g6 0 1"
	if _, out, _ := invoke("", "unmoves", "--legal", fen); out != "g7g5 captP: - castle: - ep: -\t7R/6pp/5P1k/4PK1P/8/8/8/8 b - - 0 1\tlegal\n" {
		t.Errorf("--legal: %s, want g7g5 alone", out)
	}
	_, plain, _ := invoke("", "unmoves", "7k/8/8/8/8/8/5q2/K6R b - - 0 1")
	_, with, _ := invoke("", "unmoves", "--fen", "7k/8/8/8/8/8/5q2/K6R b - - 0 1")
	a, b := strings.Split(plain, "\n"), strings.Split(with, "\n")
	if len(a) != len(b) || len(a) < 10 {
		t.Fatalf("%d and %d lines", len(a), len(b))
	}
	for i := range a {
		if move, before, _ := strings.Cut(b[i], "\t"); move != a[i] || a[i] != "" && strings.Count(before, "/") != 7 {
			t.Errorf("%q, with the position before %q", a[i], b[i])
		}
	}
	_, out, _ := invoke("", "unmoves", "--json", fen)
	testkit.Contains(t, out, `"before":"7R/6pp/5P1k/4PK1P/8/8/8/8 b - - 0 1"`)
	if _, out, _ := invoke("", "unmoves", "--json", "--legal", fen); !strings.Contains(out, `"outcome":"legal"`) {
		t.Errorf("--json --legal: no outcome in %s", out)
	}
}

// TestRetroGames solves problems whose only game was published: by Mortimer and Frolkin (1991), by Orban (1976), where shorter
// games exist, and by Ott (1981).
func TestRetroGames(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, c := range []struct{ args, want string }{
		{"rnbqkb1r/ppp2ppp/8/8/8/8/PPPPPPPP/RNBQKB1R --games", "C+: 1 game of 8 plies, and none shorter\n    1. Nf3 e5 2. Nxe5 Ne7 3. Nxd7 Nec6 4. Nxb8 Nxb8\n"},
		{"rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR --in 8", "  1 game of 8 plies\n    1. e4 e6 2. Bb5 Ke7 3. Bxd7 c6 4. Be8 Kxe8\n"},
		{"rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR --games --list 1", "  4 games of 6 plies, and none shorter; 1 listed\n"},
		{"rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR --games -m 10", "unknown: no game has fewer than 5 plies; those of 5 plies need more positions than -m allows"},
		{"4k3/8/8/8/8/8/1P6/B3K3 --games", "no game leads to it"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_b_KQkq_- --games -m 10", "no game leads to it"}, // refuted, so none is looked for
		{"rnbqkbnr/pppppqpp/8/8/4PP2/3B4/1PP1Q1PP/RNB1K2R_w_kq_- --games",
			"C+: 1 game of 18 plies, and none shorter\n    1. e4 f5 2. Bd3 f4 3. Ne2 f3 4. O-O fxe2 5. f4 e1=Q 6. Qe2 Qxd2 7. Kf2 Qa5 8. Rh1 Qxa2 9. Ke1 Qf7\n"},
	} {
		if strings.Contains(c.args, "1PP1Q1PP") && testkit.Brief() {
			continue // takes 4 s; the full form of this test has it
		}
		status, out, errs := invoke("", append([]string{"retro"}, strings.Fields(c.args)...)...)
		want := cli.StatusOK
		if strings.Contains(c.want, "unknown") {
			want = cli.StatusUndecided
		}
		if status != want || !strings.Contains(out, c.want) {
			t.Errorf("%s: status %d\n%s%s\nwant %q", c.args, status, out, errs, c.want)
		}
	}
	_, out, _ := invoke("", "retro", "--json", "--games", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq -")
	var r countRecord
	if err := json.Unmarshal([]byte(out), &r); err != nil || !r.Sound || r.Games != 1 || r.Plies != 1 || r.List[0][0] != "Na3" {
		t.Errorf("%v: %s, want one game of one ply, Na3", err, out)
	}
	if status, _, errs := invoke("", "retro", "--list", "3", "8/8/8/8/8/8/4k3/K7 w - -"); status != cli.StatusUsage || errs == "" {
		t.Errorf("--list without --games: status %d, errors %s", status, errs)
	}
}

// TestForecastOfTrees: a forecast is printed only for trees that take long.
func TestForecastOfTrees(t *testing.T) {
	for size, want := range map[int]string{100: "", 300: "300 positions, of which 300 are judged at most, in 3 s or so",
		1e6: "1 000 000 positions, of which 5000 are judged at most, in 50 s or so"} {
		var text strings.Builder
		r := retroRun{tree: 3}
		if r.forecastTree(&text, size, 10*time.Millisecond); (text.Len() > 0) != (want != "") || !strings.Contains(text.String(), want) {
			t.Errorf("%d: %q, want %q", size, text.String(), want)
		}
	}
}

// TestUnmovesAsTexelutil compares the lines with those of texelutil's revmoves.
func TestUnmovesAsTexelutil(t *testing.T) {
	rows := devdata.Rows(t, devdata.Unmoves, 4)
	for _, fields := range rows {
		fen, want := fields[1], fields[3]
		out := program.Run(t, "", "unmoves", fen)
		var got []string
		for line := range strings.Lines(out) {
			if w := strings.Fields(line); w[0] != "Corrected" {
				got = append(got, strings.Join([]string{w[0], w[2], w[4], w[6]}, ","))
			}
		}
		sort.Strings(got)
		if strings.Join(got, ";") != want {
			t.Errorf("%s: the unmoves differ: %d lines", fen, len(got))
		}
	}
	if len(rows) < 10 {
		t.Errorf("only %d rows compared", len(rows))
	}
}

// TestNoUnmoves: a position without unmoves has no line, and the lines of those before and behind it stay apart.
func TestNoUnmoves(t *testing.T) {
	const some, none = "4k3/8/8/8/8/8/8/K7 b - - 0 1\n", "4k3/8/8/8/8/8/PP6/Kn6 b - - 0 1\n"
	for _, flag := range []string{"--fen=false", "--fen", "--legal", "--json"} {
		_, want, _ := invoke(some, "unmoves", flag)
		if status, out, errs := invoke(some+some+none+some, "unmoves", flag); status != 0 || want == "" || out != want+want+want {
			t.Errorf("%s: status %d, %s\n%s\nwant thrice\n%s", flag, status, errs, out, want)
		}
	}
}

func TestUnmovesBadInput(t *testing.T) {
	for fen, want := range map[string]string{"nonsense": "want a position", "8/8/8/8/8/8/8/8 w - - 0 1": "no king",
		"8/8/8/8/8/8/8/Kk6 w - - 0 1": "side not to move is in check"} {
		if status, out, errs := invoke(fen+"\n", "unmoves"); status != 1 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", fen, status, out, errs, want)
		}
	}
}
