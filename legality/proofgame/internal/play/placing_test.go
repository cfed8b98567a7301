package play

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// TestAssign: every officer has a square of the goal of its kind, one each, that it can reach past the pawns that have come to their
// ends.
func TestAssign(t *testing.T) {
	onPlacing(t, func(r *placing) {
		if !r.assign() {
			return // the men have walled themselves in
		}
		walls := r.finalPawns() | r.plan.LockedOfficers
		var taken [2]chess.Bitboard
		for u := range int8(r.Size) {
			m := &r.Men[u]
			if m.Sq == chess.NoSquare || m.Role == chess.Pawn {
				continue
			}
			to := r.target[u]
			if taken[m.Color].Has(to) {
				t.Errorf("two men of %v go to %v", m.Color, to)
			}
			taken[m.Color] |= to.BB()
			if r.goal.Board.At(to) != chess.NewPiece(m.Color, m.Role) || base.KindOf(m.Role, m.Sq) != base.KindOf(m.Role, to) {
				t.Errorf("the %v on %v goes to %v", m.Role, m.Sq, to)
			}
			if m.Role != chess.King && !chess.Flood(m.Role, m.Sq.BB(), walls).Has(to) {
				t.Errorf("the %v on %v cannot come to %v", m.Role, m.Sq, to)
			}
			if r.fixed.immobile>>u&1 != 0 && to != m.Sq {
				t.Errorf("the man on %v may not move, and goes to %v", m.Sq, to)
			}
		}
		for c := chess.White; c <= chess.Black; c++ {
			if want := r.goal.Board.Colored(c) &^ r.goal.Board.Pieces(c, chess.Pawn); taken[c] != want {
				t.Errorf("%v takes\n%v want\n%v", c, taken[c], want)
			}
		}
	})
}

// TestMoves: how many moves a man needs, by single steps of a slow search.
func TestMoves(t *testing.T) {
	walls := chess.B2.BB() | chess.C3.BB() | chess.F5.BB() | chess.G6.BB()
	for _, role := range []chess.Role{chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King} {
		for _, sq := range []chess.Square{chess.A1, chess.D4, chess.H8} {
			var dist [64]uint8
			fillMoveCounts(role, sq, walls, &dist)
			var want [64]int
			for i := range want {
				want[i] = 99
			}
			want[sq] = 0
			for changed := true; changed; {
				changed = false
				for from := range chess.Square(64) {
					for to := range (chess.Attacks(chess.NewPiece(chess.White, role), from, walls) &^ walls).All() {
						if want[from] < 99 && want[from]+1 < want[to] {
							want[to], changed = want[from]+1, true
						}
					}
				}
			}
			for i := range want {
				if int(dist[i]) != want[i] {
					t.Errorf("%v from %v to %v: %d moves, want %d", role, sq, chess.Square(i), dist[i], want[i])
				}
			}
		}
	}
}

// TestQueueMen: everybody that has still to go somewhere is in a queue once, held pawns last.
func TestQueueMen(t *testing.T) {
	onPlacing(t, func(r *placing) {
		r.queueMen()
		for c := chess.White; c <= chess.Black; c++ {
			q := r.queue[c]
			pawns := false
			seen := uint32(0)
			for _, u := range q {
				m := &r.Men[u]
				if seen>>u&1 != 0 || m.Color != c || m.Sq == chess.NoSquare {
					t.Errorf("man %d in the queue %v of %v", u, q, c)
				}
				seen |= 1 << u
				if m.Role == chess.Pawn {
					pawns = true
				} else if pawns {
					t.Errorf("the %v on %v stands behind pawns", m.Role, m.Sq)
				}
			}
			for u := range int8(r.Size) {
				if m := &r.Men[u]; m.Color == c && m.Sq != chess.NoSquare && seen>>u&1 == 0 && !r.isPlaced(u) {
					t.Errorf("man %d on %v is in no queue", u, m.Sq)
				}
			}
		}
		if r.lookahead < 4 || r.lookahead > 11 {
			t.Errorf("%d men are looked at", r.lookahead)
		}
	})
}

