package astar

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/verdict"
)

// defaultMemory is the memory of a search for its nodes, in bytes. The process then takes some 240 MB, with the garbage of growing.
const defaultMemory = 224 << 20

// leastImprove is the least number of expansions spent on shorter lines, see [Options.Improve].
const leastImprove = 20_000

// MaxWeight is the largest weight of [Options].
const MaxWeight = 1000

// Options of a search. The zero value finds a shortest line, limited by memory only.
type Options struct {
	// A and B are the weights of the number of plies made and of the bound on those to come: the known node with the least A*plies +
	// B*bound is expanded next. Both 0 means 1:1, by which the first line found is a shortest one. More weight on the bound finds
	// longer lines sooner, and 1:5 is usual. Each is at most [MaxWeight], and A at least 1.
	A, B int
	// Dynamic lets the weight of the bound fall from B to A while the plies of the line grow from 0 to the bound of the start.
	Dynamic bool
	// NonAdmissible adds to the bound, for the order only, an estimate of the moves that men in the way cost. It helps at the end of a
	// game, where nearly all men stand on their squares. A line found with it that is called shortest is shortest.
	NonAdmissible bool

	// Nodes is the largest number of expansions; 0 means no limit.
	Nodes  int64
	memory int64 // largest number of bytes for the nodes, 0 for defaultMemory
	// Below leaves out lines of so many plies or more, last moves included; 0 means none. The outcome NoSolution then means that no
	// line has fewer.
	Below int
	// First stops at the first line found. Otherwise the search looks for shorter lines, until the last one is proven shortest or a
	// limit is reached.
	First bool
	// Improve bounds the search for shorter lines after the first, which may never be proven shortest: it takes Improve times the
	// expansions up to the first line, and 20 000 at least (a second). 0 means no such bound.
	Improve int64
	// Seed breaks ties. The same seed gives the same search.
	Seed uint64

	// Opening holds moves from the start with which every line must begin. If they repeat a position, the moves between are left out.
	Opening []chess.Move
	// Last holds moves from the goal that end every line: forced ones, see [LastMoves]. All numbers of plies include them.
	Last []chess.Move

	// Improved is called with each line found, each shorter than the one before. Raised is called when the least number of plies that a
	// line can have rises, the first time with that of the start. Closer is called when a position is found with a smaller bound than
	// any before, if that is not 0. Any may be nil. The functions must not use the Search.
	Improved func(Line)
	Raised   func(Progress)
	Closer   func(Line)
}

// A Line is a sequence of moves from the start.
type Line struct {
	// Moves includes the opening, and the last moves if the goal is reached. A callback that stores it must copy it.
	Moves []chess.Move
	// Bound is a lower bound on the plies from the end of the line to the goal, 0 if it is reached.
	Bound int
	Progress
}

// A Progress describes the state of a search.
type Progress struct {
	// Least is a lower bound on the plies of lines not found yet; [bound.Infinite] if there can be none.
	Least    int
	Queue    int   // waiting nodes
	Nodes    int   // nodes in memory
	Expanded int64 // expansions
}

// An Outcome is what a search has found. The zero value is GaveUp.
type Outcome uint8

// The outcomes.
const (
	GaveUp     Outcome = iota // a limit ended the search without a line
	Found                     // a line, perhaps not a shortest one
	Shortest                  // a line, and none is shorter
	NoSolution                // no line exists that begins with the opening (and has fewer plies than Below)
)

// String returns the outcome in words.
func (o Outcome) String() string {
	names := [...]string{"gave up", "found", "shortest", "no solution"}
	if int(o) >= len(names) {
		return "invalid"
	}
	return names[o]
}

// Solved reports whether there is a line.
func (o Outcome) Solved() bool { return o == Found || o == Shortest }

// A Result is the result of a search.
type Result struct {
	Outcome Outcome
	// Stop says what ended the search: [verdict.Complete] if nothing is open, or Options.First was set and a line found.
	Stop verdict.Stop
	// Moves is the shortest line found, with the opening and the last moves; nil if none was found. Its length is the L in the output
	// of texelutil, where that omits the forced last moves.
	Moves []chess.Move
	// Closest is the line from the start to the position with the least bound, opening included. Bound is that bound: 0 if the goal was
	// reached.
	Closest []chess.Move
	Bound   int
	// Least is a lower bound on the plies of every line, last moves included, and [bound.Infinite] if there is none.
	Least int
	// Failure shows that the goal is unreachable, if the bound of the start shows that.
	Failure bound.Failure
	// Expanded is the number of expansions, Bounded that of computed bounds, and Nodes that of nodes in memory at the end.
	Expanded, Bounded int64
	Nodes             int
}
