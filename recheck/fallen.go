package recheck

import "chesscensus/recheck/internal/board"

// # ShutOut, of a bishop that is gone
//
// Let z be a bishop that began the game and was taken for sure, not in its cage (theorem CagedBishop). So S shows no bishop of its side on
// the color of its home, or only such as must have been promoted where they stand. Take a set of squares of this color from row 2 to row 7.
// A solution of theorem NoExtendedKernel spares the set if it counts no officer that pawns take on it as a bishop of z's side. S is illegal
// if both of this holds:
//
//   - No solution spares all these squares.
//   - For each file: no solution spares all these squares but those of the file. Or no path of a projection that begins with z at home
//     leads to a capture of z by a pawn on the file, without promoting, and on without z to the pawns of S.
//
// Proof. z is one of the bishops that were taken for sure. If no pawn took it, or one did as it promoted, the game gives a solution of the
// first kind. If a pawn took it on a file otherwise, it gives one of the second kind, and a path: up to this capture with z, and on without
// it.
//
//	illegal  rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -
//	bishop   f1
//	legal    rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk -
//	game     1. b3 a6 2. b4 a5 3. b5 Nf6 4. a4 Ng4 5. Ba3 Ne5 6. Bb4 axb4 7. a5 Ng4 8. a6 Ne3 9. a7 Nc4 10. Nc3 Nd6 11. Na4 Nc4 12. Nc5 Nd6 13. Na6 bxa6 14. e3 Nc4 15. Bd3 Nc6 16. Nh3 Rb8 17. a8=Q Rb7 18. Ng1 Nb8 19. Ne2 Ra7 20. Qd5 Ra8 21. Nc3 Nd6 22. Nb1 Ne4 23. Bf1 Nf6 24. Qd4 Ng8

// impossiblyTaken reports whether pawns must have captured a bishop that began on one of some squares, and cannot have done so on any file.
func (pr *projector) impossiblyTaken(homes set) bool {
	for _, home := range board.Squares(homes & (board.Homes('B', false) | board.Homes('B', true))) {
		i, q := board.Side(board.Row(home) > 3), board.Colored(home)
		missed := pr.counts.takenBishops[i][board.Color(home)] > 0 && pr.noSolutionSparing(i, q)
		for x := 0; x < 8 && missed; x++ {
			file := board.AFile << x
			missed = pr.noSolutionSparing(i, q&^file) || pr.excludes(0, file, func(p *projection) {
				p.side, p.role, p.start, p.end, p.neverPromoted, p.takenOn = i, 'B', 1<<home, ^set(0), true, file&q
			})
		}
		if missed {
			return pr.meter.err == nil
		}
	}
	return false
}

// noSolutionSparing reports whether no solution spares some squares: pawns capture no bishop of side i there unless they promote.
func (pr *projector) noSolutionSparing(i int, squares set) bool {
	ct := *pr.counts
	ct.untaken[i] = squares &^ (board.RowSet(0) | board.RowSet(7))
	return noSquares(&ct, pr.meter) == nil
}