// TestPlace: what is played for a man is legal, takes nothing, gives no check of its own, and the way that is claimed belongs to the
// first.
func TestPlace(t *testing.T) {
	own, others := 0, 0
	onPlacing(t, func(r *placing) {
		if r.InCheck {
			return
		}
		for i, u := range slices.Clone(r.queue[r.Us]) {
			if r.isPlaced(u) || r.Men[u].Sq == chess.NoSquare || r.Men[u].Role == chess.Pawn {
				continue
			}
			r.foremostWay, r.foremost = 0, base.NoMan
			r.requests[r.Them] = requests{}
			m := r.placeMan(u, i)
			if r.foremost != base.NoMan && (r.foremost != u || r.foremostWay == 0) {
				t.Errorf("man %d claims the way of man %d", u, r.foremost)
			}
			if r.requests[r.Them].vacate&r.Own != 0 {
				t.Errorf("the enemy is asked to leave our squares\n%v", r.requests[r.Them].vacate&r.Own)
			}
			if !legal(t, "place", r.scene, m) {
				continue
			}
			if m.Captured() != chess.NoRole || m.Role() == chess.Pawn || r.Checks[m.Role()].Has(m.To()) {
				t.Errorf("%v for the man on %v", m, r.Men[u].Sq)
			}
			if r.At[m.From()] == u {
				own++
			} else {
				others++
			}
		}
	})
	if own < 500 || others < 50 {
		t.Errorf("%d moves nearer, %d aside", own, others)
	}
}

// TestMoveAside: a quiet move of a man that may move, to no square that is to be avoided if there is another, or a move of a neighbor.
func TestMoveAside(t *testing.T) {
	aside := 0
	onPlacing(t, func(r *placing) {
		if r.InCheck {
			return
		}
		for own := r.Own &^ r.Board.Of(chess.Pawn); own != 0; own &= own - 1 {
			sq := own.First()
			avoid := chess.RowBB(sq.Row())
			m := r.moveAside(sq, avoid, 1)
			if !legal(t, "aside", r.scene, m) {
				continue
			}
			aside++
			if m.Irreversible() || !r.canMove(r.At[m.From()]) || checks(r.scene, m) {
				t.Errorf("%v moves %v aside", m, sq)
			}
			if m.From() != sq && r.QuietStops(sq, r.Men[r.At[sq]].Role)&^avoid&^(r.ways[0]|r.ways[1])&^r.requests[r.Us].vacate != 0 && r.requests[r.Us].stopAttacking == 0 {
				t.Errorf("%v, though the man on %v can leave itself", m, sq)
			}
		}
	})
	if aside < 1000 {
		t.Errorf("%d moves aside", aside)
	}
}

// TestAllowed: without a request of the enemy's king everything is; with one, mostly, what does not attack its way more often.
func TestAllowed(t *testing.T) {
	const fen = "8/8/8/3k4/8/8/8/K6R w - -"
	r := placing{scene: at(t, fen, fen)}
	more := r.FindMove(chess.H1, chess.H6, chess.NoRole)
	less := r.FindMove(chess.H1, chess.H8, chess.NoRole)
	for range 20 {
		if !r.isAllowed(more) {
			t.Fatal("no request, and a move is not allowed")
		}
	}
	r.requests[chess.White].stopAttacking = chess.C6.BB() | chess.D6.BB()
	rejected := 0
	for range 100 {
		if !r.isAllowed(more) {
			rejected++
		}
		if !r.isAllowed(less) {
			t.Fatal("a move that attacks nothing is not allowed")
		}
	}
	if rejected < 75 || rejected == 100 {
		t.Errorf("a move onto the king's way is rejected %d times of 100", rejected)
	}
}

