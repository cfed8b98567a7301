package recheck

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
)

// TestWords reads the letters of random words, without rows and with them, and counts the crossings.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var w, s word // without rows, and with them
		var letters []int
		var rows []int8
		net := [2]int{}
		for range r.IntN(30) {
			l, row := r.IntN(4), int8(1+r.IntN(6))
			letters, rows = append(letters, l), append(rows, row)
			w, s = w+letter(l, 0), s+letter(l, row)
			net[l&1] += 1 - l&leftward
		}
		if s.withoutRows() != w || len(w) != len(letters) {
			t.Fatalf("%x without rows is %x, want %x", s, s.withoutRows(), w)
		}
		if w.net(0) != net[0] || w.net(1) != net[1] || s.net(0) != net[0] {
			t.Errorf("%v: %d and %d cross, want %v", letters, w.net(0), w.net(1), net)
		}
		for i, want := range letters {
			if int(w[i]) != want || int(s[i]&3) != want || int8(s[i]>>2) != rows[i] {
				t.Fatalf("letter %d of %v: %d and %d on row %d, want %d on row %d", i, letters, w[i], s[i]&3, s[i]>>2, want, rows[i])
			}
		}
	}
}

// TestBestCosts checks that addUndominated drops costs that are worse than another, whichever came first.
func TestBestCosts(t *testing.T) {
	few, lost := cost{captures: [2]int8{1, 0}}, cost{lost: [2]int8{0, 1}}
	promoted := cost{captures: [2]int8{1, 0}, promoted: [2][2]int8{{1, 0}, {0, 0}}}
	worse := cost{captures: [2]int8{2, 0}, unneeded: [2]int8{0, 1}}
	list := addUndominated(addUndominated(addUndominated(nil, few), worse), lost)
	if want := []cost{few, lost}; !slices.Equal(list, want) {
		t.Errorf("after a worse cost %+v, want %+v", list, want)
	}
	list = addUndominated(list, promoted)
	if want := []cost{lost, promoted}; !slices.Equal(list, want) {
		t.Errorf("after a better cost %+v, want %+v", list, want)
	}
}

// TestSquareSets checks sets of squares by color and by row, and the numbers of origins.
func TestSquareSets(t *testing.T) {
	for sq := range int8(64) {
		if board.DarkSet.Has(sq) != (board.Color(sq) == 1) || !board.Colored(sq).Has(sq) || board.Colored(sq).Has(sq^1) {
			t.Errorf("color of %s", board.SquareName(sq))
		}
		if !board.RowSet(board.Row(sq)).Has(sq) || board.Size(board.RowSet(board.Row(sq))) != 8 {
			t.Errorf("row of %s", board.SquareName(sq))
		}
	}
	for role, want := range map[byte]int{'K': 3, 'Q': 9, 'R': 12, 'B': 10, 'N': 10} {
		for _, c := range sides {
			if n := board.Size(board.Origins(role, c)); n != want {
				t.Errorf("%c has %d origins, want %d", role, n, want)
			}
		}
	}
}

// TestCounts checks some counts of a setup with a white bishop on f8 before the pawn g6, and with this pawn on g7, where it cages the bishop.
func TestCounts(t *testing.T) {
	s := testkit.Must(board.ParseFEN("rn1qkB1r/pppppp1p/6p1/8/8/8/PPPPPP2/RNBQKBNR w KQkq -"))(t)
	type numbers struct {
		noBishopLeaves, requiredStep bool // of White on f8
		captures                     [2]int
		whitePromoted, blackTaken    [2]int // bishops on light and on dark squares
	}
	check := func(pawn string, want numbers) {
		t.Helper()
		n := newCounts(&s)
		got := numbers{n.noBishopLeaves[0][5], n.requiredStep[0][5], n.captures, n.promotedBishops[0], n.takenBishops[1]}
		if got != want {
			t.Errorf("pawn on %s: %+v, want %+v", pawn, got, want)
		}
		for _, file := range []int{0, 4, 7} { // of men with rights
			if n.canStep[0][file] {
				t.Errorf("pawn on %s: White can promote by a step on file %d", pawn, file)
			}
		}
	}
	check("g6", numbers{captures: [2]int{2, 1}, whitePromoted: [2]int{0, 1}, blackTaken: [2]int{0, 1}})
	s.Men[board.ParseSquare("g7")], s.Men[board.ParseSquare("g6")] = 'p', 0
	check("g7", numbers{noBishopLeaves: true, requiredStep: true, captures: [2]int{1, 1}, whitePromoted: [2]int{0, 1}})
}

// TestUnmovedMen checks which men of row 1 have never moved.
func TestUnmovedMen(t *testing.T) {
	for fen, want := range map[string]string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": "a1 c1 d1 e1 f1 h1",
		"rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w kq -": "c1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq -":   "c1 d1 e1 f1",
	} {
		s := testkit.Must(board.ParseFEN(fen))(t)
		got := ""
		for sq := range int8(8) {
			if unmovedMen(&s).Has(sq) {
				got += " " + board.SquareName(sq)
			}
		}
		if got != " "+want {
			t.Errorf("%s: unmoved are%s, want %s", fen, got, want)
		}
	}
}

