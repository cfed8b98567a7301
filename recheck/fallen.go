package recheck

import "chesscensus/recheck/internal/board"

// # ShutOut, of a bishop that is gone
//
// Let a bishop that began the game have been taken for sure, and not in its cage: S shows none of its side on the color of its home, or none but on
// squares where they must have been promoted. Take theorem NoExtendedKernel, and let officers that pawns take on some squares of this color be others all
// of them: the bishop is none of them. S is illegal if
//
//   - there is no solution where this is so of all squares from row 2 to row 7;
//   - and for each file, there is none where it is so of all these squares but those of the file; or no projection, with that bishop at home in the
//     beginning, leads to a capture of it by a pawn on the file, without promoting, and then without it to the pawns of S.
//
// Proof. The bishop is one of those that were taken for sure. If no pawn took it, or one did as it promoted, the game gives a solution of the first kind;
// and if one took it on a file, of the second. Then it is a projection to this capture, with the bishop on that square, and on without it.
//
//	illegal  rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -
//	bishop   f1
//	legal    rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk -
//	game     1. b3 a6 2. b4 a5 3. b5 Nf6 4. a4 Ng4 5. Ba3 Ne5 6. Bb4 axb4 7. a5 Ng4 8. a6 Ne3 9. a7 Nc4 10. Nc3 Nd6 11. Na4 Nc4 12. Nc5 Nd6 13. Na6 bxa6 14. e3 Nc4 15. Bd3 Nc6 16. Nh3 Rb8 17. a8=Q Rb7 18. Ng1 Nb8 19. Ne2 Ra7 20. Qd5 Ra8 21. Nc3 Nd6 22. Nb1 Ne4 23. Bf1 Nf6 24. Qd4 Ng8

// fallen reports whether pawns must have taken one of the bishops that began on some squares, and cannot have on any file.
func (c *projector) fallen(homes set) bool {
	for _, home := range board.Squares(homes & (board.Homes('B', false) | board.Homes('B', true))) {
		i, q := board.Side(board.Row(home) > 3), board.Colored(home)
		missed := c.needs.taken[i][board.Color(home)] > 0 && c.spared(i, q)
		for x := 0; x < 8 && missed; x++ {
			file := board.AFile << x
			missed = c.spared(i, q&^file) || c.excludes(0, file, func(z *projection) {
				z.side, z.role, z.start, z.end, z.began, z.falls = i, 'B', 1<<home, ^set(0), true, file&q
			})
		}
		if missed {
			return c.meter.err == nil
		}
	}
	return false
}

// spared reports whether there is no solution in which pawns take no bishop of side i on some squares, unless they promote.
func (c *projector) spared(i int, squares set) bool {
	n := *c.needs
	n.untaken[i] = squares &^ (board.RowSet(0) | board.RowSet(7))
	return noSquares(&n, c.meter) == nil
}
