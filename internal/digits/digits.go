// Package digits writes numbers for people.
package digits

import (
	"strconv"
	"strings"
)

// Group formats a count with blanks between groups of three digits: 1234567 is "1 234 567".
func Group(n uint64) string { return groupText(strconv.FormatUint(n, 10)) }

// groupText does so with a whole number that is given by its digits, and a sign perhaps.
func groupText(number string) string {
	digits, minus := strings.CutPrefix(number, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + " " + digits[i:]
	}
	if minus {
		return "-" + digits
	}
	return digits
}

// GroupFrom5 is groupText for numbers of five digits or more: in tables, years and the like stay.
func GroupFrom5(number string) string {
	if len(strings.TrimPrefix(number, "-")) < 5 {
		return number
	}
	return groupText(number)
}
