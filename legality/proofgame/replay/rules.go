package replay

import "fmt"

// Rules say which draws end a game. The zero value is [Basic].
type Rules uint8

const (
	// Basic: a game may go on through every draw.
	Basic Rules = iota
	// FIDE: no move is made after a fivefold repetition (article 9.6.1 of the Laws of
	// 2023), after 75 moves of each side without capture or pawn move (9.6.2), or in a
	// dead position (5.2.2) of too little material.
	FIDE
)

// String returns the name of the rules.
func (r Rules) String() string {
	switch r {
	case Basic:
		return "basic"
	case FIDE:
		return "fide"
	}
	return fmt.Sprintf("rules %d", uint8(r))
}

// ParseRules reads what String writes.
func ParseRules(s string) (Rules, error) {
	switch s {
	case "basic":
		return Basic, nil
	case "fide":
		return FIDE, nil
	}
	return Basic, fmt.Errorf("replay: unknown rules %.20q, want basic or fide", s)
}

// MarshalText returns the text of String. It fails for an invalid value.
func (r Rules) MarshalText() ([]byte, error) {
	if r > FIDE {
		return nil, fmt.Errorf("replay: invalid value %d of rules", uint8(r))
	}
	return []byte(r.String()), nil
}

// UnmarshalText reads what MarshalText writes, so that Rules can be a flag.
func (r *Rules) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRules(string(text))
	return err
}
