package retract

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestShutMeasure compares measures of setups with and without a bishop behind pawns: the way out costs more if a man stands behind the pawn
// that has to go back.
func TestShutMeasure(t *testing.T) {
	var x Retractor
	s := chess.InitialSetup()
	x.reset(&s, Opening{})
	if got := x.shutMeasure(&s, true); got != 0 {
		t.Errorf("the initial position measures %d, want 0", got)
	}
	put := func(sq chess.Square, piece chess.Piece) { s.Board.Put(sq, piece) }
	black := func(role chess.Role) chess.Piece { return chess.NewPiece(chess.Black, role) }
	put(chess.G7, chess.NoPiece)
	put(chess.H7, black(chess.Bishop)) // a light one, behind f7 and g6
	put(chess.G6, black(chess.Pawn))
	put(chess.C8, chess.NoPiece)
	behind := x.shutMeasure(&s, true)
	if behind <= shutMan {
		t.Errorf("a bishop on h7 behind f7 and g6 counts %d", behind)
	}
	put(chess.G6, chess.NoPiece)
	put(chess.G7, black(chess.Pawn))
	if got := x.shutMeasure(&s, true); got != 0 {
		t.Errorf("with the pawn back on g7 it counts %d, want 0", got)
	}
	// A man behind the pawn that has to go back makes it more expensive, a pawn more so.
	put(chess.G7, black(chess.Knight))
	put(chess.G6, black(chess.Pawn))
	knight := x.shutMeasure(&s, true)
	put(chess.G7, black(chess.Pawn))
	put(chess.G6, black(chess.Pawn))
	pawn := x.shutMeasure(&s, true)
	if !(behind < knight && knight < pawn) {
		t.Errorf("no man behind the pawn %d, a knight %d, a pawn %d, want increasing numbers", behind, knight, pawn)
	}
}

// TestShutMeasureWithCrowds checks that with Crowds men without free squares count as well.
func TestShutMeasureWithCrowds(t *testing.T) {
	var x Retractor
	s := chess.InitialSetup()
	x.reset(&s, Opening{Crowds: true})
	// The knights have two moves each, the others none, of 3 wanted.
	if got, want := x.shutMeasure(&s, true), int32(2*(2*1+6*roomWanted)); got != want {
		t.Errorf("the initial position counts %d, want %d", got, want)
	}
}

// TestChooseSources checks that sources are squares on White's last row, of knights, and that they add to the measure.
func TestChooseSources(t *testing.T) {
	var x Retractor
	// Three knights, so that one was promoted: on a8, b8 or h8 it may be shut in by pawns.
	s := testkit.Setup(t, "4k3/p1p5/1p6/8/8/8/8/NNN1K3 w - -")
	x.reset(&s, Opening{SourcePercent: 100})
	for _, source := range x.sources {
		if source.color != chess.White || source.role != chess.Knight || source.sq.Row() != 7 {
			t.Errorf("source %+v, want one of a white knight on the last row", source)
		}
	}
	open := x.shutMeasure(&s, true)
	if x.reset(&s, Opening{}); len(x.sources) != 0 || x.shutMeasure(&s, true) > open {
		t.Errorf("without sources %v, %d", x.sources, x.shutMeasure(&s, true))
	}
}

// TestJammedOfficers has a bishop and a rook that only a pawn can free, and a knight with free squares.
func TestJammedOfficers(t *testing.T) {
	var b chess.Board
	for sq, p := range map[chess.Square]chess.Piece{
		chess.A1: chess.NewPiece(chess.Black, chess.Bishop), chess.A2: chess.NewPiece(chess.Black, chess.Rook),
		chess.A3: chess.NewPiece(chess.Black, chess.Pawn), chess.B2: chess.NewPiece(chess.White, chess.Pawn),
		chess.B1: chess.NewPiece(chess.White, chess.King), chess.H1: chess.NewPiece(chess.White, chess.Knight),
	} {
		b.Put(sq, p)
	}
	if got := jammedOfficers(&b, b.Of(chess.Pawn)); got != chess.A1.BB()|chess.A2.BB() {
		t.Errorf("jammed are\n%v want a1 and a2", got)
	}
	b.Put(chess.A3, chess.NoPiece)
	if got := jammedOfficers(&b, b.Of(chess.Pawn)); got != chess.A1.BB() {
		t.Errorf("without a3 jammed are\n%v want a1", got)
	}
}

// TestJammedOfficersByBruteForce compares with removing men that have a free step, one by one, until there are none.
func TestJammedOfficersByBruteForce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		var b chess.Board
		for sq := range chess.Square(64) {
			if rnd.IntN(10) < 6 {
				b.Put(sq, chess.NewPiece(chess.Color(rnd.IntN(2)), chess.Role(int(chess.Pawn)+rnd.IntN(6))))
			}
		}
		pawns := b.Of(chess.Pawn)
		remaining := b
		for changed := true; changed; {
			changed = false
			for sq := range remaining.Occupied().All() {
				role := remaining.RoleAt(sq)
				if role != chess.Pawn && chess.Steps(role, sq.BB())&^remaining.Occupied() != 0 {
					remaining.Put(sq, chess.NoPiece)
					changed = true
				}
			}
		}
		if got, want := jammedOfficers(&b, pawns), remaining.Occupied()&^pawns; got != want {
			t.Fatalf("%v: jammed %v, want %v", b, got, want)
		}
	}
}

// TestCheapestExit compares with distances by the algorithm of Bellman and Ford on random boards.
func TestCheapestExit(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	for range 1000 {
		var b chess.Board
		for sq := range chess.Square(64) {
			if row := sq.Row(); rnd.IntN(10) < 5 && row > 0 && row < 7 {
				b.Put(sq, chess.NewPiece(chess.Color(rnd.IntN(2)), chess.Pawn))
			} else if rnd.IntN(4) == 0 {
				b.Put(sq, chess.NewPiece(chess.Color(rnd.IntN(2)), chess.Knight))
			}
		}
		role := [...]chess.Role{chess.Bishop, chess.Rook, chess.Knight, chess.King}[rnd.IntN(4)]
		from := chess.Square(rnd.IntN(64))
		walls := b.Of(chess.Pawn)
		attacked := chess.AllPawnAttacks(chess.Black, b.Pieces(chess.Black, chess.Pawn))
		var dist [64]int
		for i := range dist {
			dist[i] = noExit
		}
		dist[from] = 0
		for changed := true; changed; {
			changed = false
			for sq := range chess.Square(64) {
				for to := range chess.Steps(role, sq.BB()).All() {
					if cost := dist[sq] + exitCost(&b, to, role, walls, attacked); cost < dist[to] {
						dist[to], changed = cost, true
					}
				}
			}
		}
		want := noExit
		for sq := range chess.Square(64) {
			if reach := chess.Flood(role, sq.BB(), walls); !walls.Has(sq) && dist[sq] < want && !isCage(role, reach) {
				want = dist[sq]
			}
		}
		if got := cheapestExit(&b, role, from, walls, attacked); int(got) != want {
			t.Fatalf("%v: %v from %v gets out for %d, want %d", b, role, from, got, want)
		}
	}
}

// isCage repeats the definition of base.IsCage.
func isCage(role chess.Role, reach chess.Bitboard) bool {
	if role == chess.Knight || role == chess.King {
		return reach.Count() < 6
	}
	return reach.Count() < 13
}
