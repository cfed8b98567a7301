package stats

import "fmt"

// Outcome is the judgment of one draw. The zero value is Out.
type Outcome uint8

const (
	// Out draws contribute nothing.
	Out Outcome = iota
	// In draws contribute weight/mult.
	In
	// Open draws are undecided: they contribute nothing to the low estimate and weight/mult to the high one.
	Open
)

var outcomeNames = [...]string{Out: "out", In: "in", Open: "open"}

// String returns "out", "in" or "open", and "Outcome(7)" for other values.
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// Method names a way to compute a confidence interval. The zero value is Auto.
type Method uint8

const (
	// Auto chooses by the data; see [Tally.Estimate] for the rule. An
	// [Estimate] reports the method that was chosen, never Auto.
	Auto Method = iota
	// Normal is Value -+ z*StdErr, by the central limit theorem. It is the reference's interval. It needs many hits
	// and many misses, and may reach below 0 when they are few.
	Normal
	// Wilson is the score interval of Wilson (1927), solved for contributions of any size: mu with |mean - mu| =
	// z*sqrt((c*mu - mu^2)/n), where c = (sum of y^2)/(sum of y) is the size-weighted mean contribution. With equal
	// contributions it is exactly Wilson's interval for a share. It is approximate but behaves well with few hits.
	Wilson
	// ClopperPearson is the exact binomial interval of Clopper and Pearson (1934): it covers in at least the stated
	// share of repetitions if every In object contributes the same. Otherwise the interval for the effective number
	// of hits, (sum of y)^2/(sum of y^2), is used, which is approximate and carries a warning.
	ClopperPearson
	// Chernoff is the interval {mu : n*KL(mean/b, mu/b) <= ln(2/alpha)}, with KL the relative entropy of two coins
	// and b the largest possible contribution. By theorem 1 of Hoeffding, "Probability Inequalities for Sums of
	// Bounded Random Variables", JASA 58 (1963), it covers in at least the stated share for every law on [0, b] and
	// every n. It is the widest.
	Chernoff
)

var methodNames = [...]string{
	Auto: "auto", Normal: "normal", Wilson: "wilson",
	ClopperPearson: "clopper-pearson", Chernoff: "chernoff",
}

// String returns the name as JSON has it, such as "clopper-pearson", and "Method(9)" for values that are no method.
func (m Method) String() string {
	if int(m) < len(methodNames) {
		return methodNames[m]
	}
	return fmt.Sprintf("Method(%d)", uint8(m))
}

// parseMethod is the inverse of [Method.String]. Any other text is an error.
func parseMethod(s string) (Method, error) {
	for m, name := range methodNames {
		if s == name {
			return Method(m), nil
		}
	}
	return Auto, fmt.Errorf("stats: unknown method %q (want auto, normal, wilson, clopper-pearson or chernoff)", s)
}

// MarshalText writes the name of m. Values that are no method are an error.
func (m Method) MarshalText() ([]byte, error) {
	if int(m) >= len(methodNames) {
		return nil, fmt.Errorf("stats: cannot write %v", m)
	}
	return []byte(methodNames[m]), nil
}

// UnmarshalText is the inverse of MarshalText.
func (m *Method) UnmarshalText(text []byte) error {
	v, err := parseMethod(string(text))
	if err == nil {
		*m = v
	}
	return err
}
