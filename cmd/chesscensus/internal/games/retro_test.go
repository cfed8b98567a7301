package games

import (
	"encoding/json"
	"strings"
	"testing"

	"chesscensus/chess"
)

// TestRetro has problems whose answers are known.
func TestRetro(t *testing.T) {
	for _, c := range []struct{ args, want, not string }{
		{"8/8/8/8/1k6/P7/1K6/8 b - -", "forced, the last one first: a2-a3;", "refuted:"},
		{"7R/7p/5P1k/4PKpP/8/8/8/8 w - g6", "    g7-g5  7R/6pp/5P1k/4PK1P/8/8/8/8 b - -  legal: a game of ", "illegal"},
		{"4k3/8/8/8/8/8/1P6/B3K3 b - -", "  illegal: a bishop behind pawns that have never moved", "legal: a game of "},
		{"r3k2r/8/8/8/8/8/8/R3K2R", "  Black, queenside: yes", "en passant: "},
		{"4k3/8/8/8/8/8/8/R3K2R", "kingside: yes", "Black, kingside"},                    // without rook at home
		{"7k/8/8/8/8/8/8/K6R", "  White can be to move: no", "Black can be to move: no"}, // Black is in check
		{"8/8/8/8/8/8/4k3/4K3", "no side can be to move", "White can"},
		{"rnbqkbnr/ppp1ppp1/7p/3pP3/8/8/PPPP1PPP/RNBQKBNR", "a pawn can be taken en passant: yes", "W "},
	} {
		args := []string{"retro", c.args}
		if c.args[0] == 'r' && strings.Contains(c.args, "ppp1") {
			args = append(args, "--effort", "game")
		}
		status, out, errs := invoke("", args...)
		if status != 0 || !strings.Contains(out, c.want) || strings.Contains(out, c.not) {
			t.Errorf("%s: status %d\n%.3000s%s\nwant %q and not %q", c.args, status, out, errs, c.want, c.not)
		}
	}
	if status, _, errs := invoke("nothing\n", "retro"); status != 1 || !strings.Contains(errs, "standard input:1: ") {
		t.Errorf("status %d, %s", status, errs)
	}
	if status, _, errs := invoke("", "retro", "--plies", "-1", "8/8/8/8/1k6/P7/1K6/8 b - -"); status != 2 || !strings.Contains(errs, "--plies -1") {
		t.Errorf("status %d, %s", status, errs)
	}
}

// TestRetroJSON: each last move of the record leads from the position before to the position, by the rules of the game.
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

// TestUnmovesBefore prints the positions before, all of them or those that are not refuted.
func TestUnmovesBefore(t *testing.T) {
	const fen = "7R/7p/5P1k/4PKpP/8/8/8/8 w - g6 0 1"
	if _, out, _ := invoke("", "unmoves", "--legal", fen); out != "g7g5 captP: - castle: - ep: -\t7R/6pp/5P1k/4PK1P/8/8/8/8 b - - 0 1\tlegal\n" {
		t.Errorf("%s", out)
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
	if !strings.Contains(out, `"before":"7R/6pp/5P1k/4PK1P/8/8/8/8 b - - 0 1"`) {
		t.Errorf("%s", out)
	}
	if _, out, _ := invoke("", "unmoves", "--json", "--legal", fen); !strings.Contains(out, `"outcome":"legal"`) {
		t.Errorf("%s", out)
	}
}
