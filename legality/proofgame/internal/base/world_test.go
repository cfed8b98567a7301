package base

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
)

// randomLine plays random moves in a world and calls check after each.
func randomLine(rnd *rand.Rand, plies int, check func(w *World)) {
	var w World
	p := chess.InitialPosition()
	w.Reset(&p)
	for range plies {
		if len(w.Moves) == 0 {
			return
		}
		m := w.Moves[rnd.IntN(len(w.Moves))]
		if i := slices.IndexFunc(w.Moves, chess.Move.EnPassant); i >= 0 {
			m = w.Moves[i] // it would be rare
		}
		w.Play(m)
		check(&w)
	}
}

// TestPlayEqualsReset checks that after every move the world is what Reset makes of the position, but for the numbers of the men, which
// agree with their squares.
func TestPlayEqualsReset(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 1))
	events := map[string]int{}
	for range 60 {
		randomLine(rnd, 150, func(w *World) {
			m := w.Line[len(w.Line)-1]
			for event, happened := range map[string]bool{"castling": m.Castles(), "en passant": m.EnPassant(),
				"promotion": m.Promotion() != chess.NoRole, "capture": m.Captured() != chess.NoRole} {
				if happened {
					events[event]++
				}
			}
			var fresh World
			fresh.Reset(&w.Pos)
			if fresh.Board != w.Board || fresh.Occ != w.Occ || fresh.Own != w.Own || fresh.Us != w.Us || fresh.Them != w.Them ||
				fresh.InCheck != w.InCheck || fresh.EnemyKing != w.EnemyKing || fresh.Checks != w.Checks || fresh.discoverers != w.discoverers ||
				!slices.Equal(fresh.Moves, w.Moves) {
				t.Fatalf("%v: the view differs after %v", w.Pos, m)
			}
			for sq := range w.Own.All() {
				if fresh.Legal[sq] != w.Legal[sq] {
					t.Fatalf("%v: legal moves from %v differ", w.Pos, sq)
				}
			}
			if fresh.AttackedByEnemy() != w.AttackedByEnemy() {
				t.Fatalf("%v: attacked\n%v want\n%v", w.Pos, w.AttackedByEnemy(), fresh.AttackedByEnemy())
			}
			for sq := range chess.Square(64) {
				u := w.At[sq]
				if piece := w.Board.At(sq); (u == NoMan) != (piece == chess.NoPiece) ||
					u != NoMan && (w.Men[u].Sq != sq || chess.NewPiece(w.Men[u].Color, w.Men[u].Role) != piece) {
					t.Fatalf("%v: man %d on %v", w.Pos, u, sq)
				}
			}
		})
	}
	for _, event := range []string{"castling", "en passant", "promotion", "capture"} {
		if events[event] == 0 {
			t.Errorf("no %s was played", event)
		}
	}
}

// TestNumbersStay checks that a man keeps its number up to its capture, through castling and promotion.
func TestNumbersStay(t *testing.T) {
	rnd := rand.New(rand.NewPCG(12, 1))
	for range 40 {
		var before [32]Man
		first := true
		randomLine(rnd, 120, func(w *World) {
			m := w.Line[len(w.Line)-1]
			moved := 0
			for u := range w.Size {
				after := w.Men[u]
				if !first && after != before[u] {
					switch earlier := before[u]; {
					case after.Sq == chess.NoSquare && earlier.Sq == m.CapturedOn() && after.Role == earlier.Role:
					case earlier.Sq == m.From() && after.Sq == m.To() && (after.Role == earlier.Role || earlier.Role == chess.Pawn &&
						after.Role == m.Promotion()):
						moved++
					case m.Castles() && after.Role == chess.Rook && earlier.Sq.Row() == after.Sq.Row():
						moved++
					default:
						t.Fatalf("%v: man %d was %+v and is %+v after %v", w.Pos, u, earlier, after, m)
					}
				}
			}
			if want := 1; !first && moved != want && !(m.Castles() && moved == 2) {
				t.Fatalf("%v: %d men moved by %v", w.Pos, moved, m)
			}
			before, first = w.Men, false
		})
	}
}

