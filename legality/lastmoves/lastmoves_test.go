package lastmoves

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// newGameEngine returns an engine of effort game.
func newGameEngine(t *testing.T) *legality.Engine {
	t.Helper()
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Game}))(t)
	return e
}

// TestKnownAnswers checks that in problems with a known last move only this move is possible.
func TestKnownAnswers(t *testing.T) {
	for fen, want := range map[string]string{
		"8/8/8/8/1k6/P7/1K6/8 b - - 0 1":      "a2a3", // a check by the pawn, which has made one step
		"7R/7p/5P1k/4PKpP/8/8/8/8 w - g6 0 1": "g7g5", // by the en passant square
	} {
		p := testkit.Position(t, fen)
		list := testkit.Must(List(t.Context(), newGameEngine(t), p.Setup()))(t)
		possible := Possible(list)
		if len(possible) == 0 || len(possible) == len(list) && len(list) > 2 {
			t.Errorf("%s: %d of %d possible", fen, len(possible), len(list))
		}
		for _, m := range possible {
			if got := m.From().String() + m.To().String(); got != want {
				t.Errorf("%s: %s is possible, after %v", fen, got, m.Before)
			}
		}
	}
}

// TestListOfPlayedGames checks that the last move of a game is always among the possible ones, with the position before it.
// Every position before that the engine proves legal leads to the present one by its move. With -short it tests only a capture
// en passant and castling.
func TestListOfPlayedGames(t *testing.T) {
	p := chess.InitialPosition()
	e := newGameEngine(t)
	for i, san := range []string{"e4", "d5", "e5", "f5", "exf6", "Nxf6", "Nf3", "g6", "Be2", "Bg7", "O-O", "O-O"} {
		m, err := p.ParseSAN(san)
		testkit.OK(t, err)
		before := p.Setup()
		p = p.Play(m)
		if testing.Short() && i != 4 && i != 11 {
			continue
		}
		list := testkit.Must(List(t.Context(), e, p.Setup()))(t)
		listed := false
		for _, l := range list {
			if l.Before == before && l.possible() && l.From() == m.From() && l.To() == m.To() {
				listed = true
			}
			if l.Verdict.Outcome != verdict.Legal {
				continue
			}
			q, err := l.Before.Position()
			if err != nil {
				t.Fatalf("%v is legal and not valid: %v", l.Before, err)
			}
			leadsHere := false
			for _, move := range q.Moves(nil) {
				next := q.Play(move)
				leadsHere = leadsHere || next == p && move.From() == l.From() && move.To() == l.To()
			}
			if !leadsHere {
				t.Errorf("%v: %v from %v does not lead to it", p, l.Unmove, l.Before)
			}
		}
		if !listed {
			t.Errorf("ply %d, %s: not among the possible last moves of %v", i+1, san, p)
		}
	}
}

