package play

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// TestAssign checks that every officer has a target of its kind, a different one each, that it can reach past the pawns at their ends.
func TestAssign(t *testing.T) {
	duringPlacing(t, func(p *placing) {
		if !p.assign() {
			return // some target cannot be reached any more
		}
		walls := p.finalPawns() | p.plan.LockedOfficers
		var targets [2]chess.Bitboard
		for u := range int8(p.Size) {
			man := &p.Men[u]
			if man.Sq == chess.NoSquare || man.Role == chess.Pawn {
				continue
			}
			to := p.target[u]
			if targets[man.Color].Has(to) {
				t.Errorf("two men of %v go to %v", man.Color, to)
			}
			targets[man.Color] |= to.BB()
			if p.goal.Board.At(to) != chess.NewPiece(man.Color, man.Role) || base.KindOf(man.Role, man.Sq) != base.KindOf(man.Role, to) {
				t.Errorf("the %v on %v goes to %v", man.Role, man.Sq, to)
			}
			if man.Role != chess.King && !chess.Flood(man.Role, man.Sq.BB(), walls).Has(to) {
				t.Errorf("the %v on %v cannot come to %v", man.Role, man.Sq, to)
			}
			if p.fixed.immobile>>u&1 != 0 && to != man.Sq {
				t.Errorf("the man on %v may not move, and goes to %v", man.Sq, to)
			}
		}
		for c := chess.White; c <= chess.Black; c++ {
			if want := p.goal.Board.Colored(c) &^ p.goal.Board.Pieces(c, chess.Pawn); targets[c] != want {
				t.Errorf("%v takes\n%v want\n%v", c, targets[c], want)
			}
		}
	})
}

