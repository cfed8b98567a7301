package recheck

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
)

// TestWords checks the letters of random words, without rows and with them, and the net numbers of crossings.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var plain, withRows word
		var letters []int // side, plus leftward if the pawn crosses to the left
		var rows []int8
		var net [2]int // by side: crossings to the right less those to the left
		for range r.IntN(30) {
			side, row := r.IntN(2), int8(1+r.IntN(6))
			l := side
			if r.IntN(2) == 0 {
				net[side]++
			} else {
				l += leftward
				net[side]--
			}
			letters, rows = append(letters, l), append(rows, row)
			plain, withRows = plain+letter(l, 0), withRows+letter(l, row)
		}
		if withRows.withoutRows() != plain || len(plain) != len(letters) {
			t.Fatalf("%x without rows is %x, want %x, of %d letters", withRows, withRows.withoutRows(), plain, len(letters))
		}
		for side, want := range net {
			if plain.net(side) != want || withRows.net(side) != want {
				t.Errorf("%v: net crossings of side %d are %d, and %d with rows, want %d", letters, side, plain.net(side), withRows.net(side), want)
			}
		}
		for i, want := range letters {
			if int(plain[i]) != want || int(withRows[i]&3) != want || int8(withRows[i]>>2) != rows[i] {
				t.Fatalf("letter %d of %v: %d, and %d on row %d, want %d on row %d",
					i, letters, plain[i], withRows[i]&3, withRows[i]>>2, want, rows[i])
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
			t.Errorf("%s has color %d (1 for dark): the sets of dark squares, or of its color, disagree", board.SquareName(sq), board.Color(sq))
		}
		if !board.RowSet(board.Row(sq)).Has(sq) || board.Size(board.RowSet(board.Row(sq))) != 8 {
			t.Errorf("the set of row %d lacks %s, or has not 8 squares", board.Row(sq)+1, board.SquareName(sq))
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
		got := numbers{
			noBishopLeaves: n.noBishopLeaves[0][5], requiredStep: n.requiredStep[0][5],
			captures: n.captures, whitePromoted: n.promotedBishops[0], blackTaken: n.takenBishops[1],
		}
		testkit.Equal(t, got, want, "pawn on", pawn)
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

// TestRetraction checks a setup in which the bishop on h2 gets back to where it began when a pawn goes back a step, and two in which no
// pawn lets it out.
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
		testkit.Equal(t, r.reaches(board.Squares(from), board.Origins('B', false), board.None), want, fen, "the bishop on h2 gets out")
	}
}

// TestRetractionsKnowTheCaptures checks that a side can take back as many captures as the other lacks men.
func TestRetractionsKnowTheCaptures(t *testing.T) {
	s := testkit.Must(board.ParseFEN("r1bqk1nr/b1pp1ppp/1P2p3/1p6/8/8/1PPPPPPP/RNBQKBNR b KQkq -"))(t)
	r := newRetraction(&question{setup: s}, 'B', 1<<board.ParseSquare("a7"), fewPawns)
	if want := [2]int8{int8(16 - menCount(&s, true)), 0}; r.first.capturesLeft != want || want[0] != 2 {
		t.Errorf("captures to take back %v, want %v with 2 of White", r.first.capturesLeft, want)
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

// TestBarredSquaresInCounts checks what apply tells the counts of g8 if this square is barred for some roles, and which white men of the
// setup can have been promoted there. White shows a knight, two bishops on dark squares and a queen more than it began with.
func TestBarredSquaresInCounts(t *testing.T) {
	s := testkit.Must(board.ParseFEN("1n1qkb1r/pppppp1p/8/8/3Q4/2N1B1B1/1PPPPP2/RNBQKBNR w KQk -"))(t)
	const knights, bishops, queens = 'N', 'B', 'Q'
	for _, test := range []struct {
		barred                         []byte
		uselessStep, uselessForBishops bool // wanted: a step to g8 makes none of the men that must be promoted; none of these bishops
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
			t.Errorf("barred %q: Black's promotions on file g are useless, too, want White's alone", test.barred)
		}
	}
	b := &barredSquares{question: &question{setup: s}, counts: newCounts(&s)}
	for role, squares := range map[byte]string{'N': "b1 g1 c3", 'B': "f1", 'Q': "d1 d4 a1 h1"} {
		var want set
		for _, name := range strings.Fields(squares) {
			want |= 1 << board.ParseSquare(name)
		}
		if got := b.matchingMen(0, role, board.ParseSquare("g8")); got != want {
			t.Errorf("%c promoted on g8: squares %x, want %x (%s)", role, got, want, squares)
		}
	}
}

// TestWildGamesAreNeverRefuted checks that no theorem refutes a position of random games with many captures and pawn moves.
func TestWildGamesAreNeverRefuted(t *testing.T) {
	games, states := max(2, testkit.LongSize(2, 12)), int64(60_000)
	if testkit.Brief() {
		states = 5_000
	}
	asked, unfinished := 0, 0
	playGames(t, 4, games, 30, func(g *playedGame) {
		for name := range theorems {
			err := confirm(&Certificate{FEN: g.setup.String(), Reasons: []string{name}}, &meter{ctx: t.Context(), limit: states})
			if asked++; errors.Is(err, ErrLimit) {
				unfinished++
			}
			if err == nil {
				t.Errorf("%v of a game is refuted by %s", g.setup, name)
			}
		}
	})
	if unfinished > asked/5 || asked < 400 {
		t.Errorf("%d of %d questions exceeded the limit of states, want at most a fifth of at least 400", unfinished, asked)
	}
}
