package cli

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// shortNumber matches numbers such as 1e6 and 2.5e6. The exponent has at most two digits, so that no number takes long to expand.
var shortNumber = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]{1,40})?[eE]\+?[0-9]{1,2}$`)

// expandNumber returns the digits of a whole number that may be written as 1e6, 2.5e6 or 1_000_000. It returns
// other texts without their underscores.
func expandNumber(text string) string {
	if len(text) > 60 || !shortNumber.MatchString(text) {
		return strings.ReplaceAll(text, "_", "")
	}
	if r, ok := new(big.Rat).SetString(text); ok && r.IsInt() {
		return r.Num().String()
	}
	return text
}

// ParseCount parses a count that may be written as 1000000, 1e6, 2.5e6 or 1_000_000.
func ParseCount(text string) (uint64, error) {
	n, err := strconv.ParseUint(expandNumber(text), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%.40q: want a whole number, such as 1000000 or 1e6", text)
	}
	return n, nil
}

// A pflagValue is the value of a flag; it has the methods of pflag.Value.
type pflagValue interface {
	String() string
	Set(text string) error
	Type() string
}

// A wholeNumber is the value of a flag that accepts whole numbers in all spellings of [ParseCount]. Numbers outside
// minimum..maximum are errors, unless maximum is 0. A maximum of [math.MaxInt64] is no upper limit.
type wholeNumber struct {
	pflagValue
	minimum, maximum int64
}

// Set parses the number and sets the flag.
func (w wholeNumber) Set(text string) error {
	n, ok := new(big.Int).SetString(expandNumber(text), 10)
	small := ok && w.maximum != 0 && n.Cmp(big.NewInt(w.minimum)) < 0
	large := ok && w.maximum != 0 && w.maximum != math.MaxInt64 && n.Cmp(big.NewInt(w.maximum)) > 0
	switch {
	case small && w.maximum == math.MaxInt64:
		return fmt.Errorf("want at least %d", w.minimum)
	case small, large:
		return fmt.Errorf("want %d to %d", w.minimum, w.maximum)
	case !ok || w.pflagValue.Set(n.String()) != nil:
		return errors.New("want a whole number, such as 1000000 or 1e6, that is not too large here")
	}
	return nil
}

// SetRange makes an existing flag of a command refuse numbers outside minimum..maximum. The default may lie outside.
func SetRange(c *cobra.Command, name string, minimum, maximum int64) {
	f := c.Flag(name)
	f.Value = wholeNumber{f.Value, minimum, maximum}
}

// SetMinimum makes existing flags of a command refuse numbers below the minimum.
func SetMinimum(c *cobra.Command, minimum int64, names ...string) {
	for _, name := range names {
		SetRange(c, name, minimum, math.MaxInt64)
	}
}

// acceptNumberSpellings makes the integer flags of a command and of its subcommands accept the spellings of [ParseCount].
func acceptNumberSpellings(c *cobra.Command) {
	for _, f := range collect(c.LocalNonPersistentFlags().VisitAll) {
		switch f.Value.Type() {
		case "int", "int64", "uint64":
			if _, limited := f.Value.(wholeNumber); !limited {
				f.Value = wholeNumber{pflagValue: f.Value}
			}
		}
	}
	for _, sub := range c.Commands() {
		acceptNumberSpellings(sub)
	}
}

// collect returns a list of all values that a visiting function, such as [cobra.Command.Flags] has, visits.
func collect[T any](visit func(func(T))) (list []T) {
	visit(func(x T) { list = append(list, x) })
	return list
}
