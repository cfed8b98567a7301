package endgame

import "fmt"

// A Class is the result of classifying a setup by its predecessors. The zero value is Rest.
// A value n from 1 to maxDerived means n times derivedly illegal.
type Class uint8

const (
	// Rest is an initially legal setup that is not derivedly illegal: it has an infinite
	// chain of predecessors, as far as the [Reading] looks.
	Rest Class = 0
	// maxDerived is the largest n; setups with a larger one have this class, too.
	maxDerived Class = 253
	// Initial is an initially illegal setup: it breaks a rule of the board.
	Initial Class = 255
)

// Derived returns n if the class is n times derivedly illegal, and else 0.
func (c Class) Derived() int {
	if c <= maxDerived {
		return int(c)
	}
	return 0
}

// String returns "rest", "initially illegal" or "n times derivedly illegal".
func (c Class) String() string {
	switch {
	case c == Rest:
		return "rest"
	case c == Initial:
		return "initially illegal"
	case c == 1:
		return "once derivedly illegal"
	}
	return fmt.Sprintf("%d times derivedly illegal", c)
}

// A Reading determines which setups count as predecessors.
type Reading uint8

const (
	// Within counts only predecessors of the same material: the last move was no capture and no promotion.
	Within Reading = iota
	// Beyond counts all predecessors. One of another material counts as illegal only if
	// this follows from predecessors at most Options.Lookback moves back.
	Beyond
)

// String returns "within" or "beyond".
func (r Reading) String() string {
	if r == Beyond {
		return "beyond"
	}
	return "within"
}
