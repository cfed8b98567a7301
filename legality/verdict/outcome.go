package verdict

import "fmt"

// An Outcome tells whether a setup is legal, that is, reachable from the initial position,
// illegal, or not decided. The zero value is Unknown.
type Outcome uint8

// The outcomes.
const (
	Unknown Outcome = iota // not decided
	Legal                  // reachable, with a certificate
	Illegal                // not reachable, with a reason
)

var outcomeNames = []string{"unknown", "legal", "illegal"}

// String returns "unknown", "legal" or "illegal".
func (o Outcome) String() string { return nameOf(outcomeNames, uint8(o)) }

// MarshalText returns the text of String. It fails for an invalid value.
func (o Outcome) MarshalText() ([]byte, error) { return textOf("outcome", outcomeNames, uint8(o)) }

// UnmarshalText parses the text of MarshalText.
func (o *Outcome) UnmarshalText(text []byte) error {
	return parseName("outcome", outcomeNames, string(text), (*uint8)(o))
}

// A Stop is the cause why a verdict is Unknown. The zero value is Complete.
type Stop uint8

// The causes.
const (
	// Complete: the verdict is decided, or every stage of the effort has ended within its
	// budget and none could decide. A larger budget would not help, a higher effort may.
	Complete  Stop = iota
	NodeLimit      // a stage ran out of Budget.Nodes
	TimeLimit      // a stage ran out of Budget.Time
	Canceled       // the context was done
	// Contradiction: stages contradict each other, or a stage found an error in itself. No
	// verdict can be trusted until the error is corrected.
	Contradiction
	// Memory: the limit of the Go runtime (GOMEMLIMIT) was close. With more memory the same stages may decide.
	Memory
)

var stopNames = []string{"complete", "node limit", "time limit", "canceled", "contradiction", "memory limit"}

// String returns the cause in words.
func (s Stop) String() string { return nameOf(stopNames, uint8(s)) }

// MarshalText returns the text of String. It fails for an invalid value.
func (s Stop) MarshalText() ([]byte, error) { return textOf("stop", stopNames, uint8(s)) }

// UnmarshalText parses the text of MarshalText.
func (s *Stop) UnmarshalText(text []byte) error {
	return parseName("stop", stopNames, string(text), (*uint8)(s))
}

// nameOf returns name i, or "invalid".
func nameOf(names []string, i uint8) string {
	if int(i) >= len(names) {
		return "invalid"
	}
	return names[i]
}

// textOf returns name i as text. The argument kind names the kind of value in the error.
func textOf(kind string, names []string, i uint8) ([]byte, error) {
	if int(i) >= len(names) {
		return nil, fmt.Errorf("verdict: %s %d does not exist", kind, i)
	}
	return []byte(names[i]), nil
}

// parseName sets dst to the index of the name. The argument kind names the kind of value in the error.
func parseName(kind string, names []string, text string, dst *uint8) error {
	for i, name := range names {
		if name == text {
			*dst = uint8(i)
			return nil
		}
	}
	if len(text) > 100 {
		text = text[:100] + "..."
	}
	return fmt.Errorf("verdict: unknown %s %q, want one of %q", kind, text, names)
}