// TestFillMoveCounts compares the numbers of moves with a slow search by single moves.
func TestFillMoveCounts(t *testing.T) {
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

// TestQueueMen checks that every man that is not placed is once in the queue of its color, and that pawns come last. The lookahead is 4 to
// 11 men.
func TestQueueMen(t *testing.T) {
	duringPlacing(t, func(p *placing) {
		p.queueMen()
		for c := chess.White; c <= chess.Black; c++ {
			queue := p.queue[c]
			pawns := false
			seen := uint32(0)
			for _, u := range queue {
				man := &p.Men[u]
				if seen>>u&1 != 0 || man.Color != c || man.Sq == chess.NoSquare {
					t.Errorf("man %d in the queue %v of %v", u, queue, c)
				}
				seen |= 1 << u
				if man.Role == chess.Pawn {
					pawns = true
				} else if pawns {
					t.Errorf("the %v on %v stands behind pawns", man.Role, man.Sq)
				}
			}
			for u := range int8(p.Size) {
				if man := &p.Men[u]; man.Color == c && man.Sq != chess.NoSquare && seen>>u&1 == 0 && !p.isPlaced(u) {
					t.Errorf("man %d on %v is in no queue", u, man.Sq)
				}
			}
		}
		if p.lookahead < 4 || p.lookahead > 11 {
			t.Errorf("%d men are looked at", p.lookahead)
		}
	})
}

// TestPlaceMan checks that moves for an officer or king are legal moves of officers, without capture or direct check. If a way is claimed
// it is that of the man asked about, and the enemy is never requested to leave squares of ours.
func TestPlaceMan(t *testing.T) {
	nearer, aside := 0, 0
	duringPlacing(t, func(p *placing) {
		if p.InCheck {
			return
		}
		for i, u := range slices.Clone(p.queue[p.Us]) {
			if p.isPlaced(u) || p.Men[u].Sq == chess.NoSquare || p.Men[u].Role == chess.Pawn {
				continue
			}
			p.foremostWay, p.foremost = 0, base.NoMan
			p.requests[p.Them] = requests{}
			m := p.placeMan(u, i)
			if p.foremost != base.NoMan && (p.foremost != u || p.foremostWay == 0) {
				t.Errorf("man %d claims the way of man %d", u, p.foremost)
			}
			if p.requests[p.Them].vacate&p.Own != 0 {
				t.Errorf("the enemy is requested to leave our squares\n%v", p.requests[p.Them].vacate&p.Own)
			}
			if !isLegalMove(t, "place", p.scene, m) {
				continue
			}
			if m.Captured() != chess.NoRole || m.Role() == chess.Pawn || p.Checks[m.Role()].Has(m.To()) {
				t.Errorf("%v for the man on %v", m, p.Men[u].Sq)
			}
			if p.At[m.From()] == u {
				nearer++
			} else {
				aside++
			}
		}
	})
	if nearer < 500 || aside < 50 {
		t.Errorf("%d moves nearer, %d aside", nearer, aside)
	}
}

// TestMoveAside checks that moveAside returns moves that are reversible and give no check. Another man may move only if the man itself has
// no quiet move that leaves its row and stays off ways and requested squares.
func TestMoveAside(t *testing.T) {
	aside := 0
	duringPlacing(t, func(p *placing) {
		if p.InCheck {
			return
		}
		for own := p.Own &^ p.Board.Of(chess.Pawn); own != 0; own &= own - 1 {
			sq := own.First()
			avoid := chess.RowBB(sq.Row())
			m := p.moveAside(sq, avoid, 1)
			if !isLegalMove(t, "aside", p.scene, m) {
				continue
			}
			aside++
			if m.Irreversible() || !p.canMove(p.At[m.From()]) || givesCheck(p.scene, m) {
				t.Errorf("%v moves %v aside", m, sq)
			}
			free := p.QuietStops(sq, p.Men[p.At[sq]].Role) &^ (avoid | p.ways[0] | p.ways[1] | p.requests[p.Us].vacate)
			if m.From() != sq && free != 0 && p.requests[p.Us].stopAttacking == 0 {
				t.Errorf("%v, though the man on %v can leave itself", m, sq)
			}
		}
	})
	if aside < 1000 {
		t.Errorf("%d moves aside", aside)
	}
}

// TestIsAllowed checks that 75 to 99 of 100 moves that attack a square of the request are rejected, and no others.
func TestIsAllowed(t *testing.T) {
	const fen = "8/8/8/3k4/8/8/8/K6R w - -"
	p := placing{scene: sceneOf(t, fen, fen)}
	attacking := p.FindMove(chess.H1, chess.H6, chess.NoRole)
	harmless := p.FindMove(chess.H1, chess.H8, chess.NoRole)
	for range 20 {
		if !p.isAllowed(attacking) {
			t.Fatal("no request, and a move is not allowed")
		}
	}
	p.requests[chess.White].stopAttacking = chess.C6.BB() | chess.D6.BB()
	rejected := 0
	for range 100 {
		if !p.isAllowed(attacking) {
			rejected++
		}
		if !p.isAllowed(harmless) {
			t.Fatal("a move that attacks nothing is not allowed")
		}
	}
	if rejected < 75 || rejected == 100 {
		t.Errorf("a move onto the king's way is rejected %d times of 100", rejected)
	}
}

// TestWaitingMoveAndEvadeOfPlacing checks that waiting moves are quiet, and that checks are answered without captures.
func TestWaitingMoveAndEvadeOfPlacing(t *testing.T) {
	waits, evaded := 0, 0
	duringPlacing(t, func(p *placing) {
		if !p.InCheck {
			if m := p.waitingMove(); isLegalMove(t, "waiting", p.scene, m) {
				waits++
				if !p.isQuiet(m) || givesCheck(p.scene, m) {
					t.Errorf("%v loses time", m)
				}
			}
			for _, m := range p.Moves {
				if p.isQuiet(m) && givesCheck(p.scene, m) {
					p.make(m)
					break
				}
			}
		}
		if !p.InCheck {
			return
		}
		if m := p.evade(); isLegalMove(t, "evade", p.scene, m) {
			evaded++
			if m.Irreversible() || !p.canMove(p.At[m.From()]) {
				t.Errorf("%v answers a check", m)
			}
		}
	})
	if waits < 300 || evaded < 50 {
		t.Errorf("only %d waiting moves and %d answers to checks", waits, evaded)
	}
}

// TestReleasePawn checks that a pawn held back moves if the officers still have their ways when it stands at its end, and otherwise not.
func TestReleasePawn(t *testing.T) {
	const goal = "4k3/8/8/8/8/6P1/5P1P/4K2B w - -"
	p := placing{scene: sceneOf(t, "4k3/8/8/8/8/8/5PPP/4K2B w - -", goal)}
	pawn, bishop := p.At[chess.G2], p.At[chess.H1]
	for i := range p.plan.End {
		p.plan.End[i], p.target[i] = chess.NoSquare, chess.NoSquare
	}
	p.plan.End[pawn] = chess.G3
	p.target[p.At[chess.E1]], p.target[p.At[chess.E8]] = chess.E1, chess.E8
	p.final = chess.F2.BB() | chess.H2.BB()
	p.target[bishop] = chess.H1
	if m := p.releasePawn(pawn); m == 0 || m.To() != chess.G3 {
		t.Errorf("with the bishop at home: %v", m)
	}
	p.target[bishop] = chess.A8
	if m := p.releasePawn(pawn); m == 0 || m.To() != chess.G3 {
		t.Errorf("with a way along the diagonal: %v", m)
	}
	p.plan.End[pawn] = chess.G2 // a pawn there shuts the bishop in
	if m := p.releasePawn(pawn); m != 0 {
		t.Errorf("though it shuts the bishop in: %v", m)
	}
}

// TestObstacles checks that pawns at their ends and men that cannot move are walls, and that other men have a cost.
func TestObstacles(t *testing.T) {
	duringPlacing(t, func(p *placing) {
		obstacles := p.obstacles()
		for sq := range chess.Square(64) {
			u := p.At[sq]
			switch {
			case u == base.NoMan && obstacles[sq] != 0, u != base.NoMan && obstacles[sq] == 0:
				t.Errorf("%v costs %d", sq, obstacles[sq])
			case u != base.NoMan && (p.final.Has(sq) || !p.canMove(u)) != (obstacles[sq] == base.Wall):
				t.Errorf("%v, final %v, costs %d", sq, p.final.Has(sq), obstacles[sq])
			}
		}
		p.wallPawnAttacks(&obstacles)
		for sq := range chess.AllPawnAttacks(p.Them, p.final&p.Board.Pieces(p.Them, chess.Pawn)).All() {
			if obstacles[sq] != base.Wall {
				t.Errorf("a king may pass %v", sq)
			}
		}
	})
}

// TestRequeueBehind checks that a man moves directly behind an index of the queue if it is further behind, and that nothing changes else.
func TestRequeueBehind(t *testing.T) {
	p := placing{scene: sceneOf(t, "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -")}
	p.queue[chess.White] = []int8{4, 5, 6, 7, 8}
	p.requeueBehind(7, 0)
	if want := []int8{4, 7, 5, 6, 8}; !slices.Equal(p.queue[chess.White], want) {
		t.Errorf("%v, want %v", p.queue[chess.White], want)
	}
	p.requeueBehind(4, 2) // stands before it already
	p.requeueBehind(9, 2) // is in no queue
	if want := []int8{4, 7, 5, 6, 8}; !slices.Equal(p.queue[chess.White], want) {
		t.Errorf("%v, want %v", p.queue[chess.White], want)
	}
}