// TestIdleAndEvade: time is lost by quiet moves, checks are answered without captures.
func TestIdleAndEvade(t *testing.T) {
	idle, evaded := 0, 0
	onPlacing(t, func(r *placing) {
		if !r.InCheck {
			if m := r.waitingMove(); legal(t, "idle", r.scene, m) {
				idle++
				if !r.isQuiet(m) || checks(r.scene, m) {
					t.Errorf("%v loses time", m)
				}
			}
			for _, m := range r.Moves {
				if r.isQuiet(m) && checks(r.scene, m) {
					r.make(m)
					break
				}
			}
		}
		if !r.InCheck {
			return
		}
		if m := r.evade(); legal(t, "evade", r.scene, m) {
			evaded++
			if m.Irreversible() || !r.canMove(r.At[m.From()]) {
				t.Errorf("%v answers a check", m)
			}
		}
	})
	if idle < 300 || evaded < 50 {
		t.Errorf("%d moves lost time, %d answered checks", idle, evaded)
	}
}

// TestRelease: a pawn held back steps on only when everybody still has its way.
func TestRelease(t *testing.T) {
	const goal = "4k3/8/8/8/8/6P1/5P1P/4K2B w - -"
	r := placing{scene: at(t, "4k3/8/8/8/8/8/5PPP/4K2B w - -", goal)}
	u, bishop := r.At[chess.G2], r.At[chess.H1]
	for i := range r.plan.End {
		r.plan.End[i], r.target[i] = chess.NoSquare, chess.NoSquare
	}
	r.plan.End[u] = chess.G3
	r.target[r.At[chess.E1]], r.target[r.At[chess.E8]] = chess.E1, chess.E8
	r.final = chess.F2.BB() | chess.H2.BB()
	r.target[bishop] = chess.H1
	if m := r.releasePawn(u); m == 0 || m.To() != chess.G3 {
		t.Errorf("with the bishop at home: %v", m)
	}
	r.target[bishop] = chess.A8
	if m := r.releasePawn(u); m == 0 || m.To() != chess.G3 {
		t.Errorf("with a way along the diagonal: %v", m)
	}
	r.plan.End[u] = chess.G2 // it would shut the bishop in
	if m := r.releasePawn(u); m != 0 {
		t.Errorf("though it shuts the bishop in: %v", m)
	}
}

// TestObstacles: final pawns and men that may not move are walls, others cost something.
func TestObstacles(t *testing.T) {
	onPlacing(t, func(r *placing) {
		o := r.obstacles()
		for sq := range chess.Square(64) {
			u := r.At[sq]
			switch {
			case u == base.NoMan && o[sq] != 0, u != base.NoMan && o[sq] == 0:
				t.Errorf("%v costs %d", sq, o[sq])
			case u != base.NoMan && (r.final.Has(sq) || !r.canMove(u)) != (o[sq] == base.Wall):
				t.Errorf("%v, final %v, costs %d", sq, r.final.Has(sq), o[sq])
			}
		}
		r.wallPawnAttacks(&o)
		for sq := range chess.AllPawnAttacks(r.Them, r.final&r.Board.Pieces(r.Them, chess.Pawn)).All() {
			if o[sq] != base.Wall {
				t.Errorf("a king may pass %v", sq)
			}
		}
	})
}

// TestRequeueBehind puts a man that stepped aside behind the one it stepped aside for.
func TestRequeueBehind(t *testing.T) {
	r := placing{scene: at(t, "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -")}
	r.queue[chess.White] = []int8{4, 5, 6, 7, 8}
	r.requeueBehind(7, 0)
	if want := []int8{4, 7, 5, 6, 8}; !slices.Equal(r.queue[chess.White], want) {
		t.Errorf("%v, want %v", r.queue[chess.White], want)
	}
	r.requeueBehind(4, 2) // stands before it already
	r.requeueBehind(9, 2) // is in no queue
	if want := []int8{4, 7, 5, 6, 8}; !slices.Equal(r.queue[chess.White], want) {
		t.Errorf("%v, want %v", r.queue[chess.White], want)
	}
}
