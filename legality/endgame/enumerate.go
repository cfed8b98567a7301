package endgame

import (
	"context"
	"fmt"
	"math"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// DefaultLookback is the default of Options.Lookback. A larger one makes no difference in the
// counts of any material of 3 men; see TestLookbackConverges.
const DefaultLookback = 2

// DefaultMemory is the default limit of a table in bytes, 2 GiB.
const DefaultMemory = min(2<<30, math.MaxInt)

// Options of [Enumerate]. The zero value is reading Within.
type Options struct {
	// Reading determines which setups count as predecessors.
	Reading Reading
	// Lookback is the number of moves that predecessors of another material are followed back in reading Beyond:
	// with a lookback of 0 they need to be initially legal, with 1 to have an initially legal predecessor, and so
	// on. With a larger one more setups are found to be derivedly illegal, and all of them are illegal. The value 0
	// means DefaultLookback, and a negative value a lookback of 0.
	Lookback int
	// Memory limits the size of the table in bytes; 0 means DefaultMemory.
	Memory int
	// Progress, if not nil, is called now and then with the number of placements classified and the number of all.
	Progress func(done, total int)
}

// Enumerate classifies all setups of a material. It is an error if the table is too large for
// Options.Memory or the material has too many men or is not valid, or if the context is done.
//
// The time is that of a few unmoves for each setup: see the benchmarks. The table takes one
// byte for each setup whose kings are not adjacent.
func Enumerate(ctx context.Context, m Material, opt Options) (*Table, error) {
	if m.Men() < 3 || m.number(chess.White, chess.King) != 1 || m.number(chess.Black, chess.King) != 1 {
		return nil, fmt.Errorf("material %.40q: want one king a side and another man", m.String())
	}
	if m.Men() > MaxMen {
		return nil, fmt.Errorf("material %v: %d men, tables have at most %d", m, m.Men(), MaxMen)
	}
	switch {
	case opt.Reading == Within || opt.Lookback < 0:
		opt.Lookback = 0
	case opt.Lookback == 0:
		opt.Lookback = DefaultLookback
	}
	if opt.Memory <= 0 {
		opt.Memory = DefaultMemory
	}
	t := &Table{index: newIndex(m), opt: opt, specialClasses: map[chess.Setup]Class{}}
	t.examples = [2]map[Class][]chess.Setup{{}, {}}
	t.specialExamples = [2]map[Class][]chess.Setup{{}, {}}
	if need := 2 * t.index.size; need > opt.Memory {
		return nil, fmt.Errorf("material %v: the table needs %d MiB, the limit is %d MiB", m, need>>20, opt.Memory>>20)
	}
	t.classes = make([]Class, 2*t.index.size)
	e := newEnumerator(ctx, t)
	e.markInitial()
	e.markDerived()
	return t, ctx.Err()
}

// maxExamples is the number of setups of a class that [Table.Examples] returns.
const maxExamples = 5

// An enumerator fills a table. A setup is Rest until all of its predecessors are known to be
// illegal, and then marked as derivedly illegal. After a setup is marked, its successors are
// classified again. When no marked setup is left in the queue, each setup of class Rest has
// a predecessor of class Rest, and these setups are the largest set with this property.
//
// A setup is marked with 1 + the largest n of its predecessors, which are all marked
// before it, so that n does not depend on the order.
type enumerator struct {
	*Table
	ctx      context.Context
	queue    []chess.Setup // marked, successors not yet looked at
	lookback *lookback
	unmoves  []retro.Unmove
	moves    []chess.Move
}

// newEnumerator returns an enumerator for an empty table.
func newEnumerator(ctx context.Context, t *Table) *enumerator {
	return &enumerator{Table: t, ctx: ctx, lookback: new(lookback)}
}

// markInitial marks the initially illegal setups.
func (e *enumerator) markInitial() {
	for i := range e.classes {
		e.classes[i] = Initial
	}
	var legal [2]int
	e.index.eachPlacement(func(p *placement, occ chess.Bitboard) bool {
		if !e.pawnsOnBoard(p) {
			return true
		}
		i := e.index.number(p)
		for turn := range chess.Color(2) {
			if !e.attacked(p, occ, turn.Other()) {
				e.classes[2*i+int(turn)] = Rest
				legal[turn]++
			}
		}
		return e.ctx.Err() == nil
	})
	for turn := range e.counts {
		placed := e.index.material.Placements()
		e.counts[turn] = Counts{Placed: placed, Initial: placed - legal[turn], Rest: legal[turn]}
	}
}

// pawnsOnBoard reports whether no pawn stands on row 1 or 8.
func (e *enumerator) pawnsOnBoard(p *placement) bool {
	for _, g := range e.index.groups {
		for i := g.first; i < g.first+g.n && g.role == chess.Pawn; i++ {
			if (chess.Row1 | chess.Row8).Has(p.sq[i]) {
				return false
			}
		}
	}
	return true
}

// attacked reports whether the king of a color is attacked by a man other than the king.
func (e *enumerator) attacked(p *placement, occ chess.Bitboard, c chess.Color) bool {
	king := p.king[c]
	for gi := range e.index.groups {
		g := &e.index.groups[gi]
		if g.color == c {
			continue
		}
		// The squares from which a man of the role attacks the king.
		from := chess.Attacks(chess.NewPiece(c, g.role), king, occ)
		for i := range g.n {
			if from.Has(p.sq[g.first+i]) {
				return true
			}
		}
	}
	return false
}

// markDerived marks the derivedly illegal setups.
func (e *enumerator) markDerived() {
	done, total := 0, e.index.material.Placements()
	e.index.eachPlacement(func(p *placement, occ chess.Bitboard) bool {
		if done++; done&0xfff == 0 {
			if e.ctx.Err() != nil {
				return false
			}
			if e.opt.Progress != nil && done&0xfffff == 0 {
				e.opt.Progress(done, total)
			}
		}
		for turn := range chess.Color(2) {
			c := e.classAt(p, turn)
			if c == Rest {
				e.classify(p, occ, turn)
			}
			if c != Initial {
				e.index.eachSpecial(p, turn, func(s *chess.Setup) bool {
					e.specialCounts[turn].Placed++
					e.specialCounts[turn].Rest++
					e.reclassify(s)
					return true
				})
			}
		}
		return true
	})
	for len(e.queue) > 0 && e.ctx.Err() == nil {
		s := e.queue[len(e.queue)-1]
		e.queue = e.queue[:len(e.queue)-1]
		e.reclassifySuccessors(&s)
	}
}

// classify marks a placement of class Rest if all of its predecessors are illegal.
func (e *enumerator) classify(p *placement, occ chess.Bitboard, turn chess.Color) {
	n, isRest := e.searchQuiet(p, occ, turn)
	if isRest {
		return
	}
	s := e.index.setup(p, turn)
	if e.index.canCastle || e.index.canEnPassant || e.opt.Reading == Beyond {
		if n, isRest = e.searchAll(&s); isRest {
			return
		}
	}
	e.mark(&s, n+1)
}

// reclassify marks any valid setup of the material if all of its predecessors are illegal.
func (e *enumerator) reclassify(s *chess.Setup) {
	if s.Castling == 0 && s.EP == chess.NoSquare {
		p := e.index.placement(&s.Board)
		e.classify(&p, s.Board.Occupied(), s.Turn)
	} else if n, isRest := e.searchAll(s); !isRest {
		e.mark(s, n+1)
	}
}

// mark marks a setup as n times derivedly illegal.
func (e *enumerator) mark(s *chess.Setup, n Class) {
	n = min(n, maxDerived)
	examples := e.examples[s.Turn]
	if s.Castling != 0 || s.EP != chess.NoSquare {
		examples = e.specialExamples[s.Turn]
		e.specialClasses[*s] = n
		e.specialCounts[s.Turn].addDerived(n)
	} else {
		p := e.index.placement(&s.Board)
		e.classes[2*e.index.number(&p)+int(s.Turn)] = n
		e.counts[s.Turn].addDerived(n)
	}
	if len(examples[n]) < maxExamples {
		examples[n] = append(examples[n], *s)
	}
	e.queue = append(e.queue, *s)
}

// reclassifySuccessors reclassifies all setups of class Rest to which a move within the material leads.
func (e *enumerator) reclassifySuccessors(s *chess.Setup) {
	pos, err := s.Position()
	if err != nil {
		panic("endgame: a marked setup is not valid")
	}
	e.moves = pos.Moves(e.moves[:0])
	for _, m := range e.moves {
		if m.Captured() != chess.NoRole || m.Promotion() != chess.NoRole {
			continue
		}
		next := pos.Play(m)
		if after := next.Setup(); e.class(&after) == Rest {
			e.reclassify(&after)
		}
	}
}
