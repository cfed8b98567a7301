package endgame

import (
	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// Derive classifies one setup of any material from its predecessors, looking back at most the given number of
// moves: n times derivedly illegal if that can be told, Initial if the setup breaks a rule of
// [chess.Setup.Violations], and otherwise Rest, which then only means that a chain of so many predecessors exists.
//
// In reading Beyond every predecessor counts, with castling rights and en passant histories, so that what is
// derivedly illegal is illegal: the first move of a game begins in the initial position, which is Rest here, and
// each position of a game has the one before among its predecessors.
//
// The search is depth first and ends at the first chain found. With few predecessors or many chains it costs
// microseconds; it may grow as the number of predecessors to the power of the depth.
func Derive(s chess.Setup, reading Reading, depth int) Class {
	if s.Violations() != 0 {
		return Initial
	}
	return new(lookback).class(&s, reading, depth)
}

// A lookback is the scratch space of a search backwards.
type lookback struct {
	unmoves [][]retro.Unmove // by depth
}

// class returns the class of a valid setup by its predecessors up to depth moves back.
func (l *lookback) class(s *chess.Setup, reading Reading, depth int) Class {
	if depth <= 0 || *s == chess.InitialSetup() {
		return Rest
	}
	for len(l.unmoves) <= depth {
		l.unmoves = append(l.unmoves, nil)
	}
	list := retro.Unmoves(l.unmoves[depth][:0], *s, retro.Options{AllEP: true})
	l.unmoves[depth] = list
	n := Rest
	for _, u := range list {
		if reading == Within && !quiet(u) {
			continue
		}
		before := retro.Undo(*s, u)
		class := l.class(&before, reading, depth-1)
		if class == Rest {
			return Rest
		}
		n = max(n, class)
	}
	return min(n+1, maxDerived)
}
