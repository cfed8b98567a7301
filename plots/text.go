package plots

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"chesscensus/internal/digits"
)

// power returns "10^{44}".
func power(e int) string { return fmt.Sprintf("10^{%d}", e) }

// unitFor returns the power of ten by which numbers up to hi are divided on an axis, and what the label of the axis says of it: 1 and ""
// if the exponent of hi is from least to most.
func unitFor(hi float64, least, most int) (unit float64, suffix string) {
	e := digits.Exponent(hi)
	if least <= e && e <= most {
		return 1, ""
	}
	return math.Pow10(e), " (× " + power(e) + ")"
}

// scientific returns v with the given number of significant digits, such as
// "4.822×10^{44}"; numbers from 0.01 to 99999 are written plainly.
func scientific(v float64, figures int) string {
	s := strconv.FormatFloat(v, 'e', figures-1, 64)
	mantissa, tail, _ := strings.Cut(s, "e")
	e, err := strconv.Atoi(tail)
	if err != nil || v == 0 || e >= -2 && e < 5 {
		return strconv.FormatFloat(v, 'g', max(figures, e+1), 64)
	}
	return mantissa + "×" + power(e)
}

// plusMinus returns "4.822 ± 0.027×10^{44}", both with the exponent of v and two digits of the error.
func plusMinus(v, err float64) string {
	if v == 0 || err <= 0 {
		return scientific(v, 4)
	}
	e := digits.Exponent(v)
	unit := math.Pow10(e)
	err, _ = strconv.ParseFloat(strconv.FormatFloat(err, 'e', 1, 64), 64) // 0.00999999 is 0.010
	places := min(max(e-digits.Exponent(err)+1, 1), 12)
	if e >= -2 && e < 5 {
		places := min(max(1-digits.Exponent(err), 0), 12)
		return fmt.Sprintf("%.*f ± %.*f", places, v, places, err)
	}
	return fmt.Sprintf("(%.*f ± %.*f)×%s", places, v/unit, places, err/unit, power(e))
}

// groupDigits returns a count with its digits in groups of three, separated by no-break spaces.
func groupDigits(n uint64) string { return strings.ReplaceAll(digits.Group(n), " ", "\u00a0") }
