package endgame

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// DefaultLookback is the number of moves that predecessors of larger material are
// followed back. More makes no difference in the counts of any material of 3 men; see
// TestLookbackConverges.
const DefaultLookback = 2

// DefaultMemory is the default limit of a table in bytes, 2 GiB.
const DefaultMemory = 2 << 30

// Options of [Enumerate]. The zero value is reading Within.
type Options struct {
	// Reading says which setups count as predecessors.
	Reading Reading
	// Lookback is for reading Beyond the number of moves that predecessors of another
	// material are followed back: with 0 they need to be initially legal, with 1 to have
	// an initially legal predecessor, and so on. More makes more setups derivedly
	// illegal, all of them rightly. 0 means DefaultLookback and a negative number 0.
	Lookback int
	// Memory limits the size of the table in bytes; 0 means DefaultMemory.
	Memory int
	// Progress, if not nil, is called now and then with the number of placements
	// looked at and the number of all.
	Progress func(done, total int)
}

// Enumerate classifies all setups of a material. The error says that the material is too
// large for Options.Memory or has too many men, or is that of the context.
//
// The time is that of a few unmoves for each setup: see the benchmarks. One byte a setup
// with kings apart is kept.
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
	t := &Table{x: newIndex(m), opt: opt, special: map[chess.Setup]Class{}}
	t.examples = [2]map[Class][]chess.Setup{{}, {}}
	t.rightsExamples = [2]map[Class][]chess.Setup{{}, {}}
	if need := 2 * t.x.size; need > opt.Memory {
		return nil, fmt.Errorf("material %v: the table needs %d MB, the limit is %d MB", m, need>>20, opt.Memory>>20)
	}
	t.classes = make([]Class, 2*t.x.size)
	e := newEnumerator(ctx, t)
	e.initial()
	e.derive()
	return t, ctx.Err()
}

// maxExamples is the number of setups of a class kept for show.
const maxExamples = 5

// An enumerator fills a table. A setup is derivedly illegal when all of its predecessors
// are illegal; as long as one is not known to be, it is Rest. Marking one as illegal makes
// its successors candidates. When no candidate is left, what is still Rest has a
// predecessor in Rest: the greatest set with this property has been found.
//
// A setup is marked with 1 + the largest n of its predecessors, which are all marked by
// then, so n does not depend on the order.
type enumerator struct {
	*Table
	ctx      context.Context
	queue    []chess.Setup // marked, successors not yet looked at
	lookback *lookback
	unmoves  []retro.Unmove
	moves    []chess.Move
}

func newEnumerator(ctx context.Context, t *Table) *enumerator {
	return &enumerator{Table: t, ctx: ctx, lookback: new(lookback)}
}

// initial finds the initially illegal setups.
func (e *enumerator) initial() {
	for i := range e.classes {
		e.classes[i] = Initial
	}
	var legal [2]int
	e.x.all(func(p *placement, occ chess.Bitboard) bool {
		if !e.pawnsOnBoard(p) {
			return true
		}
		i := e.x.of(p)
		for turn := range chess.Color(2) {
			if !e.attacked(p, occ, turn.Other()) {
				e.classes[2*i+int(turn)] = Rest
				legal[turn]++
			}
		}
		return e.ctx.Err() == nil
	})
	for turn := range e.counts {
		placed := e.x.material.Placements()
		e.counts[turn] = Counts{Placed: placed, Initial: placed - legal[turn], Rest: legal[turn]}
	}
}

// pawnsOnBoard reports whether no pawn stands on row 1 or 8.
func (e *enumerator) pawnsOnBoard(p *placement) bool {
	for _, g := range e.x.groups {
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
	for gi := range e.x.groups {
		g := &e.x.groups[gi]
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

// derive finds the derivedly illegal setups.
func (e *enumerator) derive() {
	done, total := 0, e.x.material.Placements()
	e.x.all(func(p *placement, occ chess.Bitboard) bool {
		if done++; done&0xfff == 0 {
			if e.ctx.Err() != nil {
				return false
			}
			if e.opt.Progress != nil && done&0xfffff == 0 {
				e.opt.Progress(done, total)
			}
		}
		for turn := range chess.Color(2) {
			c := e.at(p, turn)
			if c == Rest {
				e.visit(p, occ, turn)
			}
			if c != Initial {
				e.x.specials(p, turn, func(s *chess.Setup) bool {
					e.rights[turn].Placed++
					e.rights[turn].Rest++
					e.revisit(s)
					return true
				})
			}
		}
		return true
	})
	for len(e.queue) > 0 && e.ctx.Err() == nil {
		s := e.queue[len(e.queue)-1]
		e.queue = e.queue[:len(e.queue)-1]
		e.successors(&s)
	}
}

// visit marks a placement of class Rest if all of its predecessors are illegal.
func (e *enumerator) visit(p *placement, occ chess.Bitboard, turn chess.Color) {
	n, open := e.quick(p, occ, turn)
	if open {
		return
	}
	s := e.x.setup(p, turn)
	if e.x.castles || e.x.passes || e.opt.Reading == Beyond {
		if n, open = e.slow(&s); open {
			return
		}
	}
	e.mark(&s, n+1)
}

// revisit is visit for any valid setup of the material.
func (e *enumerator) revisit(s *chess.Setup) {
	if s.Castling == 0 && s.EP == chess.NoSquare {
		p := e.x.placement(&s.Board)
		e.visit(&p, s.Board.Occupied(), s.Turn)
	} else if n, open := e.slow(s); !open {
		e.mark(s, n+1)
	}
}

// mark makes a setup n times derivedly illegal.
func (e *enumerator) mark(s *chess.Setup, n Class) {
	n = min(n, maxDerived)
	examples := e.examples[s.Turn]
	if s.Castling != 0 || s.EP != chess.NoSquare {
		examples = e.rightsExamples[s.Turn]
		e.special[*s] = n
		e.rights[s.Turn].derive(n)
	} else {
		p := e.x.placement(&s.Board)
		e.classes[2*e.x.of(&p)+int(s.Turn)] = n
		e.counts[s.Turn].derive(n)
	}
	if len(examples[n]) < maxExamples {
		examples[n] = append(examples[n], *s)
	}
	e.queue = append(e.queue, *s)
}

// successors looks again at all setups of class Rest that a move of the material leads to.
func (e *enumerator) successors(s *chess.Setup) {
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
			e.revisit(&after)
		}
	}
}
