package recheck

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
)

// An event describes a move of a game as the kernel theorems see it: what happens to a pawn.
type event struct {
	kind      eventKind
	side      int  // of the pawn
	from, to  int  // files
	row       int8 // on which the move ends
	takesPawn bool
}

// An eventKind is a kind of events; 0 is that of other moves.
type eventKind int

const (
	changesFile eventKind = iota + 1
	promotesByStep
	promotesByCapture
	isTaken // by an officer or king
)

// A playedGame holds the setup that a game has reached, and what the game tells of the bounds that theorems use.
type playedGame struct {
	setup        board.Setup
	events       []event
	touched      set       // squares that a man left, came to, or was taken on
	captures     [2]int    // by a side
	takenBishops [2][2]int // bishops of a side that were taken, by the color of their squares
}

// play plays a move and records its event, if there is one, the squares that it touches, and what it captures.
func (g *playedGame) play(m board.Move) {
	s := &g.setup
	man, victim, on := s.Men[m.From], s.Men[m.To], m.To
	role, i := board.Role(man), board.Side(s.Black)
	if role == 'P' && m.To == s.EP {
		on = m.To - 8*board.Ahead(s.Black)
		victim = s.Men[on]
	}
	g.touched |= 1<<m.From | 1<<m.To | 1<<on
	if d := m.To - m.From; role == 'K' && d == 2 {
		g.touched |= 1<<(m.To+1) | 1<<(m.To-1)
	} else if role == 'K' && d == -2 {
		g.touched |= 1<<(m.To-2) | 1<<(m.To+1)
	}
	if victim != 0 {
		g.captures[i]++
	}
	if board.Role(victim) == 'B' {
		g.takenBishops[1-i][board.Color(on)]++
	}
	e := event{side: i, from: int(board.File(m.From)), to: int(board.File(m.To)), row: board.Row(m.To), takesPawn: board.Role(victim) == 'P'}
	switch {
	case role == 'P' && m.Promo != 0 && victim == 0:
		e.kind = promotesByStep
	case role == 'P' && m.Promo != 0:
		e.kind = promotesByCapture
	case role == 'P' && victim != 0:
		e.kind = changesFile
	case board.Role(victim) == 'P':
		e = event{kind: isTaken, side: 1 - i, from: e.to, to: e.to}
	}
	if e.kind != 0 {
		g.events = append(g.events, e)
	}
	g.setup = s.Play(m)
}

// playGames plays random games with many pawn moves and captures, but at most mostCaptures of these, and calls look every 20 plies. Then it
// plays the edge games and those beside kings, and calls look at the end of each.
func playGames(t *testing.T, seed uint64, games, mostCaptures int, look func(g *playedGame)) {
	t.Helper()
	r := rand.New(rand.NewPCG(16, seed))
	for range games {
		g := &playedGame{setup: board.Start}
		for ply := range 160 {
			list, better := movesAndBetter(&g.setup, r, mostCaptures-g.captures[0]-g.captures[1])
			if len(better) > 0 && r.IntN(2) == 0 {
				list = better
			}
			if len(list) == 0 {
				break
			}
			g.play(list[r.IntN(len(list))])
			if ply%20 == 19 {
				look(g)
			}
		}
	}
	for _, edge := range testkit.EdgeGames {
		look(replay(t, edge.Moves))
	}
	for _, moves := range besideKingGames {
		look(replay(t, moves))
	}
}

// movesAndBetter returns the legal moves, and of these the captures and the moves of pawns. It leaves out captures if none are left, and
// gives each promotion a random role.
func movesAndBetter(s *board.Setup, r *rand.Rand, left int) (list, better []board.Move) {
	for from := range int8(64) {
		if !board.OwnedBy(s.Men[from], s.Black) {
			continue
		}
		pawn := board.Role(s.Men[from]) == 'P'
		for to := range int8(64) {
			m := board.Move{From: from, To: to}
			if pawn && (board.Row(to) == 0 || board.Row(to) == 7) {
				m.Promo = "NBRQ"[r.IntN(4)]
			}
			takes := s.Men[to] != 0 || pawn && to == s.EP
			if takes && left <= 0 || !s.Legal(m) {
				continue
			}
			list = append(list, m)
			if pawn || takes {
				better = append(better, m)
			}
		}
	}
	return list, better
}

