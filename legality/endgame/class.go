package endgame

import "fmt"

// A Class says what is known of a setup from its predecessors. The zero value is Rest.
// Values from 1 to maxDerived are n times derivedly illegal.
type Class uint8

const (
	// Rest is an initially legal setup that is not derivedly illegal: it has an infinite
	// chain of predecessors, as far as the [Reading] looks.
	Rest Class = 0
	// maxDerived is the largest n that can be told apart.
	maxDerived Class = 253
	// Initial is an initially illegal setup: a broken rule can be seen on the board.
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

// A Reading says which setups count as predecessors.
type Reading uint8

const (
	// Within takes predecessors of the same material only: what captured or promoted
	// with its last move has none.
	Within Reading = iota
	// Beyond takes all predecessors. One of a larger material counts as illegal only if
	// that is derived within Options.Lookback moves.
	Beyond
)

// String returns "within" or "beyond".
func (r Reading) String() string {
	if r == Beyond {
		return "beyond"
	}
	return "within"
}
