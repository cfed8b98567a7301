package main

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// DrawsPerGame is the number of draws for each game of a kind.
const DrawsPerGame = 16

// checkPredecessors examines draws that the engine refutes: every setup before their last move, with every set of castling rights and every
// en passant square, must be illegal too, since a legal one would make the draw legal. It reports a setup that nothing refutes at effort
// kernel. Then one of the two answers is wrong, or a theorem sees less of a setup than of its successor.
func (p *Prober) checkPredecessors(ctx context.Context, result *Result, i uint64) error {
	if p.inputs.Draw == nil {
		return nil
	}
	if p.engine == nil {
		e, err := legality.New(legality.Options{Effort: verdict.Kernel})
		if err != nil {
			return err
		}
		p.engine = e
	}
	var list []retro.Unmove
	for k := i * DrawsPerGame; k < (i+1)*DrawsPerGame; k++ {
		s := p.inputs.Draw(k)
		v := p.engine.Judge(ctx, s)
		if v.Outcome != verdict.Illegal || s.Violations() != 0 {
			continue
		}
		list = retro.Unmoves(list[:0], s, retro.Options{AllEP: true})
		for _, u := range list {
			result.Positions["before"]++
			before := retro.Undo(s, u)
			if b := p.engine.Judge(ctx, before); b.Outcome != verdict.Illegal && ctx.Err() == nil {
				result.Faults = append(result.Faults, fmt.Sprintf("before: %v is not refuted, and leads to %v: %v", before, s, v.Reasons))
			}
		}
	}
	return ctx.Err()
}

// fileMirror returns a setup with the files exchanged, a for h. It is legal if the setup is, except for moves that depend on the
// homes of king and queen. So only stages that do not use these homes get it, for setups without rights and check.
func fileMirror(s chess.Setup) chess.Setup {
	m := chess.Setup{Turn: s.Turn, EP: chess.NoSquare}
	for bb := s.Board.Occupied(); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		m.Board.Put(sq^7, s.Board.At(sq))
	}
	return m
}

// fileMirrorStages are the stages that are tried on file mirrors.
var fileMirrorStages = map[string]bool{"rules": true, "kernel": true}
