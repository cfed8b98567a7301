package verdict

import (
	"math"
	"time"
)

// An Effort says how far judging goes. Each level includes the ones below it. The
// zero value, Unset, is no level: who reads it takes the default that it documents.
type Effort uint8

// The levels, with the usual cost of one position.
const (
	Unset      Effort = iota // not said
	Static                   // theorems on the diagram; a microsecond
	Kernel                   // what refutes most of the rest; a tenth of a millisecond
	Path                     // also a line up to the last capture, then cages; milliseconds, a second at worst
	Game                     // also a whole proof game, before the cages; ten milliseconds and more
	Exhaustive               // Game in passes with growing budgets; minutes for what stays open
)

var effortNames = []string{"unset", "static", "kernel", "path", "game", "exhaustive"}

// ParseEffort reads the name of a level, such as "kernel". Unset has none.
func ParseEffort(s string) (Effort, error) {
	var e Effort
	err := e.UnmarshalText([]byte(s))
	return e, err
}

// String returns the name of the level.
func (e Effort) String() string { return nameOf(effortNames, uint8(e)) }

// MarshalText returns the text of String. It fails for an invalid value.
func (e Effort) MarshalText() ([]byte, error) { return textOf("effort", effortNames, uint8(e)) }

// UnmarshalText reads the name of a level, so that an Effort can be a flag.
func (e *Effort) UnmarshalText(text []byte) error {
	var level uint8
	if err := parse("effort", effortNames[Static:], string(text), &level); err != nil {
		return err
	}
	*e = Static + Effort(level)
	return nil
}

// A Budget limits the work of one stage on one position.
// A zero field means the default that the stage documents, negative Nodes no limit.
//
// Nodes come first: a verdict that was limited by nodes alone can be reproduced
// anywhere. Time makes it depend on the machine.
type Budget struct {
	Nodes int64         `json:"nodes,omitempty"`
	Time  time.Duration `json:"ns,omitempty"`
	// Pass is the number, from 0, of a pass over what the passes before have left open.
	// Stages that search take twice the nodes of the pass before, other ways at random,
	// and from pass 1 on methods that pay for hard goals only. Others answer alike in
	// every pass.
	Pass int `json:"pass,omitempty"`
}

// MaxPass is the highest pass that means something: it has 4096 times the nodes of the first.
const MaxPass = 12

// Scaled returns Nodes, or the default if they are zero, doubled for every pass; a negative
// number, no limit, stays. Passes below 0 and above [MaxPass] count as these.
func (b Budget) Scaled(byDefault int64) int64 {
	n := b.Nodes
	if n == 0 {
		n = byDefault
	}
	if n < 0 {
		return n
	}
	pass := max(0, min(b.Pass, MaxPass))
	return min(n, math.MaxInt64>>pass) << pass
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