// TestForced tests a chain of forced moves, and a position without one.
func TestForced(t *testing.T) {
	p := testkit.Position(t, "8/8/8/8/1k6/P7/1K6/8 b - - 0 1")
	chain, err := Forced(t.Context(), newGameEngine(t), p.Setup(), 5)
	if err != nil || len(chain) == 0 || chain[0].From().String()+chain[0].To().String() != "a2a3" {
		t.Errorf("%d moves, %v: want a2a3 first", len(chain), err)
	}
	free := testkit.Position(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	if chain, err := Forced(t.Context(), newGameEngine(t), free.Setup(), 5); err != nil || len(chain) != 0 {
		t.Errorf("%v, %v: want none", chain, err)
	}
}

// TestSingleMove checks that moves are one only with the same squares and promotion: the rook on a8 may have been promoted there, or not.
func TestSingleMove(t *testing.T) {
	p := testkit.Position(t, "R3k3/8/8/8/8/8/8/4K3 b - - 0 1")
	var moved, promoted, other Move
	for _, u := range retro.Unmoves(nil, p.Setup(), retro.Options{}) {
		switch from := u.From().String(); {
		case from == "a7" && u.Promotion() == chess.NoRole:
			moved.Unmove = u
		case from == "a7":
			promoted.Unmove = u
		case u.To().String() == "a8":
			other.Unmove = u
		}
	}
	for _, c := range []struct {
		list []Move
		want bool
	}{{nil, false}, {[]Move{moved}, true}, {[]Move{moved, moved}, true}, {[]Move{moved, promoted}, false}, {[]Move{moved, other}, false}} {
		if got := isSingleMove(c.list); got != c.want {
			t.Errorf("%v: %v, want %v", c.list, got, c.want)
		}
	}
}

// TestCases compares the number of setups of two diagrams with a count by hand.
func TestCases(t *testing.T) {
	p := testkit.Position(t, "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1")
	s := p.Setup()
	cases, err := Cases(t.Context(), newGameEngine(t), s.Board)
	if err != nil || len(cases) != 8 { // two sides, four sets of White's rights
		t.Errorf("%d cases, %v, want 8", len(cases), err)
	}
	if testing.Short() {
		return
	}
	// After 1. e4 h6 2. e5 d5 White may take en passant; Black to move has no such square.
	after := testkit.Position(t, "rnbqkbnr/ppp1ppp1/7p/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3")
	s = after.Setup()
	cases = testkit.Must(Cases(t.Context(), newGameEngine(t), s.Board))(t)
	hasOwnCase := false
	for _, c := range cases {
		if c.Setup.EP != chess.NoSquare && c.Setup.EP.String() != "d6" {
			t.Errorf("a square %v", c.Setup.EP)
		}
		hasOwnCase = hasOwnCase || c.Setup == s && c.Verdict.Outcome == verdict.Legal
	}
	if !hasOwnCase || len(cases) != 48 { // 16 rights: Black to move, White to move without and with the square
		t.Errorf("%d cases, the game's own among them: %v", len(cases), hasOwnCase)
	}
}

// TestTreeOfPlayedGames checks that the last three moves of a game are a path in the tree, every position in the tree leads to
// that of its parent, and a tree that is too large is an error.
func TestTreeOfPlayedGames(t *testing.T) {
	e := newGameEngine(t)
	p := chess.InitialPosition()
	var line []chess.Move
	for _, san := range []string{"Nf3", "Nf6", "Ng1"} {
		m := testkit.Must(p.ParseSAN(san))(t)
		line, p = append(line, m), p.Play(m)
	}
	branches := testkit.Must(Tree(t.Context(), e, p.Setup(), 3, 5000))(t)
	for i := len(line) - 1; i >= 0; i-- {
		var next []Branch
		inTree := false
		for _, b := range branches {
			if b.From() == line[i].From() && b.To() == line[i].To() && b.Captured() == chess.NoRole {
				next, inTree = append(next, b.Earlier...), true
			}
		}
		if !inTree {
			t.Fatalf("move %d, %v, is not in the tree", i+1, line[i])
		}
		branches = next
	}
	var checkBranches func(after chess.Setup, list []Branch)
	checkBranches = func(after chess.Setup, list []Branch) {
		for _, b := range list {
			before := testkit.Must(b.Before.Position())(t)
			reached := false
			for _, m := range before.Moves(nil) {
				q := before.Play(m)
				reached = reached || q.Setup() == after
			}
			if !reached {
				t.Errorf("%v before %v does not lead to it", b.Before, after)
			}
			checkBranches(b.Before, b.Earlier)
		}
	}
	branches, _ = Tree(t.Context(), e, p.Setup(), 2, 5000)
	checkBranches(p.Setup(), branches)
	testkit.Fails(Tree(t.Context(), e, p.Setup(), 3, 50))(t, ErrTree, "a tree of more than 50 positions")
}

// TestSize checks that Size counts the unmoves of two levels exactly, and suffices as the limit of a tree.
func TestSize(t *testing.T) {
	for _, fen := range []string{"8/8/8/8/1k6/P7/1K6/8 b - -", "k1K5/8/8/8/8/8/7P/6B1 w - -", "4k3/8/8/8/8/8/1P6/B3K3 b - -"} {
		s := testkit.Setup(t, fen)
		list := retro.Unmoves(nil, s, retro.Options{AllEP: true})
		twoLevels := len(list)
		for _, u := range list {
			twoLevels += len(retro.Unmoves(nil, retro.Undo(s, u), retro.Options{AllEP: true}))
		}
		if Size(s, 0) != 0 || Size(s, 1) != len(list) || Size(s, 2) != twoLevels ||
			Size(s, 3) < twoLevels || Size(s, 8) < Size(s, 3) || Size(s, 8) > maxSize {
			t.Errorf("%s: %d, %d, %d, %d; want %d, %d", fen, Size(s, 1), Size(s, 2), Size(s, 3), Size(s, 8), len(list), twoLevels)
		}
		if _, err := Tree(t.Context(), newGameEngine(t), s, 1, Size(s, 1)); err != nil {
			t.Errorf("%s: %v", fen, err)
		}
	}
}
