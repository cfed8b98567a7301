package search

import "strings"

// A Kernel is a sequence of captures that leads from the material of the start to that of the goal, with an extended kernel.
type Kernel struct {
	// Forced is the number of moves at the beginning that capture bishops locked in at home.
	Forced int
	Moves  []Move
	// Extended holds pawn moves and transfers of officers between the captures, with
	// all squares named.
	Extended []Step
}

// String returns the moves separated by blanks. The empty kernel, of a goal that needs no capture, is the empty string.
func (k Kernel) String() string { return string(k.Append(nil)) }

// Append appends the text of String to dst.
func (k Kernel) Append(dst []byte) []byte {
	for i, m := range k.Moves {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = m.appendTo(dst)
	}
	return dst
}

// ExtendedString returns the steps of the extended kernel separated by blanks, as [ParseSteps] reads them.
func (k Kernel) ExtendedString() string {
	var dst []byte
	for i, st := range k.Extended {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = st.appendTo(dst)
	}
	return string(dst)
}

// ParseMoves reads the moves of a kernel, separated by blanks.
func ParseMoves(s string) ([]Move, error) {
	var list []Move
	for field := range strings.FieldsSeq(s) {
		m, err := parseMove(field)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}
