package recheck

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"chesscensus/recheck/internal/board"
)

// # NoLastMove, LastMovesRejected
//
// Let T be a set of setups that holds S and not the initial position. Suppose that every
// setup of T either is refuted by a theorem on kernels or pawns (NoProofKernel, ShutOut, BarredPromotions,
// PromotedMen, TakenAtHome), or every last move of it leads back to a setup that
// counting refutes, or theorems Deadlock or TrappedMan do, or that is in T. Then S is illegal.
//
// Proof. Suppose that some games lead to setups of T; take a shortest one. Its end is not the
// initial position, is legal, and so is not refuted. It has a last move, and the setup before
// is legal, so it is not refuted, and so it is in T, with a shorter game.
//
// The certificate names T as a tree (tree.go). The last moves themselves are listed anew.
//
//	illegal  r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -
//	tree     a2a3=KQkq
//	legal    r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKBNR b KQkq -
//	game     1. Nc3 Na6 2. Ne4 Nc5 3. Nxc5 Nf6 4. Ne6 Ne4 5. Ng5 Nxg5 6. Nf3 Nh3 7. a3 Ng1 8. Nxg1

// noLastMove confirms a tree that names none.
func noLastMove(q *question) error {
	if nodes, err := q.certificate.tree(); err == nil && len(nodes) > 0 {
		return wrong("the tree names last moves")
	}
	return lastMoves(q)
}

// lastMoves confirms a tree.
func lastMoves(q *question) error {
	nodes, err := q.certificate.tree()
	if err != nil {
		return err
	}
	t := answers{q.setup: false}
	if err := t.collect(q.setup, nodes, q.meter); err != nil {
		return err
	}
	if _, ok := t[board.Start]; ok {
		return wrong("the initial position is in the tree")
	}
	// In a fixed order, so that every run gives the same answer when the budget is short.
	for _, s := range slices.SortedFunc(maps.Keys(t), func(a, b board.Setup) int { return cmp.Compare(a.String(), b.String()) }) {
		if !t[s] {
			err = t.closed(&s, q.meter)
		} else if !holds(&question{certificate: new(Certificate), setup: s, meter: q.meter}, noExtendedKernel, shutOut, barredPromotions, promotedMen, takenAtHome) {
			err = cmp.Or(q.meter.err, wrong("no theorem on kernels or pawns refutes a setup before"))
		}
		if err != nil {
			return fmt.Errorf("%w (%v)", err, s)
		}
	}
	return nil
}

// holds reports whether one of the theorems is confirmed.
func holds(q *question, theorems ...func(*question) error) bool {
	return slices.ContainsFunc(theorems, func(theorem func(*question) error) bool { return theorem(q) == nil })
}

// closed reports whether all last moves of s are refuted or lead to setups of the tree.
func (t answers) closed(s *board.Setup, m *meter) error {
	for _, u := range s.Unmoves() {
		if !m.spend() {
			return m.err
		}
		if _, ok := t[u.Before]; ok || counted(&u.Before) || rejected(&u.Before, 2) {
			continue
		}
		if !holds(&question{certificate: new(Certificate), setup: u.Before, meter: m}, deadlock, trappedMan) {
			return cmp.Or(m.err, wrong("nothing refutes the last move %v", u))
		}
	}
	return nil
}

// # DoubleCheck, SingleCheck, EnPassantOrigin
//
// Every last move of the setup leads back to one that counting refutes, or that is refuted in
// this same way.
//
// Proof. The setup is not the initial position, where nobody is in check and no double step
// has been made. So a game to it has a last move.
//
// The project names these theorems by the checkers that no last move explains, and by the
// double step that cannot have been the last move. Here it is the list of all last moves; of an
// en passant square it is one. The setup before it is known but for an en passant square of its own,
// and is taken without one. That is right where its mover was not in check, as then nothing more is asked than
// counting, which does not look at the square. And in check there was none that matters: a capture there
// would have been legal, so it would have ended the check. It takes the pawn that had just passed, and ends behind it on
// its file, where no line goes that this pawn opened. So the pawn itself gave the check, and no double step ends that.
//
//	illegal  rnbqkbnr/pppp1ppp/3NpN2/8/8/8/PPPPPPPP/R1BQKB1R b KQkq -
//	legal    rnbqkbnr/pppp1ppp/4pN2/8/4N3/8/PPPPPPPP/R1BQKB1R b KQkq -
//	game     1. Nf3 e6 2. Nc3 Nf6 3. Ne4 Nh5 4. Ne5 Nf6 5. Ng4 Ng8 6. Ngf6+

// checkers confirms that n checks have no last move.
func checkers(q *question, n int) error {
	s := q.setup
	if board.Size(s.Checkers(s.Black)) != n {
		return wrong("another number of checkers")
	}
	if s.EP != board.None && !s.Valid() {
		s.EP = board.None // which only allows more
	}
	if !rejected(&s, 1) {
		return wrong("a last move explains the check")
	}
	return nil
}

// doubleStep confirms that no double step can have been the last move.
func doubleStep(q *question) error {
	s := q.setup
	if s.EP == board.None || !s.Passed() {
		return wrong("no pawn has passed over an en passant square")
	}
	pawn, home := s.EP+8*board.Ahead(!s.Black), s.EP-8*board.Ahead(!s.Black)
	s.Men[home], s.Men[pawn] = s.Men[pawn], 0
	s.Black, s.EP = !s.Black, board.None
	if !s.InCheck(!s.Black) && !counted(&s) && !rejected(&s, 2) {
		return wrong("the double step is possible")
	}
	return nil
}

// rejected reports whether every last move of s leads back to a setup that counting refutes,
// or that is rejected itself, up to a depth. It looks at checks and en passant squares only.
func rejected(s *board.Setup, depth int) bool {
	if depth == 0 || s.EP == board.None && !s.InCheck(s.Black) || len(s.Faults()) > 0 {
		return false
	}
	for _, u := range s.Unmoves() {
		if !counted(&u.Before) && !rejected(&u.Before, depth-1) {
			return false
		}
	}
	return true
}

// counted reports whether a theorem that only counts refutes a setup.
func counted(s *board.Setup) bool {
	return holds(&question{setup: *s},
		manyMen, manyPawns, manyPromotions, promotionBalance, opposingPairs, cagedBishop, pawnHomes, pawnCaptures, crossedPawns, tripleCheck)
}
