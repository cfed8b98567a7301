package plan

import (
	"fmt"
	"math/big"
	"slices"

	"chesscensus/legality/verdict"
)

// Limits of a plan.
const (
	MaxShards = 100_000
	MaxPhases = 4
	maxPasses = 12
	maxStrata = 10_000
	// maxClasses is more than any survey needs, and less than the limit of package design.
	maxClasses = 32
	// MaxDraws is the largest number of draws of all strata together.
	MaxDraws = 1 << 50
	// maxDigits is the length of the longest size: all spaces fit 256 bits.
	maxDigits = 78
)

// A FieldError is the error of a field of a plan.
type FieldError struct {
	Field string // its path, such as strata[3].fractions[0]
	Msg   string // the value that was found and the one that was expected
}

// Error returns "plan: field: message".
func (e *FieldError) Error() string { return "plan: " + e.Field + ": " + e.Msg }

func fieldError(field, format string, args ...any) error {
	return &FieldError{field, fmt.Sprintf(format, args...)}
}

// Validate returns a [*FieldError] for the first field with an impossible value, or
// nil. It does not know spaces and programs: a run checks that the strata are those of
// the space.
func (p *Plan) Validate() error {
	if p.Format != Format {
		return fieldError("format", "found %d, want %d", p.Format, Format)
	}
	for _, f := range []struct{ name, value string }{{"space", p.Space}, {"stratification", p.Stratification},
		{"code.signature", p.Code.Signature}} {
		if f.value == "" {
			return fieldError(f.name, "found nothing, want a name")
		}
	}
	size, err := parseSize("size", p.Size)
	if err != nil {
		return err
	}
	if p.Shards < 1 || p.Shards > MaxShards {
		return fieldError("shards", "found %d, want a number from 1 to %d", p.Shards, MaxShards)
	}
	if !(p.Confidence > 0 && p.Confidence < 1) {
		return fieldError("confidence", "found %v, want a level above 0 and below 1, such as 0.95", p.Confidence)
	}
	if err := p.validatePhases(); err != nil {
		return err
	}
	return p.validateStrata(size)
}

// validatePhases checks the phases and the fields that have a value for each phase.
func (p *Plan) validatePhases() error {
	if n := len(p.Phases); n < 1 || n > MaxPhases {
		return fieldError("phases", "found %d, want 1 to %d", n, MaxPhases)
	}
	var lastEffort verdict.Effort
	for k, ph := range p.Phases {
		path := fmt.Sprintf("phases[%d].", k)
		e, err := verdict.ParseEffort(ph.Effort)
		switch {
		case ph.Name == "":
			return fieldError(path+"name", "found nothing, want a name")
		case err != nil:
			return fieldError(path+"effort", "%v", err)
		case k == 0 && e != verdict.Static:
			return fieldError(path+"effort", "found %v, want static in the first phase", e)
		case ph.Passes < 0 || ph.Passes > maxPasses:
			return fieldError(path+"passes", "found %d, want a number from 0 to %d", ph.Passes, maxPasses)
		case k > 0 && (e < lastEffort || e == lastEffort && slices.Equal(ph.Stages, p.Phases[k-1].Stages)):
			return fieldError(path+"effort", "found %v, want more effort than in the phase before, %v, or as much with other stages", e, lastEffort)
		case k > 1 && k < len(p.Phases)-1 && e != lastEffort:
			return fieldError(path+"effort", "found %v, want %v as in the second phase, or the last phase here: one phase looks for games", e, lastEffort)
		}
		lastEffort = e
	}
	if p.Classes != "" && len(p.Phases) < 2 {
		return fieldError("classes", "found %.40q, want none in a plan of one phase: they divide what a phase leaves", p.Classes)
	}
	if n := len(p.Known); n > len(p.Phases)-1 {
		return fieldError("known", "found %d, want at most one for each phase but the first", n)
	}
	for k, f := range p.Known {
		if !isShare(f) {
			return fieldError(fmt.Sprintf("known[%d]", k), "found %v, want a number from 0 to 1", f)
		}
	}
	if n := len(p.Pilot.Costs); n != 0 && n != len(p.Phases) {
		return fieldError("pilot.costs", "found %d, want one for each of the %d phases", n, len(p.Phases))
	}
	return nil
}

