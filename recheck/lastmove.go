package recheck

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"chesscensus/recheck/internal/board"
)

// # TripleCheck
//
// At most two men give check.
//
// Proof. Before the last move no man gave check. A move brings one man to a new square, which may give check. By leaving a square it opens
// at most one line to the king. Two cases need a word. An en passant capture empties two squares; but if the pawn itself gives check, its
// victim stood a knight's leap from the king, so on no line to it. Castling empties squares at the edge, which shield nothing but the rook's
// own line.
//
//	illegal  4k3/8/3N1N2/8/8/8/8/4RK2 b - -
//	legal    rnbqkbnr/pppp1ppp/4pN2/8/8/8/PPPPPPPP/RNBQKB1R b KQkq -
//	game     1. Nf3 e6 2. Ne5 Nf6 3. Ng4 Ng8 4. Nf6+

// tripleCheck confirms that more than two men give check.
func tripleCheck(q *question) error {
	if board.Size(q.setup.Checkers(q.setup.Black)) <= 2 {
		return wrong("no three checkers")
	}
	return nil
}

// # NoLastMove, LastMovesRejected
//
// Let T be a set of setups that contains S, but not the initial position. S is illegal if one of these holds for every setup of T:
//
//   - A theorem on kernels or pawns refutes it: NoExtendedKernel, ShutOut, BarredPromotions, PromotedMen or TakenAtHome.
//   - Every last move of it leads back to a setup of T, or to one that a count, Deadlock or TrappedMan refutes.
//
// Proof. Suppose that games lead to setups of T, and take a shortest one. Its end is legal, so no theorem refutes it, and it is not the
// initial position. So the game has a last move. The setup before it is legal, so it is in T, with a shorter game.
//
// The certificate names T as a tree (package format). The last moves of each setup are computed here.
//
//	illegal  r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -
//	tree     a2a3=KQkq
//	legal    r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKBNR b KQkq -
//	game     1. Nc3 Na6 2. Ne4 Nc5 3. Nxc5 Nf6 4. Ne6 Ne4 5. Ng5 Nxg5 6. Nf3 Nh3 7. a3 Ng1 8. Nxg1

// noLastMove confirms a tree without last moves: T is S alone.
func noLastMove(q *question) error {
	if nodes, err := q.certificate.tree(); err == nil && len(nodes) > 0 {
		return wrong("the tree names last moves")
	}
	return lastMoves(q)
}

// lastMoves confirms the tree of the certificate.
func lastMoves(q *question) error {
	nodes, err := q.certificate.tree()
	if err != nil {
		return err
	}
	t := treeSetups{q.setup: false}
	if err := t.collect(q.setup, nodes, q.meter); err != nil {
		return err
	}
	if _, ok := t[board.Start]; ok {
		return wrong("the initial position is in the tree")
	}
	// In a fixed order, so that every run has the same answer when the budget is short.
	for _, s := range slices.SortedFunc(maps.Keys(t), func(a, b board.Setup) int { return cmp.Compare(a.String(), b.String()) }) {
		if !t[s] {
			err = t.allLastMovesRefuted(&s, q.meter)
		} else {
			err = refutedByPawns(s, q.meter)
		}
		if err != nil {
			return fmt.Errorf("%w (%v)", err, s)
		}
	}
	return nil
}

// refutedByPawns returns nil if a theorem on kernels or pawns refutes a setup before.
func refutedByPawns(s board.Setup, m *meter) error {
	m.postponed = nil
	q := &question{certificate: new(Certificate), setup: s, meter: m}
	if anyConfirms(q, noExtendedKernel, shutOut, barredPromotions, promotedMen, takenAtHome) {
		return nil
	}
	return cmp.Or(m.err, m.postponed, wrong("no theorem on kernels or pawns refutes a setup before"))
}

// anyConfirms reports whether one of the theorems confirms that the setup is illegal.
func anyConfirms(q *question, theorems ...func(*question) error) bool {
	return slices.ContainsFunc(theorems, func(theorem func(*question) error) bool { return theorem(q) == nil })
}

