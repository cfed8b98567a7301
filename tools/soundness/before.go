package main

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// DrawsPerGame is the number of draws that are looked at for each game of a kind.
const DrawsPerGame = 16

// checkPredecessors counts, for draws that the engine refutes, the setups before their last moves, with every set of castling rights and every en passant
// square that there can have been. A legal one would make the draw legal, so that all are illegal; one that nothing refutes at effort kernel is
// noted as a fault: one of the two answers is wrong, or a theorem sees less of a setup than of what follows from it.
func (p *Prober) checkPredecessors(ctx context.Context, piece *Piece, i uint64) error {
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
			piece.Positions["before"]++
			before := retro.Undo(s, u)
			if b := p.engine.Judge(ctx, before); b.Outcome != verdict.Illegal && ctx.Err() == nil {
				piece.Refuted = append(piece.Refuted, fmt.Sprintf("before: %v is not refuted, and leads to %v: %v", before, s, v.Reasons))
			}
		}
	}
	return ctx.Err()
}

// fileMirror returns a setup with the files exchanged, a for h. It is legal if the setup is, but for what kings and queens do: they begin on other
// files. So only those stages are asked about it to which no king's or queen's home matters, of setups without rights and check.
func fileMirror(s chess.Setup) chess.Setup {
	m := chess.Setup{Turn: s.Turn, EP: chess.NoSquare}
	for bb := s.Board.Occupied(); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		m.Board.Put(sq^7, s.Board.At(sq))
	}
	return m
}

// fileMirrorStages are the stages that are asked about file mirrors.
var fileMirrorStages = map[string]bool{"rules": true, "kernel": true}