// validateStrata checks the strata of a space of a size.
func (p *Plan) validateStrata(size *big.Int) error {
	if n := len(p.Strata); n < 1 || n > maxStrata {
		return fieldError("strata", "found %d, want 1 to %d", n, maxStrata)
	}
	sum, draws, names := new(big.Int), uint64(0), map[string]int{}
	for h := range p.Strata {
		s := &p.Strata[h]
		path := fmt.Sprintf("strata[%d].", h)
		n, err := parseSize(path+"size", s.Size)
		if err != nil {
			return err
		}
		sum.Add(sum, n)
		if first, twice := names[s.Name]; twice || s.Name == "" {
			return fieldError(path+"name", "found %.60q, want a name that no other stratum has (strata[%d])", s.Name, first)
		}
		names[s.Name] = h
		if s.Draws < 2 || s.Draws > MaxDraws {
			return fieldError(path+"draws", "found %d, want a number from 2 to %d", s.Draws, uint64(MaxDraws))
		}
		if draws += s.Draws; draws > MaxDraws {
			return fieldError(path+"draws", "found %d, which makes more than %d draws together", s.Draws, uint64(MaxDraws))
		}
		if err := p.validateShares(path, s); err != nil {
			return err
		}
	}
	if sum.Cmp(size) != 0 {
		return fieldError("strata", "the sizes add up to %v, want the size of the space, %v", sum, size)
	}
	return nil
}

// validateShares checks the shares of a stratum.
func (p *Plan) validateShares(path string, s *Stratum) error {
	fractions, classes, want := len(p.Phases)-1, 0, "one for each phase but the first"
	if p.Classes != "" {
		fractions, classes, want = fractions-1, len(p.Strata[0].Classes), "one for each phase but the first and the last, which has classes"
	}
	switch {
	case len(s.Fractions) != fractions:
		return fieldError(path+"fractions", "found %d, want %d: %s", len(s.Fractions), fractions, want)
	case p.Classes == "" && len(s.Classes) != 0:
		return fieldError(path+"classes", "found %d, want none in a plan that names no classes", len(s.Classes))
	case p.Classes != "" && (len(s.Classes) != classes || classes < 1 || classes > maxClasses):
		return fieldError(path+"classes", "found %d, want 1 to %d, in all strata as many", len(s.Classes), maxClasses)
	case !isShare(s.Diagrams):
		return fieldError(path+"diagrams", "found %v, want a share from 0 to 1", s.Diagrams)
	}
	for k, f := range s.Fractions {
		if !isShare(f) {
			return fieldError(fmt.Sprintf("%sfractions[%d]", path, k), "found %v, want a share from 0 to 1", f)
		}
	}
	for g, f := range s.Classes {
		if !isShare(f) {
			return fieldError(fmt.Sprintf("%sclasses[%d]", path, g), "found %v, want a share from 0 to 1", f)
		}
	}
	return nil
}

func isShare(f float64) bool { return f >= 0 && f <= 1 }

// parseSize reads a size of at least 1.
func parseSize(field, digits string) (*big.Int, error) {
	want := fmt.Sprintf("want a decimal number of at least 1 and at most %d digits, in quotes", maxDigits)
	if len(digits) > maxDigits {
		return nil, fieldError(field, "found %d characters, %s", len(digits), want)
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return nil, fieldError(field, "found %q, %s", digits, want)
		}
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok || n.Sign() == 0 {
		return nil, fieldError(field, "found %q, %s", digits, want)
	}
	return n, nil
}