// TestRetraction checks a setup in which a bishop gets out when a pawn goes back a step, and two in which no pawn lets it out.
func TestRetraction(t *testing.T) {
	for fen, want := range map[string]bool{
		"rnbqkb1r/pppppppp/8/8/3P4/7P/PPP1PPPB/RN1QKBNR b KQkq -":  true,
		"rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -": false,
		"rnbqkbnr/pppppppp/8/8/8/6P1/PPPPPPPB/RN1QKBNR b KQkq -":   false,
	} {
		s := testkit.Must(board.ParseFEN(fen))(t)
		q := &question{setup: s, meter: &meter{ctx: context.Background(), limit: 100_000}}
		from := set(1) << board.ParseSquare("h2")
		r := newRetraction(q, 'B', board.Flood('B', from, board.Pawns(&s)), fewPawns)
		if got := r.reaches(board.Squares(from), board.Origins('B', false), board.None); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}

// TestRetractionsKnowTheCaptures checks that a side can take back as many captures as the other lacks men.
func TestRetractionsKnowTheCaptures(t *testing.T) {
	s := testkit.Must(board.ParseFEN("r1bqk1nr/b1pp1ppp/1P2p3/1p6/8/8/1PPPPPPP/RNBQKBNR b KQkq -"))(t)
	r := newRetraction(&question{setup: s}, 'B', 1<<board.ParseSquare("a7"), fewPawns)
	if want := [2]int8{int8(16 - menCount(&s, true)), 0}; r.first.capturesLeft != want || want[0] != 2 {
		t.Errorf("captures %v, want %v", r.first.capturesLeft, want)
	}
}

// TestSpentMeterStaysSpent checks that a meter allows as many states as its limit, and then no more.
func TestSpentMeterStaysSpent(t *testing.T) {
	m := &meter{ctx: context.Background(), limit: 2}
	for i, want := range []bool{true, true, false, false} {
		if m.spend() != want {
			t.Errorf("state %d: want %v", i+1, want)
		}
	}
	if m.err == nil {
		t.Error("a spent meter has no error")
	}
}

// TestBarredSquaresInCounts checks what apply does with a square that is barred for some roles, and which men of S are candidates for a
// promotion there.
func TestBarredSquaresInCounts(t *testing.T) {
	s := testkit.Must(board.ParseFEN("1n1qkb1r/pppppp1p/8/8/3Q4/2N1B1B1/1PPPPP2/RNBQKBNR w KQk -"))(t)
	const knights, bishops, queens = 'N', 'B', 'Q'
	for _, test := range []struct {
		barred                         []byte
		uselessStep, uselessForBishops bool // a promotion by a step on g8 makes no man that S needs; no bishop that S needs
	}{
		{nil, false, false},
		{[]byte{knights}, false, false},
		{[]byte{bishops}, false, true},
		{[]byte{queens}, false, false},
		{[]byte{bishops, knights}, false, true},
		{[]byte{bishops, queens}, false, true},
		{[]byte{knights, bishops, queens}, true, true},
	} {
		b := &barredSquares{question: &question{setup: s}, counts: newCounts(&s), barred: map[byte]set{}}
		for _, role := range test.barred {
			b.barred[role] |= 1 << board.ParseSquare("g8")
		}
		b.apply()
		if b.counts.uselessStep[0][6] != test.uselessStep || b.counts.uselessForBishops[0][6] != test.uselessForBishops {
			t.Errorf("barred %q: uselessStep %v, no bishop %v; want %v, %v",
				test.barred, b.counts.uselessStep[0][6], b.counts.uselessForBishops[0][6], test.uselessStep, test.uselessForBishops)
		}
		if b.counts.uselessStep[1][6] || b.counts.uselessForBishops[1][6] {
			t.Errorf("barred %q: for the other side, too", test.barred)
		}
	}
	b := &barredSquares{question: &question{setup: s}, counts: newCounts(&s)}
	at := func(squares string) (list set) {
		for i := 0; i < len(squares); i += 3 {
			list |= 1 << board.ParseSquare(squares[i:i+2])
		}
		return list
	}
	for role, want := range map[byte]set{'N': at("b1 g1 c3"), 'B': at("f1"), 'Q': at("d1 d4 a1 h1")} {
		if got := b.candidates(0, role, board.ParseSquare("g8")); got != want {
			t.Errorf("%c of g8: %x, want %x", role, got, want)
		}
	}
}

// TestWildGamesAreNeverRefuted checks that no theorem refutes a position of random games with many captures and pawn moves.
func TestWildGamesAreNeverRefuted(t *testing.T) {
	games, states := max(2, testkit.LongSize(2, 12)), int64(60_000)
	if testkit.Brief() {
		states = 5_000
	}
	asked, limit := 0, 0
	playGames(t, 4, games, 30, func(g *playedGame) {
		for name := range theorems {
			err := confirm(&Certificate{FEN: g.setup.String(), Reasons: []string{name}}, &meter{ctx: t.Context(), limit: states})
			if asked++; errors.Is(err, ErrLimit) {
				limit++
			}
			if err == nil {
				t.Errorf("%v of a game is refuted by %s", g.setup, name)
			}
		}
	})
	if limit > asked/5 || asked < 400 {
		t.Errorf("%d of %d questions were too large to be a test", limit, asked)
	}
}
