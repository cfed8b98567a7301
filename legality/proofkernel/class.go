package proofkernel

// A Class is a set of kernels: for each file the order of what happens in it. Every merging of the eight lists into one order is
// a kernel. The rows of the pawn captures make it an extended kernel.
//
// Package named turns it into one kernel of named men:
//
//  1. Take the first event of any list that is ready, until all lists are empty. A Fall is always ready. A crossing is ready when
//     it is first in both files that it joins: a Leave in the file left, an Arrive or a TakePawn in the file entered. Some event
//     is always ready (Lemma 1).
//  2. Then come the promotions by capture, and all other promotions.
//  3. Officers take officers until the counts agree.
type Class struct {
	// Files holds what happens in the files a to h, in order.
	Files [8][]Event
	// ByCapture is the number of pawns of a color (0 White, 1 Black) on a file that promote by a
	// capture in the end. All others that are not in the goal promote by a step.
	ByCapture [2][8]int8
	// Captures is the number of captures of each color in the class. All other captures of a color are of
	// officers by officers.
	Captures [2]int8
	// Exact reports that the class is known to stand for a kernel with named men ("Where an acceptance says less"
	// in the package documentation). Otherwise the setup is merely not refuted.
	Exact bool
}

// An Event is a step in the history of one file. Its meaning depends on the column of pawns of the file, which starts with a
// white pawn below a black one.
type Event struct {
	Kind  EventKind
	Color uint8 // of the pawn that crosses or is taken: 0 White, 1 Black
	Left  bool  // the crossing joins this file with the left neighbor, not the right one
	// Index is the index of the pawn, 0 for the lowest: before a Leave or Fall, after an
	// Arrive or TakePawn.
	Index int8
	// Row is the row of the pawn at that moment, 0 to 7: for a Leave, of the square that it leaves; for an
	// Arrive or TakePawn, of the square of the capture; for a Fall, a row on which it can be taken. The rows of
	// a class satisfy all constraints together.
	Row int8
	// Bishop says of an Arrive that the officer taken must be a bishop: 0 no, 1 of the
	// light squares, 2 of the dark squares.
	Bishop int8
}

// An EventKind says what happens in a file.
type EventKind uint8

// String returns the name of the kind in lower case.
func (k EventKind) String() string {
	if int(k) >= len(kindNames) {
		return "invalid"
	}
	return kindNames[k]
}

var kindNames = [...]string{"leave", "arrive", "take pawn", "fall"}

// The kinds.
const (
	Leave    EventKind = iota // a pawn leaves the file by a capture
	Arrive                    // a pawn comes in by taking an officer
	TakePawn                  // a pawn comes in by taking a pawn of the other color
	Fall                      // an officer takes a pawn
)

// Class returns the class that the last call of Exists found. It is valid if the result was Has, until the next call, which
// overwrites it.
func (s *Solver) Class() *Class { return &s.class }

// storeClass stores the class under construction.
func (ex *extension) storeClass(left resources) {
	c := &ex.class
	g := &ex.goal
	c.Exact = true
	for file := range 8 {
		lv := &ex.level[file]
		c.Files[file] = append(c.Files[file][:0], lv.events...)
		for i := range c.Files[file] {
			e := &c.Files[file][i]
			e.Row = ex.rows.least[lv.eventRows[i]]
		}
		for color := range 2 {
			n := lv.byCapture[color]
			if g.mode[color][file] == byCaptureOnly {
				n = int(lv.outcome.extra[color])
			}
			c.ByCapture[color][file] = int8(n)
		}
	}
	for i := range ex.officerCaptures {
		t := &ex.officerCaptures[i]
		c.Files[t.file][t.event].Bishop = t.bishop
	}
	ex.sparePawnsLeft = left.spare
	for color := range 2 {
		c.Captures[color] = int8(g.captures[color]) - left.captures[color]
		if int(left.spare[color]) > g.startOthers[color] {
			c.Exact = false
		}
	}
}