// TestCountsHoldInGames checks that every bound that theorems read from a setup is true of the games that led there.
func TestCountsHoldInGames(t *testing.T) {
	games := 150
	if testing.Short() {
		games = 25
	}
	positions, promoted := 0, 0
	playGames(t, 1, games, 30, func(g *playedGame) {
		positions++
		var changedFile, promotedOf, lost [2]int
		crossed := 0
		for _, e := range g.events {
			switch e.kind {
			case changesFile:
				crossed++
				changedFile[e.side]++
			case promotesByStep, promotesByCapture:
				promoted++
				promotedOf[e.side]++
			case isTaken:
				lost[e.side]++
			}
			if e.takesPawn {
				lost[1-e.side]++
			}
		}
		if most := mostPawnCaptures(&g.setup); crossed > most {
			t.Errorf("%v: pawns made %d captures, at most %d are said", g.setup, crossed, most)
		}
		needs := newCounts(&g.setup)
		if needs.refutedByCount() {
			t.Errorf("%v: more promotions than captures make way for", g.setup)
		}
		for i, c := range sides {
			a := newArmy(&g.setup, c)
			switch {
			case a.promoted() > promotedOf[i]:
				t.Errorf("%v: %d men of side %d promoted, at least %d are said", g.setup, promotedOf[i], i, a.promoted())
			case needs.spare[i] < lost[i]:
				t.Errorf("%v: %d pawns of side %d taken, at most %d are said", g.setup, lost[i], i, needs.spare[i])
			case a.missing() != g.captures[1-i]:
				t.Errorf("%v: %d men of side %d taken, want %d", g.setup, g.captures[1-i], i, a.missing())
			case needs.takenBishops[i][0] > g.takenBishops[i][0] || needs.takenBishops[i][1] > g.takenBishops[i][1]:
				t.Errorf("%v: bishops %v of side %d taken, at least %v are said", g.setup, g.takenBishops[i], i, needs.takenBishops[i])
			}
			// A pawn that is gone changed its file five times at most, and then promoted or was taken.
			least, most := captureBounds(&g.setup, c)
			most += 5 * (8 - g.setup.Count(board.Man('P', c)))
			if least < 0 || least > changedFile[i] || changedFile[i] > most {
				t.Errorf("%v: pawns of side %d changed files %d times, %d to %d are said", g.setup, i, changedFile[i], least, most)
			}
			g.checkBoundaries(t, needs, i)
		}
		for x := range 8 {
			touches := 0
			for _, e := range g.events {
				if max(e.from, e.to) >= x {
					touches++
				}
			}
			if needs.changedFiles[x] > touches {
				t.Errorf("%v: %d captures and promotions change files from %d on, at least %d are said", g.setup, touches, x, needs.changedFiles[x])
			}
		}
		if moved := unmovedMen(&g.setup) & g.touched; moved != 0 {
			t.Errorf("%v: the men on %v are unmoved, but were touched", g.setup, board.Squares(moved))
		}
	})
	if positions < games || promoted < games/2 {
		t.Errorf("%d positions, %d promotions: too few to be a test", positions, promoted)
	}
}

// checkBoundaries checks what is said of the pawns of a side at the boundaries of files, and of their promotions.
func (g *playedGame) checkBoundaries(t *testing.T, n *counts, i int) {
	t.Helper()
	for x := range 8 {
		net, crossings := 0, 0
		for _, e := range g.events {
			switch {
			case e.side != i:
			case e.kind == promotesByStep && !n.canStep[i][e.from]:
				t.Errorf("%v: a pawn of side %d promoted by a step on file %d", g.setup, i, e.from)
			case e.kind == promotesByCapture && !n.canCapture[i][e.from]:
				t.Errorf("%v: a pawn of side %d promoted by a capture from file %d", g.setup, i, e.from)
			case e.kind != changesFile:
			case min(e.from, e.to) == x:
				net += e.to - e.from
				fallthrough
			case min(e.from, e.to) > x:
				crossings++
			}
		}
		// Promotions and losses make the flow to the right larger than is said, never less.
		if x < 7 && n.inflow[i][x] > net {
			t.Errorf("%v: %d pawns of side %d cross to the right of file %d, at least %d are said", g.setup, net, i, x, n.inflow[i][x])
		}
		if n.crossingsAhead[i][x] > crossings {
			t.Errorf("%v: %d crossings of side %d from file %d on, at least %d are said", g.setup, crossings, i, x, n.crossingsAhead[i][x])
		}
	}
}

// borderAfter returns the word of the boundary right of file x, with the cost and the officers of the events on files up to x.
func (g *playedGame) borderAfter(n *counts, x int) (b squareBorder) {
	var done uint16
	for _, e := range g.events {
		i, c := e.side, &b.cost
		if e.kind == changesFile && min(e.from, e.to) == x {
			l := i
			if e.to < e.from {
				l |= leftward
			}
			b.word += letter(l, e.row)
		}
		if e.kind == changesFile && min(e.from, e.to) <= x {
			c.captures[i]++
		}
		last := board.At(int8(e.to), e.row)
		switch {
		case e.kind == changesFile && e.to <= x && e.takesPawn:
			c.lost[1-i]++
		case e.kind == changesFile && e.to <= x:
			n.countOfficer(&b.officers, i, last)
		case e.kind == isTaken && e.from <= x:
			c.captures[1-i]++
			c.lost[i]++
		case e.kind == promotesByStep && e.from <= x:
			n.countStep(c, &done, i, e.from)
		case e.kind == promotesByCapture && e.from <= x:
			c.captures[i]++
			c.unneeded[i] += n.uselessCapture[i][e.from]
			n.countPromotion(c, i, board.Color(last))
			n.countOfficer(&b.officers, i, last)
		}
	}
	return b
}

