package campaign

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// countDiagram counts a draw that phase k has judged with outcome o as one that
// stands for its diagram, or not.
func (w *Worker) countDiagram(ctx context.Context, c *candidate, k, o int) {
	switch {
	case k == 1:
		if o != out && !w.standsForDiagram(ctx, &c.draw.Setup) {
			o = out
		}
		c.diagram = o != out
	case o == out:
		o = pass // another setup may take its place
	}
	w.tallies[k].add(c.props[diagramAt:], o, c.draw.Weight, c.draw.Multiplicity)
}

// standsForDiagram reports whether all setups of the diagram before s are refuted by
// the second phase.
func (w *Worker) standsForDiagram(ctx context.Context, s *chess.Setup) bool {
	for e := range earlier(s) {
		if w.engines[1].Judge(ctx, e).Outcome != verdict.Illegal {
			return false
		}
	}
	return true
}

// earlier yields the setups of the same diagram that come before s: ordered by
// castling rights, none first, then by en passant square, none first, then White to
// move before Black.
func earlier(s *chess.Setup) func(func(chess.Setup) bool) {
	return func(yield func(chess.Setup) bool) {
		e := *s
		for e.Castling = 0; e.Castling <= s.Castling; e.Castling++ {
			for _, e.EP = range enPassantSquares {
				for e.Turn = chess.White; e.Turn <= chess.Black; e.Turn++ {
					if e == *s || !yield(e) {
						return
					}
				}
			}
		}
	}
}

// enPassantSquares are no square and then all on which a pawn can be captured en
// passant.
var enPassantSquares = func() []chess.Square {
	list := []chess.Square{chess.NoSquare}
	for sq := range chess.Square(64) {
		if r := sq / 8; r == 2 || r == 5 {
			list = append(list, sq)
		}
	}
	return list
}()
