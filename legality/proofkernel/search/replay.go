package search

import (
	"errors"
	"fmt"
	"slices"

	"chesscensus/chess"
)

// Errors of Extend.
var (
	errMoves = errors.New("search: no kernel")          // the captures are no kernel of the goal
	errRows  = errors.New("search: no extended kernel") // they are a kernel without rows
)

// Extend returns the kernel of the forced captures and the given ones, in this order, with an extended kernel. It tests every
// capture against the rules of the search, and the end against the goal. So the result is a kernel, whatever the origin of the
// captures. If there are no rows by the rule of the reference, it tries those of Options.StepAside.
//
// The error says what fails: the setups, the captures, or the rows alone. Extend does not keep the slice. A call takes some 20
// microseconds.
func (s *Searcher) Extend(start, goal chess.Setup, moves []Move) (Kernel, error) {
	if err := s.problem.reset(&start, &goal); err != nil {
		return Kernel{}, err
	}
	if s.impossible {
		return Kernel{}, fmt.Errorf("%w: blocked squares or counts refute the goal", errMoves)
	}
	s.path = append(append(s.path[:0], s.forced...), moves...)
	st := s.first
	for _, m := range moves {
		if !s.isGenerated(&st, m) {
			return Kernel{}, fmt.Errorf("%w: %v is not possible", errMoves, m)
		}
		st = st.apply(m)
	}
	if !s.isGoal(&st) {
		return Kernel{}, fmt.Errorf("%w: the captures do not lead to the goal", errMoves)
	}
	var found Kernel
	s.yield = func(k Kernel) bool {
		found = k
		return true
	}
	for _, aside := range []bool{s.StepAside, true} {
		s.rows.stepAside = aside
		s.rows.reset(&s.problem)
		solvable := s.yieldIfSolvable(false)
		s.rows.clear()
		if solvable {
			return found, nil
		}
	}
	return Kernel{}, errRows
}

// isGenerated reports whether a capture is among those that the generator makes for a state.
func (s *Searcher) isGenerated(st *state, m Move) bool {
	if len(s.lists) == 0 {
		s.lists = append(s.lists, nil)
	}
	if m.Color > chess.Black || !m.inRange() || st.left(m.Color) == 0 {
		return false
	}
	if hasPawn := m.Pawn || m.Victim == Pawn; hasPawn && st.rest&officersOnly != 0 {
		return false
	}
	g := generator{problem: &s.problem, s: st, dst: s.lists[0][:0], physical: true}
	g.mask, g.most = s.incomplete(st), uint8(st.totalLeft()-1)
	switch {
	case m.Pawn:
		i := int(m.Index)
		if m.Victim == Promoted && m.VictimFile == m.File && m.Color == chess.White {
			i++ // the black victim, below the pawn, still counts in the column of st
		}
		col, distance := st.column(int(m.File)), m.ToFile-m.File
		isPawn := i < col.len() && col.at(i) == m.Color
		if distance*distance != 1 || !isPawn || !g.movable(int(m.File), col, i) {
			return false
		}
		g.addByPawn(Move{Color: m.Color, Pawn: true, File: m.File, Index: int8(i), ToFile: m.ToFile}, int(distance+1)/2)
	case m.Victim == Pawn:
		g.addOfPawns(m.Color)
	default:
		return g.mask == 0 && m.Victim >= Queen && m.Victim <= Knight && g.canBeTaken(m.Color.Other(), m.Victim)
	}
	s.lists[0] = g.dst
	return slices.ContainsFunc(g.dst, func(c child) bool { return c.move == m })
}
