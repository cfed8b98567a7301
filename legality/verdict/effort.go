package verdict

import "time"

// An Effort says how far judging goes. Each level includes the ones below it. The
// zero value is Static.
type Effort uint8

// The levels, with the usual cost of one position.
const (
	Static Effort = iota // theorems on the diagram; a microsecond
	Kernel               // everything that can refute; a tenth of a millisecond
	Path                 // also a line up to the last capture; milliseconds
	Game                 // also a whole proof game; ten milliseconds and more
)

// Efforts is the number of levels.
const Efforts = int(Game) + 1

var effortNames = []string{"static", "kernel", "path", "game"}

// ParseEffort reads the name of a level, such as "kernel".
func ParseEffort(s string) (Effort, error) {
	var e Effort
	err := e.UnmarshalText([]byte(s))
	return e, err
}

// String returns the name of the level.
func (e Effort) String() string { return nameOf(effortNames, uint8(e)) }

// MarshalText returns the text of String. It fails for an invalid value.
func (e Effort) MarshalText() ([]byte, error) { return textOf("effort", effortNames, uint8(e)) }

// UnmarshalText reads what MarshalText writes, so that an Effort can be a flag.
func (e *Effort) UnmarshalText(text []byte) error {
	return parse("effort", effortNames, string(text), (*uint8)(e))
}

// A Budget limits the work of one stage on one position. A zero field means the
// default that the stage documents, a negative one no limit.
//
// Nodes come first: a verdict that was limited by nodes alone can be reproduced
// anywhere. Time makes it depend on the machine.
type Budget struct {
	Nodes int64         `json:"nodes,omitempty"`
	Time  time.Duration `json:"ns,omitempty"`
}

// A Cost is what judging a position took.
type Cost struct {
	// Nodes is the number of search steps, as each stage defines them; rules count
	// none. It does not depend on the machine.
	Nodes int64 `json:"nodes,omitempty"`
	// Time is the wall time of all stages above effort Static. The time of the
	// rules is not measured, since reading the clock would be a part of it.
	Time time.Duration `json:"ns,omitempty"`
}

// Add returns the sum of two costs.
func (c Cost) Add(d Cost) Cost { return Cost{c.Nodes + d.Nodes, c.Time + d.Time} }
