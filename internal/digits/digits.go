// Package digits writes numbers for people.
package digits

import "strconv"

// Group formats a count with blanks between groups of three digits: 1234567 is "1 234 567".
func Group(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}