// allLastMovesRefuted returns nil if every last move of s leads back to a setup that is refuted or in the tree.
func (t treeSetups) allLastMovesRefuted(s *board.Setup, m *meter) error {
	for _, u := range s.Unmoves() {
		if !m.spend() {
			return m.err
		}
		if _, ok := t[u.Before]; ok || refutedByCounting(&u.Before) || lastMovesRefuted(&u.Before, 2) {
			continue
		}
		if !anyConfirms(&question{certificate: new(Certificate), setup: u.Before, meter: m}, deadlock, trappedMan) {
			return cmp.Or(m.err, wrong("nothing refutes the last move %v", u))
		}
	}
	return nil
}

// # DoubleCheck, SingleCheck, EnPassantOrigin
//
// S is illegal if every last move of it leads back to a setup that counting refutes, or that is refuted in the same way.
//
// Proof. S has a check or an en passant square, so it is not the initial position. So a game to it has a last move.
//
// The project names these theorems by the checkers that no last move explains, and by the double step that cannot have been the last move.
// Here all last moves are listed. An en passant square leaves only one, the double step. The setup before it is known, except for an en
// passant square of its own, and is taken without one. There are two cases:
//
//   - Its mover was not in check. Then only counting is applied, which does not look at the square.
//   - Its mover was in check. With an en passant square there, a capture on it would have been legal, so it would have ended the check. It
//     captures the pawn that had just passed, and ends behind this pawn on its file, so on no line that this pawn opened. So the pawn
//     itself gave the check. But a double step does not end that, so there was no such square.
//
//	illegal  rnbqkbnr/pppp1ppp/3NpN2/8/8/8/PPPPPPPP/R1BQKB1R b KQkq -
//	legal    rnbqkbnr/pppp1ppp/4pN2/8/4N3/8/PPPPPPPP/R1BQKB1R b KQkq -
//	game     1. Nf3 e6 2. Nc3 Nf6 3. Ne4 Nh5 4. Ne5 Nf6 5. Ng4 Ng8 6. Ngf6+

// checkers confirms that the setup has n checkers, and that no last move leads to them.
func checkers(q *question, n int) error {
	s := q.setup
	if board.Size(s.Checkers(s.Black)) != n {
		return wrong("another number of checkers")
	}
	if s.EP != board.None && !s.Valid() {
		s.EP = board.None // which only allows more
	}
	if !lastMovesRefuted(&s, 1) {
		return wrong("a last move explains the check")
	}
	return nil
}

// doubleStep confirms that the double step over the en passant square cannot have been the last move.
func doubleStep(q *question) error {
	s := q.setup
	if s.EP == board.None || !s.CanHavePassedEP() {
		return wrong("no pawn has passed over an en passant square")
	}
	pawn, home := s.EP+8*board.Ahead(!s.Black), s.EP-8*board.Ahead(!s.Black)
	s.Men[home], s.Men[pawn] = s.Men[pawn], 0
	s.Black, s.EP = !s.Black, board.None
	if !s.InCheck(!s.Black) && !refutedByCounting(&s) && !lastMovesRefuted(&s, 2) {
		return wrong("the double step is possible")
	}
	return nil
}

// lastMovesRefuted reports whether every last move of s leads back to a setup that counting refutes, or whose last moves are refuted in
// turn, up to a depth in moves. It is false for setups without a check or an en passant square.
func lastMovesRefuted(s *board.Setup, depth int) bool {
	if depth == 0 || s.EP == board.None && !s.InCheck(s.Black) || len(s.Faults()) > 0 {
		return false
	}
	for _, u := range s.Unmoves() {
		if !refutedByCounting(&u.Before) && !lastMovesRefuted(&u.Before, depth-1) {
			return false
		}
	}
	return true
}

// refutedByCounting reports whether a theorem that only counts men, pawns, captures or checkers refutes a setup.
func refutedByCounting(s *board.Setup) bool {
	return anyConfirms(&question{setup: *s},
		manyMen, manyPawns, manyPromotions, promotionBalance, opposingPairs, cagedBishop, pawnHomes, pawnCaptures, crossedPawns, tripleCheck)
}