// leftOut returns all numbers, by side, of captures at home that a sweep may leave out. The game does not tell which it does.
func leftOut(n *counts) (list [][2]int8) {
	for white := range n.pawnMayHaveTaken[0] + 1 {
		for black := range n.pawnMayHaveTaken[1] + 1 {
			list = append(list, [2]int8{int8(white), int8(black)})
		}
	}
	return list
}

// TestSweepsFollowGames checks that sweeps find the sequences of every game: at each boundary its word and its costs, without rows and with
// them. With CHESSCENSUS_TESTS=3 and more there are more games, of ten seconds each.
func TestSweepsFollowGames(t *testing.T) {
	games, limit := testkit.LongSize(3, 8), int64(200_000)
	if testkit.Brief() {
		limit = 30_000
	}
	columns, squares, large := 0, 0, 0
	playGames(t, 2, games, 6, func(g *playedGame) {
		n := newCounts(&g.setup)
		m := &meter{ctx: context.Background(), limit: limit}
		w := &sweep{counts: n, search: search[columnState]{meter: m}}
		now := map[border]bool{{}: true}
		for x := range 8 {
			now = w.sweepFile(x, now)
			b := g.borderAfter(n, x)
			if m.err != nil {
				large++
				return
			}
			if !slices.ContainsFunc(leftOut(n), func(captures [2]int8) bool {
				b.cost.capturesAtHome = captures
				return now[border{b.word.withoutRows(), b.cost}]
			}) {
				t.Errorf("%v: right of file %d the game has the word %x at %+v, which no sweep finds", g.setup, x, b.word.withoutRows(), b.cost)
				return
			}
		}
		columns++
		m.limit *= 3
		v := &squareSweep{counts: n, search: search[squareState]{meter: m}, completable: completable(n, m)}
		rows := map[squareBorder]bool{{}: true}
		for x := range 8 {
			rows = v.sweepFile(x, rows)
			if m.err != nil {
				large++
				return
			}
			b := g.borderAfter(n, x)
			if !slices.ContainsFunc(leftOut(n), func(captures [2]int8) bool {
				b.cost.capturesAtHome = captures
				return rows[b]
			}) {
				t.Errorf("%v: right of file %d the game has the word %x at %+v, which no sweep over squares finds", g.setup, x, b.word, b)
				return
			}
		}
		squares++
	})
	t.Logf("%d by columns, %d by squares, %d too large", columns, squares, large)
	if columns < games || squares < games/2 {
		t.Errorf("%d by columns, %d by squares, %d too large: too few to be a test", columns, squares, large)
	}
}

// TestStayedBishopsHoldInGames checks that (f) of theorem BarredPromotions does not bar a square on which a pawn of a game has promoted by a
// step.
func TestStayedBishopsHoldInGames(t *testing.T) {
	testkit.Medium(t)
	games, limit := 40, int64(80_000)
	if testkit.Brief() {
		games, limit = 15, 30_000
	} else if testkit.Stride() > 3 {
		games, limit = 25, 50_000
	}
	asked, spent := 0, 0
	playGames(t, 3, games, 4, func(g *playedGame) {
		for _, e := range g.events {
			sq := board.At(int8(e.to), e.row)
			enemy := sides[1-e.side]
			mayHaveStayed := board.Homes('B', enemy).Has(sq) && g.setup.Count(board.Man('B', enemy)) > 0
			if e.kind != promotesByStep || !mayHaveStayed || cagedBishop(&question{setup: g.setup}) == nil {
				continue
			}
			q := &question{setup: g.setup, meter: &meter{ctx: context.Background(), limit: limit}}
			n := newCounts(&g.setup)
			b := &barredSquares{question: q, counts: n, projector: newProjector(n, q.meter)}
			if asked++; b.homeBishopBars(e.side, sq) {
				t.Errorf("%v: a pawn promoted on %s, which is barred", g.setup, board.SquareName(sq))
			}
			if q.meter.err != nil {
				spent++
			}
		}
	})
	t.Logf("%d asked, %d too large", asked, spent)
	if asked-spent < 3 {
		t.Errorf("%d questions only", asked-spent)
	}
}

// TestStayedBishop confirms the setup of Lemma 9 of package legality/cage, and not its legal neighbor.
func TestStayedBishop(t *testing.T) {
	if testkit.Size(1, 1) == 1 {
		t.Skip("12 million states, which take a minute: asked with CHESSCENSUS_TESTS=2 and more")
	}
	for fen, want := range map[string]bool{
		"RNqkr3/Kp1q4/1R2q3/3Q2R1/1BPnq1rn/5bBP/2pP2B1/1rr3n1 w - -": true,
		"RNqkr3/Kp1q4/1R2q3/3Q2R1/1BPnq1rn/5bBP/2pP2B1/1r4n1 w - -":  false,
	} {
		line := `{"fen":"` + fen + `","stage":"cage","reasons":["BarredPromotions"],"evidence":"left: c1"}`
		if _, states, err := (Checker{States: 20_000_000}).Check(t.Context(), []byte(line)); (err == nil) != want {
			t.Errorf("%s: %v after %d states, want confirmed: %v", fen, err, states, want)
		}
	}
}
