package replay

import (
	"fmt"
	"slices"
)

// Rules say which draws end a game. The zero value is [Basic].
type Rules uint8

const (
	// Basic: a game may go on through every draw.
	Basic Rules = iota
	// FIDE: no move is made after a fivefold repetition (article 9.6.1 of the Laws of 2023), after 75 moves of each side without
	// capture or pawn move (9.6.2), or in a dead position (5.2.2) of too little material.
	FIDE
)

var rulesNames = []string{"basic", "fide"}

// MarshalText returns "basic" or "fide". It fails for an invalid value.
func (r Rules) MarshalText() ([]byte, error) {
	if int(r) >= len(rulesNames) {
		return nil, fmt.Errorf("replay: invalid value %d of rules", uint8(r))
	}
	return []byte(rulesNames[r]), nil
}

// UnmarshalText reads what MarshalText writes.
func (r *Rules) UnmarshalText(text []byte) error {
	i := slices.Index(rulesNames, string(text))
	if i < 0 {
		return fmt.Errorf("replay: unknown rules %.20q, want basic or fide", text)
	}
	*r = Rules(i)
	return nil
}
