package recheck

import (
	"errors"
	"fmt"

	"chesscensus/recheck/internal/board"
)

// # Unreachable
//
// The project finds by an assignment of men to squares that S cannot be reached even if men
// pass through each other. Here another theorem is asked to refute S: on counts, Deadlock,
// NoProofKernel and NoExtendedKernel, and this one.
//
// A square is held if the man that begins there never moved and was never taken: those of men that have never moved (deadlock.go). Queens and
// rooks that fell where they were shut in are counted there (rookshome.go).
//
// And no man stands where it cannot have come, from where men of its kind enter the game, by steps
// that avoid held squares, and if it is a king, squares that are attacked by enemy pawns at home or
// are one step away from other enemy men that are held.
//
// Proof. Nobody enters a held square (a rook that castles passes f1 or d1 by steps, but for the king). A king enters no attacked square, and men on held squares have always been there; a
// king that castles steps over squares that are not attacked.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/2Q5/1PPPPPPP/1NB1KBNR w Kkq -
//	legal    r1bqkbnr/pppppppp/8/8/n7/2Q5/1PP1PPPP/1NB1KBNR w Kkq -
//	game     1. d4 Nc6 2. Qd3 Nxd4 3. Qc3 Nb3 4. Qd4 Nxa1 5. a3 Nb3 6. a4 Nc5 7. Qc3 Nxa4

// unreachable confirms that some theorem refutes the setup.
func unreachable(q *question) error {
	if counted(&q.setup) || deadlock(q) == nil || away(&q.setup) {
		return nil
	}
	if err := noSquares(newCounts(&q.setup), q.meter); !errors.Is(err, ErrWrong) {
		return err
	}
	return fmt.Errorf("%w: no other theorem refutes it", ErrUnable)
}

// away reports whether some man is where it cannot have come past held squares.
func away(s *board.Setup) bool {
	held := unmovedMen(s)
	for _, at := range board.Squares(board.MenOf(s) &^ board.Pawns(s) &^ held) {
		role, black := board.Role(s.Men[at]), board.IsBlack(s.Men[at])
		walls, from := held, board.Origins(role, black)
		if role == 'K' {
			from = board.Homes(role, black)
			walls |= guarded(s, held, !black)
		}
		if !board.Flood(role, from, walls).Has(at) {
			return true
		}
	}
	return false
}

// guarded returns squares that men of a side on held squares have always attacked.
func guarded(s *board.Setup, held set, black bool) (g set) {
	for _, sq := range board.Squares(held) {
		if board.Owned(s.Men[sq], black) {
			g |= guards(s, sq)
		}
	}
	return g
}
