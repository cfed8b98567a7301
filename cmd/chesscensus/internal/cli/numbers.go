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

// short is a whole number as people shorten it: 1e6, 2.5e6. The exponent has two digits at most, so
// that none takes long.
var short = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]{1,40})?[eE]\+?[0-9]{1,2}$`)

// digitsOf returns the digits of a whole number that may be written as 1e6, 2.5e6 or 1_000_000, and any
// other text as it is.
func digitsOf(text string) string {
	if len(text) > 60 || !short.MatchString(text) {
		return strings.ReplaceAll(text, "_", "")
	}
	if r, ok := new(big.Rat).SetString(text); ok && r.IsInt() {
		return r.Num().String()
	}
	return text
}

// ParseCount reads a count that may be written as 1000000, 1e6, 2.5e6 or 1_000_000.
func ParseCount(text string) (uint64, error) {
	n, err := strconv.ParseUint(digitsOf(text), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%.40q: want a whole number, such as 1000000 or 1e6", text)
	}
	return n, nil
}

// A flagValue is the value of a flag as the library of flags has it.
type flagValue interface {
	String() string
	Set(text string) error
	Type() string
}

// A wholeNumber is the value of a flag that takes whole numbers in all spellings, within limits if most is not 0.
type wholeNumber struct {
	flagValue
	least, most int64
}

// Set reads a number.
func (v wholeNumber) Set(text string) error {
	n, ok := new(big.Int).SetString(digitsOf(text), 10)
	small := ok && v.most != 0 && n.Cmp(big.NewInt(v.least)) < 0
	large := ok && v.most != 0 && v.most != math.MaxInt64 && n.Cmp(big.NewInt(v.most)) > 0
	switch {
	case small && v.most == math.MaxInt64:
		return fmt.Errorf("want at least %d", v.least)
	case small, large:
		return fmt.Errorf("want %d to %d", v.least, v.most)
	case !ok || v.flagValue.Set(n.String()) != nil:
		return errors.New("want a whole number, such as 1000000 or 1e6, that is not too large here")
	}
	return nil
}

// Between has a flag of a command, which is there, refuse numbers out of limits. The default may be one.
func Between(c *cobra.Command, name string, least, most int64) {
	f := c.Flag(name)
	f.Value = wholeNumber{f.Value, least, most}
}

// AtLeast does so with a lower limit only, of some flags.
func AtLeast(c *cobra.Command, least int64, names ...string) {
	for _, name := range names {
		Between(c, name, least, math.MaxInt64)
	}
}

// spellNumbers has the flags of a command and those below it take whole numbers in all spellings.
func spellNumbers(c *cobra.Command) {
	for _, f := range collected(c.LocalNonPersistentFlags().VisitAll) {
		switch f.Value.Type() {
		case "int", "int64", "uint64":
			if _, limited := f.Value.(wholeNumber); !limited {
				f.Value = wholeNumber{flagValue: f.Value}
			}
		}
	}
	for _, sub := range c.Commands() {
		spellNumbers(sub)
	}
}

// collected returns what a function visits.
func collected[T any](visit func(func(T))) (list []T) {
	visit(func(x T) { list = append(list, x) })
	return list
}
