// Package digits writes numbers for people.
package digits

import (
	"fmt"
	"strconv"
	"strings"
)

// Group formats a count with blanks between groups of three digits: 1234567 is "1 234 567".
func Group(n uint64) string { return groupDigits(strconv.FormatUint(n, 10)) }

// groupDigits formats the digits of a whole number, perhaps with a minus sign, as [Group] does.
func groupDigits(number string) string {
	digits, minus := strings.CutPrefix(number, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + " " + digits[i:]
	}
	if minus {
		return "-" + digits
	}
	return digits
}

// GroupFrom5 formats the digits of a whole number in groups of three if it has five digits or more, so that years stay as they are.
func GroupFrom5(number string) string {
	if len(strings.TrimPrefix(number, "-")) < 5 {
		return number
	}
	return groupDigits(number)
}

// Duration formats a time in seconds with a suitable unit and two or three digits: "32 s", "5 min", "2.5 h", "12 days", "3 years".
func Duration(s float64) string {
	for _, u := range []struct {
		from, size float64
		name       string
	}{{2 * 365.25 * 86400, 365.25 * 86400, "years"}, {3 * 86400, 86400, "days"}, {2 * 3600, 3600, "h"}, {120, 60, "min"}, {0, 1, "s"}} {
		if s < u.from {
			continue
		}
		x := s / u.size
		if x < 10 {
			return fmt.Sprintf("%.2g %s", x, u.name)
		}
		return fmt.Sprintf("%.0f %s", x, u.name)
	}
	return "no time"
}
