package campaign

import (
	"context"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey/internal/shards"
)

// countDiagram counts a draw that phase k has judged with outcome o in the sample of draws that count diagrams. It counts as Out if
// it does not stand for its diagram.
func (w *Worker) countDiagram(ctx context.Context, c *candidate, k int, o stats.Outcome) error {
	switch {
	case k == 1:
		if o != stats.Out {
			stands, err := w.standsForDiagram(ctx, &c.Draw.Setup)
			if err != nil {
				return err
			}
			if !stands {
				o = stats.Out
			}
		}
		c.Note.mayStand = o != stats.Out
	case o == stats.Out && w.plan.Phases[k].Effort != w.plan.Phases[1].Effort:
		o = stats.Open // a later setup may stand for the diagram, which was not judged with this effort
	}
	return w.tally(k, c.Note.class, o).Add(c.Note.props[shards.DiagramAt:], o, c.Draw.Weight, c.Draw.Multiplicity)
}

// standsForDiagram reports whether the stages up to the effort of the second phase refute all setups of the diagram before s.
func (w *Worker) standsForDiagram(ctx context.Context, s *chess.Setup) (bool, error) {
	for e := range earlierSetups(s) {
		j, err := w.diagramJudge.Judge(ctx, &sampler.Draw{Setup: e, Weight: 1})
		if err != nil || j.Outcome != stats.Out {
			return false, err
		}
	}
	return true, nil
}

// earlierSetups yields the setups of the same diagram that come before s: ordered by
// castling rights, none first, then by en passant square, none first, then White to
// move before Black.
func earlierSetups(s *chess.Setup) func(func(chess.Setup) bool) {
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
