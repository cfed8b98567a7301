package search

import (
	"context"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
)

// A sharedBoard holds men by square. Several may share a square, since it is left open when officers leave.
type sharedBoard map[chess.Square][]chess.Piece

// take removes a man that fits from a square and returns it, or NoPiece if there is none.
func (b sharedBoard) take(sq chess.Square, fits func(chess.Piece) bool) chess.Piece {
	i := slices.IndexFunc(b[sq], fits)
	if i < 0 {
		return chess.NoPiece
	}
	p := b[sq][i]
	b[sq] = slices.Delete(b[sq], i, i+1)
	return p
}

// takeMan removes a certain man from a square, or else an unnamed officer. It returns what it removed, or NoPiece.
func (b sharedBoard) takeMan(sq chess.Square, man chess.Piece) chess.Piece {
	if p := b.take(sq, func(p chess.Piece) bool { return p == man }); p != chess.NoPiece {
		return p
	}
	return b.take(sq, func(p chess.Piece) bool { return p == unnamedOfficer(man.Color()) })
}

// takeVictim removes the victim of a capture, en passant if it is on epSquare and no victim is there. It reports whether it could.
func (b sharedBoard) takeVictim(st Step, m Move, epSquare chess.Square) bool {
	victim := b.take(st.To, func(p chess.Piece) bool {
		return p.Color() != st.Color && p.Role() != chess.King && victimFits(m, p, st.To) // kings here are unnamed officers, too
	})
	if victim != chess.NoPiece || epSquare == chess.NoSquare || st.To != epSquare {
		return victim != chess.NoPiece
	}
	pawn := chess.NewPiece(st.Color.Other(), chess.Pawn)
	return b.take(st.To.Ahead(st.Color.Other()), func(p chess.Piece) bool { return p == pawn }) == pawn
}

// checkExtended plays the extended kernel on a board of its own. Every step must start from a man of its color, pawns must move
// as pawns do and not through each other, captures must meet a man, and this man must be the victim of the kernel. At the end the
// pawns must be able to reach those of the goal by going straight ahead. Ways of officers are not checked.
func checkExtended(t *testing.T, start, goal chess.Setup, k Kernel) {
	t.Helper()
	fail := func(why string, st Step) {
		t.Helper()
		t.Errorf("%v to %v: %s | %s: step %v: %s", start, goal, k, k.ExtendedString(), st, why)
	}
	men := sharedBoard{}
	for sq := range start.Board.Occupied().All() {
		men[sq] = append(men[sq], start.Board.At(sq))
	}
	captures := 0
	for _, st := range k.Extended {
		moved := chess.NewPiece(st.Color, st.Role) // a promoted man whose type is left open may be any officer
		if st.Role != chess.NoRole && men.takeMan(st.From, moved) == chess.NoPiece {
			fail("no man there", st)
			return
		}
		if st.Role == chess.Pawn {
			checkPawnStep(t, men, st, fail)
		}
		if st.Capture {
			if captures == len(k.Moves) {
				fail("too many captures", st)
				return
			}
			m := k.Moves[captures]
			captures++
			if !men.takeVictim(st, m, start.EP) {
				fail("no victim", st)
				return
			}
			if m.Color != st.Color || m.Pawn != (st.Role == chess.Pawn) || m.Promotion.role() != st.Promotion {
				fail("another capture than "+m.String(), st)
			}
		}
		switch { // what comes to the square
		case st.Promotion != chess.NoRole:
			moved = chess.NewPiece(st.Color, st.Promotion)
		case st.Role == chess.Pawn && st.To.Row() == st.Color.LastRow():
			moved = unnamedOfficer(st.Color)
		}
		if st.Role != chess.NoRole {
			men[st.To] = append(men[st.To], moved)
		}
	}
	if captures != len(k.Moves) {
		t.Errorf("%v to %v: %s | %s: %d captures, want %d", start, goal, k, k.ExtendedString(), captures, len(k.Moves))
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
func checkPawnStep(t *testing.T, men sharedBoard, st Step, fail func(string, Step)) {
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
func checkColumns(t *testing.T, men sharedBoard, start, goal chess.Setup, k Kernel) {
	t.Helper()
	for file := range 8 {
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
			sq := chess.NewSquare(file, row)
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
			t.Errorf("%v to %v: %s | %s: file %c has pawns on %v, goal %v", start, goal, k, k.ExtendedString(), 'a'+file, have, want)
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
