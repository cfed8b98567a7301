package search

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
)

// checkExtended plays the extended kernel on a board of its own. Every step must start from a man of its color, pawns must move
// as pawns do and not through each other, captures must meet a man, and this man must be the victim of the kernel. At the end the
// pawns must be able to reach those of the goal by going straight ahead. Ways of officers are not checked.
func checkExtended(t *testing.T, start, goal chess.Setup, k Kernel) {
	t.Helper()
	fail := func(why string, st Step) {
		t.Helper()
		t.Errorf("%v to %v: %s | %s: step %v: %s", start, goal, k, k.ExtendedString(), st, why)
	}
	// Several men may share a square, since it is left open when officers leave.
	men := map[chess.Square][]chess.Piece{}
	for sq := range start.Board.Occupied().All() {
		men[sq] = append(men[sq], start.Board.At(sq))
	}
	take := func(sq chess.Square, fits func(chess.Piece) bool) chess.Piece { // removes a man that fits; NoPiece if there is none
		for i, p := range men[sq] {
			if fits(p) {
				men[sq] = append(men[sq][:i:i], men[sq][i+1:]...)
				return p
			}
		}
		return chess.NoPiece
	}
	captures := 0
	for _, st := range k.Extended {
		// The man that moves is taken off its square.
		moved := chess.NoPiece
		if st.Role != chess.NoRole {
			moved = take(st.From, func(p chess.Piece) bool { return p == chess.NewPiece(st.Color, st.Role) })
			if moved == chess.NoPiece { // a promoted man whose type is left open may be any officer
				moved = take(st.From, func(p chess.Piece) bool { return p == unnamedOfficer(st.Color) })
			}
			if moved == chess.NoPiece {
				fail("no man there", st)
				return
			}
		}
		if st.Role == chess.Pawn {
			checkPawnStep(t, men, st, fail)
		}
		// The victim of a capture is taken off.
		if st.Capture {
			if captures == len(k.Moves) {
				fail("too many captures", st)
				return
			}
			m := k.Moves[captures]
			captures++
			victim := take(st.To, func(p chess.Piece) bool {
				return p.Color() != st.Color && p.Role() != chess.King && p != unnamedOfficer(p.Color()) && victimFits(m, p, st.To)
			})
			if victim == chess.NoPiece {
				if start.EP == chess.NoSquare || st.To != start.EP {
					fail("no victim", st)
					return
				}
				back := chess.NewSquare(st.To.File(), st.To.Row()-st.Color.Forward())
				if take(back, func(p chess.Piece) bool { return p == chess.NewPiece(st.Color.Other(), chess.Pawn) }) == chess.NoPiece {
					fail("no pawn to be captured en passant", st)
				}
			}
			if m.Color != st.Color || m.Pawn != (st.Role == chess.Pawn) || m.Promotion.role() != st.Promotion {
				fail("another capture than "+m.String(), st)
			}
		}
		// The man that moved, or that was promoted, comes to its new square.
		switch {
		case st.Promotion != chess.NoRole:
			moved = chess.NewPiece(st.Color, st.Promotion)
		case st.Role == chess.Pawn && st.To.Row() == st.Color.LastRow():
			moved = unnamedOfficer(st.Color)
		}
		if moved != chess.NoPiece {
			if moved == unnamedOfficer(st.Color) && st.Role != chess.Pawn {
				moved = chess.NewPiece(st.Color, st.Role)
			}
			men[st.To] = append(men[st.To], moved)
		}
	}
	if captures != len(k.Moves) {
		t.Errorf("%v to %v: %s | %s: %d captures", start, goal, k, k.ExtendedString(), captures)
	}
	checkColumns(t, men, start, goal, k)
}

// unnamedOfficer returns the piece that stands for a promoted man whose type is left open: here, a king.
func unnamedOfficer(c chess.Color) chess.Piece { return chess.NewPiece(c, chess.King) }

// victimFits reports whether a piece on a square can be the victim of a move. Promoted victims come there as knights.
func victimFits(m Move, p chess.Piece, sq chess.Square) bool {
	switch m.Victim {
	case Promoted:
		return p.Role() == chess.Knight
	case Pawn:
		return p.Role() == chess.Pawn
	case DarkBishop, LightBishop:
		return p.Role() == chess.Bishop && sq.Dark() == (m.Victim == DarkBishop)
	}
	return p.Role() == m.Victim.role()
}

// checkPawnStep checks that a pawn captures to a neighboring file one row ahead, or steps ahead on its file past no pawn.
func checkPawnStep(t *testing.T, men map[chess.Square][]chess.Piece, st Step, fail func(string, Step)) {
	t.Helper()
	rows := (st.To.Row() - st.From.Row()) * st.Color.Forward()
	files := st.To.File() - st.From.File()
	if st.Capture && (rows != 1 || files*files != 1) || !st.Capture && (rows < 1 || files != 0) {
		fail("no move of a pawn", st)
		return
	}
	if st.Capture {
		return
	}
	for r := st.From.Row() + st.Color.Forward(); ; r += st.Color.Forward() {
		for _, p := range men[chess.NewSquare(st.From.File(), r)] {
			if p.Role() == chess.Pawn {
				fail("a pawn is in the way", st)
			}
		}
		if r == st.To.Row() {
			return
		}
	}
}

// checkColumns checks that on each file the pawns of the goal can be reached by steps straight ahead and promotions of the pawns
// at the ends.
func checkColumns(t *testing.T, men map[chess.Square][]chess.Piece, start, goal chess.Setup, k Kernel) {
	t.Helper()
	for x := range 8 {
		var have, want []chess.Square // pawns of the file from row 1 upwards, now and in the goal
		color := func(sq chess.Square) chess.Color {
			for _, p := range men[sq] {
				if p.Role() == chess.Pawn {
					return p.Color()
				}
			}
			panic("no pawn")
		}
		for row := range 8 {
			sq := chess.NewSquare(x, row)
			for _, p := range men[sq] {
				if p.Role() == chess.Pawn {
					have = append(have, sq)
				}
			}
			if goal.Board.RoleAt(sq) == chess.Pawn {
				want = append(want, sq)
			}
		}
		possible := false // with i black pawns at the bottom, and the white ones at the top, promoted
		for i := 0; i+len(want) <= len(have); i++ {
			fits := true
			for j, sq := range have {
				switch {
				case j < i:
					fits = fits && color(sq) == chess.Black
				case j >= i+len(want):
					fits = fits && color(sq) == chess.White
				default:
					to := want[j-i]
					fits = fits && color(sq) == goal.Board.At(to).Color() && (to.Row()-sq.Row())*color(sq).Forward() >= 0
				}
			}
			possible = possible || fits
		}
		if !possible {
			t.Errorf("%v to %v: %s | %s: file %c has pawns on %v, goal %v", start, goal, k, k.ExtendedString(), 'a'+x, have, want)
		}
	}
}

// TestExtendedKernelsArePlayable plays the extended kernels that the search finds for the starts and goals of all lists.
func TestExtendedKernelsArePlayable(t *testing.T) {
	s := &Searcher{Options: Options{Physical: true}}
	for _, l := range devdata.Listings(t) {
		start, goal := l.Start, l.Goal
		for k, err := range s.All(context.Background(), start, goal) {
			if err != nil {
				t.Fatal(err)
			}
			checkExtended(t, start, goal, k)
		}
	}
}
