package campaign

import (
	"context"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey/internal/shards"
)

// countDiagram counts a draw that phase k has judged with outcome o as one that
// stands for its diagram, or not.
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
		o = stats.Open // another setup may take its place, since earlier ones were asked less
	}
	return w.tally(k, c.Note.class, o).add(c.Note.props[shards.DiagramAt:], o, c.Draw.Weight, c.Draw.Multiplicity)
}

// standsForDiagram reports whether all setups of the diagram before s are refuted by
// the stages up to the effort of the second phase.
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
