package recheck

import (
	"errors"
	"fmt"

	"chesscensus/recheck/internal/board"
)

// # Unreachable
//
// The project shows by an assignment of men to squares that S cannot be reached even if men pass through each other. This package confirms
// the claim if another theorem refutes S: a count, Deadlock, NoProofKernel, NoExtendedKernel, or the following statement.
//
// A square is held if an unmoved man (deadlock.go) stands on it. S is illegal if a man stands where it cannot have come from the squares
// where men of its kind enter the game, by steps that avoid held squares. If the man is a king, its steps also avoid squares that held
// enemy men attack: pawns diagonally, others one step away.
//
// Proof. No man enters a held square. (A rook that castles steps over d1 or f1, past the king.) A king enters no attacked square, and men
// on held squares have always been there. A king that castles steps over squares that are not attacked.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/2Q5/1PPPPPPP/1NB1KBNR w Kkq -
//	legal    r1bqkbnr/pppppppp/8/8/n7/2Q5/1PP1PPPP/1NB1KBNR w Kkq -
//	game     1. d4 Nc6 2. Qd3 Nxd4 3. Qc3 Nb3 4. Qd4 Nxa1 5. a3 Nb3 6. a4 Nc5 7. Qc3 Nxa4

// unreachable confirms that some theorem refutes the setup.
func unreachable(q *question) error {
	if refutedByCounting(&q.setup) || deadlock(q) == nil || hasManOutOfReach(&q.setup) {
		return nil
	}
	if err := noSquares(newCounts(&q.setup), q.meter); !errors.Is(err, ErrWrong) {
		return err
	}
	return fmt.Errorf("%w: no other theorem refutes it", ErrUnable)
}

// hasManOutOfReach reports whether some man stands where it cannot have come past held squares.
func hasManOutOfReach(s *board.Setup) bool {
	held := unmovedMen(s)
	for _, sq := range board.Squares(board.Occupied(s) &^ board.Pawns(s) &^ held) {
		role, black := board.Role(s.Men[sq]), board.IsBlack(s.Men[sq])
		walls, from := held, board.Origins(role, black)
		if role == 'K' {
			from = board.Homes(role, black)
			walls |= guardedByHeld(s, held, !black)
		}
		if !board.Flood(role, from, walls).Has(sq) {
			return true
		}
	}
	return false
}

// guardedByHeld returns the squares that men of a side on held squares have always attacked.
func guardedByHeld(s *board.Setup, held set, black bool) (squares set) {
	for _, sq := range board.Squares(held) {
		if board.OwnedBy(s.Men[sq], black) {
			squares |= guardedFrom(s, sq)
		}
	}
	return squares
}
