package verdict

import (
	"math"
	"time"
)

// An Effort is a level of judging, which selects the stages. Each level includes the ones
// below it. The zero value, Unset, is no level and means a default.
type Effort uint8

// The levels, with the usual cost of one position.
const (
	Unset      Effort = iota // the default
	Static                   // theorems on the diagram; a microsecond
	Kernel                   // also proof kernels, bounds and last moves; a tenth of a millisecond
	Path                     // also a line up to the last capture, then cages; milliseconds, a second at worst
	Game                     // also a whole proof game, before the cages; ten milliseconds and more
	Exhaustive               // Game in passes with growing budgets; minutes for undecided setups
)

var effortNames = []string{"unset", "static", "kernel", "path", "game", "exhaustive"}

// ParseEffort parses the name of a level, such as "kernel". It does not accept that of Unset.
func ParseEffort(s string) (Effort, error) {
	var e Effort
	err := e.UnmarshalText([]byte(s))
	return e, err
}

// String returns the name of the level.
func (e Effort) String() string { return nameOf(effortNames, uint8(e)) }

// MarshalText returns the text of String. It fails for an invalid value.
func (e Effort) MarshalText() ([]byte, error) { return textOf("effort", effortNames, uint8(e)) }

// UnmarshalText parses the name of a level, so that an Effort can be a flag.
func (e *Effort) UnmarshalText(text []byte) error {
	var level uint8
	if err := parseName("effort", effortNames[Static:], string(text), &level); err != nil {
		return err
	}
	*e = Static + Effort(level)
	return nil
}

// A Budget limits the work of one stage on one position.
// A zero field means the default that the stage documents, negative Nodes no limit.
//
// A verdict that is limited by Nodes alone can be reproduced anywhere. With Time it depends on the machine.
type Budget struct {
	Nodes int64         `json:"nodes,omitempty"`
	Time  time.Duration `json:"ns,omitempty"`
	// Pass is the number, from 0, of a pass over the setups that earlier passes left undecided. In each pass the
	// stages that search use twice the nodes of the pass before and other random choices, and from pass 1 on also
	// methods that are useful for hard goals only. Other stages have the same result in every pass.
	Pass int `json:"pass,omitempty"`
}

// MaxPass is the highest pass with a budget of its own: 4096 times the nodes of the first.
const MaxPass = 12

// Scaled returns Nodes, or the default if they are zero, doubled for every pass. A negative number, which means no
// limit, is not changed. Passes below 0 count as 0, those above [MaxPass] as MaxPass.
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

// A Cost is the work of judging a position.
type Cost struct {
	// Nodes is the number of search steps, as each stage defines them; 0 for static stages.
	// It does not depend on the machine.
	Nodes int64 `json:"nodes,omitempty"`
	// Time is the wall time of all stages above effort Static. The time of static stages is
	// not measured, since reading the clock would be a part of it.
	Time time.Duration `json:"ns,omitempty"`
}

// Add returns the sum of two costs.
func (c Cost) Add(d Cost) Cost { return Cost{c.Nodes + d.Nodes, c.Time + d.Time} }