// TestRestore checks that Restore returns to a snapshot, and that the same moves can be played again.
func TestRestore(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 1))
	for range 50 {
		var w World
		p := chess.InitialPosition()
		w.Reset(&p)
		play := func(n int) (line []chess.Move) {
			for range n {
				if len(w.Moves) == 0 {
					break
				}
				m := w.Moves[rnd.IntN(len(w.Moves))]
				w.Play(m)
				line = append(line, m)
			}
			return line
		}
		before := slices.Clone(play(20))
		snapshot := w
		after := play(30)
		w.Restore(&snapshot)
		var fresh World
		fresh.Reset(&snapshot.Pos)
		if w.Pos != snapshot.Pos || w.Men != snapshot.Men || w.At != snapshot.At || !slices.Equal(w.Line, before) ||
			!slices.Equal(w.Moves, fresh.Moves) {
			t.Fatalf("restored to %v, not to %v", w.Pos, snapshot.Pos)
		}
		for _, m := range after {
			if !w.Pos.IsLegal(m) {
				t.Fatalf("%v: %v is not legal any more", w.Pos, m)
			}
			w.Play(m)
		}
		if !slices.Equal(w.Line, append(before, after...)) {
			t.Errorf("the line differs")
		}
	}
}

// TestFindMove checks that FindMove finds exactly the legal moves.
func TestFindMove(t *testing.T) {
	rnd := rand.New(rand.NewPCG(14, 1))
	for range 50 {
		w := randomWorld(rnd)
		found := 0
		for from := range w.Own.All() {
			for to := range chess.Square(64) {
				for _, promotion := range []chess.Role{chess.NoRole, chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
					if m := w.FindMove(from, to, promotion); m != 0 {
						found++
						if m.From() != from || m.To() != to || m.Promotion() != promotion || !w.Pos.IsLegal(m) {
							t.Fatalf("%v: asked for %v%v=%v, got %v", w.Pos, from, to, promotion, m)
						}
					}
				}
			}
		}
		if found != len(w.Moves) {
			t.Fatalf("%v: %d moves found of %d", w.Pos, found, len(w.Moves))
		}
	}
}

// TestAttacks compares attacks with the attacks of all men, and AttackedByEnemy with the legal moves of the king.
func TestAttacks(t *testing.T) {
	rnd := rand.New(rand.NewPCG(15, 1))
	for range 200 {
		w := randomWorld(rnd)
		for c := chess.White; c <= chess.Black; c++ {
			want := chess.Bitboard(0)
			for sq := range w.Board.Colored(c).All() {
				want |= chess.Attacks(w.Board.At(sq), sq, w.Occ)
			}
			if got := attacks(&w.Board, c, w.Occ); got != want {
				t.Fatalf("%v: %v attacks\n%v want\n%v", w.Pos, c, got, want)
			}
		}
		k := w.Board.King(w.Us)
		for to := range (chess.KingAttacks(k) &^ w.Own).All() {
			if w.AttackedByEnemy().Has(to) == (w.FindMove(k, to, chess.NoRole) != 0) {
				t.Fatalf("%v: danger on %v is %v", w.Pos, to, w.AttackedByEnemy().Has(to))
			}
		}
	}
}

// TestChecksAreForeseen compares GivesCheck and QuietStops with the position after the move.
func TestChecksAreForeseen(t *testing.T) {
	src := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		w := randomWorld(src)
		for _, m := range w.Moves {
			if m.Castles() || m.EnPassant() {
				continue
			}
			next := w.Pos.Play(m)
			if w.GivesCheck(m) != next.InCheck() {
				t.Fatalf("%v %v: gives check %v", w.Pos, m, w.GivesCheck(m))
			}
			if m.Role() == chess.Pawn {
				continue
			}
			if quiet := w.QuietStops(m.From(), m.Role()).Has(m.To()); quiet != (!next.InCheck() && m.Captured() == chess.NoRole) {
				t.Fatalf("%v %v: quiet %v", w.Pos, m, quiet)
			}
		}
	}
}
