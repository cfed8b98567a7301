package digits

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A Number is a number in decimal form: rounded by its half-width, with a power of ten if it is very large or small.
type Number struct {
	// Value and Half are the digits before the power of ten; Half is empty for a number without half-width. To is set instead of
	// Half for an interval, which begins at Value.
	Value, Half, To string
	// Exponent is the power of ten, 0 for none.
	Exponent int
}

// Round rounds a positive number to one digit of its half-width, or to two if the half-width begins with less than 3.55 (the rule of
// the Particle Data Group). The result has no power of ten if the larger of both is from 0.01 to below a million. Without a
// half-width that is positive and finite, it has up to three digits. Numbers that are not positive and finite have six digits.
//
//	4.82606e44, 6.6e40 -> (4.8261 +- 0.0007) x 10^44
func Round(value, half float64) Number {
	if !(value > 0) || math.IsInf(value, 0) {
		return Number{Value: fmt.Sprintf("%.6g", value)}
	}
	if !(half > 0) || math.IsInf(half, 0) {
		rounded, _ := strconv.ParseFloat(strconv.FormatFloat(value, 'e', 2, 64), 64)
		mantissa, tail, _ := strings.Cut(strconv.FormatFloat(rounded, 'e', -1, 64), "e")
		if e, _ := strconv.Atoi(tail); e <= -3 || e >= 6 {
			return Number{Value: mantissa, Exponent: e}
		}
		return Number{Value: strconv.FormatFloat(rounded, 'f', -1, 64)}
	}
	e := math.Floor(math.Log10(max(value, half)))
	if e > -3 && e < 6 {
		d := numDecimals(half, 3.545)
		return Number{Value: roundTo(value, d), Half: roundTo(half, d)}
	}
	v, h := value/math.Pow(10, e), half/math.Pow(10, e)
	d := numDecimals(h, 3.545)
	return Number{Value: roundTo(v, d), Half: roundTo(h, d), Exponent: int(e)}
}

// Exponent returns the power of ten below |v|, 0 for 0: 44 for 4.8e44.
func Exponent(v float64) int {
	if v == 0 {
		return 0
	}
	_, tail, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'e', 15, 64), "e")
	e, _ := strconv.Atoi(tail)
	return e
}

// Significant rounds a positive number to a number of digits, without a half-width, and with a power of ten outside of 0.01 to 99999.
//
//	4.0952055e45, 5 -> 4.0952 x 10^45
func Significant(value float64, digits int) Number {
	if !(value > 0) || math.IsInf(value, 0) {
		return Number{Value: fmt.Sprintf("%.*g", digits, value)}
	}
	mantissa, tail, _ := strings.Cut(strconv.FormatFloat(value, 'e', digits-1, 64), "e")
	e, _ := strconv.Atoi(tail)
	if e > -3 && e < 5 {
		return Number{Value: strconv.FormatFloat(value, 'f', max(0, digits-1-e), 64)}
	}
	return Number{Value: mantissa, Exponent: e}
}

// Interval returns two limits with a common power of ten, rounded outward to two digits of half of their distance, or three if the
// first is 1. So the rounded interval contains the interval and is wider by at most a fifth of the half-width. Limits that are not
// finite have four digits.
//
//	4.825413e44, 4.827421e44 -> 4.82541 to 4.82743 x 10^44
func Interval(lo, hi float64) Number {
	if !(hi > 0) || math.IsInf(hi-lo, 0) || math.IsNaN(lo) {
		return Number{Value: fmt.Sprintf("%.4g", lo), To: fmt.Sprintf("%.4g", hi)}
	}
	e := math.Floor(math.Log10(hi))
	if e > -3 && e < 6 {
		e = 0
	}
	scale := math.Pow(10, e)
	half := max((hi-lo)/scale/2, 1e-9)
	d := max(min(numDecimals(half, 1.95), 9)+1, 0)
	return Number{Value: roundOutward(lo/scale, d, -1), To: roundOutward(hi/scale, d, 1), Exponent: int(e)}
}

// roundOutward rounds down for the sign -1, and up for 1. If x is within a relative 1e-13 of a number with this number of decimals, that
// is an error of floating point, and the result is that number.
func roundOutward(x float64, decimals int, sign float64) string {
	unit := math.Pow(10, float64(decimals))
	n := math.Round(x * unit)
	if d := sign * (x*unit - n); d > 1e-13*math.Abs(n) {
		n += sign
	}
	if n == 0 {
		return "0"
	}
	return roundTo(n/unit, decimals)
}

// numDecimals returns the number of decimals to which a number with a half-width is rounded, negative for tens, hundreds and so on: those of
// one digit of the half-width, or of two digits if it begins with less than two.
func numDecimals(half, twoDigitsBelow float64) int {
	firstDigit := math.Floor(math.Log10(half))
	if half/math.Pow(10, firstDigit) < twoDigitsBelow {
		firstDigit--
	}
	return int(-firstDigit)
}

// roundTo rounds to a number of decimals; a negative number means tens, hundreds, and so on.
func roundTo(x float64, decimals int) string {
	if decimals >= 0 {
		return strconv.FormatFloat(x, 'f', decimals, 64)
	}
	unit := math.Pow(10, float64(-decimals))
	return strconv.FormatFloat(math.Round(x/unit)*unit, 'f', 0, 64)
}

// Estimate formats an estimate of a count in one line:
//
//	"(4.8261 ± 0.0007)e44"  rounded by half of its interval, as [Round] does
//	"4.7e44 to 4.9e44"      if one end is more than a fifth further away than the other, or below 0
//	"0, at most 1.1e40"     for an estimate of 0 without a hit
//	"at most 1.1e40"        for an estimate below 0, as an unbiased estimate of a rare kind can be
func Estimate(value, lo, hi float64) string {
	up, down := hi-value, value-lo
	atMost := "at most " + Significant(hi, 3).Plain()
	switch {
	case math.IsNaN(value):
		return "NaN"
	case value == 0 && hi == 0:
		return "0" // the set has no members
	case value < 0:
		return atMost
	case !(value > 0) || !(up+down > 0):
		return Significant(value, 3).Plain() + ", " + atMost
	case lo < 0 || max(up, down) > 1.2*min(up, down)+1e-9*value:
		return Interval(max(lo, 0), hi).Plain()
	}
	return Round(value, (up+down)/2).Plain()
}

// Plain returns "(4.8261 ± 0.0007)e44", "4.8e44" or "4.7e44 to 4.9e44".
func (n Number) Plain() string {
	power := ""
	if n.Exponent != 0 {
		power = "e" + strconv.Itoa(n.Exponent)
	}
	if n.Exponent == 0 {
		n.Value, n.Half, n.To = groupWhole(n.Value), groupWhole(n.Half), groupWhole(n.To)
	}
	switch {
	case n.To != "" && n.Value == "0":
		return "0 to " + n.To + power
	case n.To != "":
		return n.Value + power + " to " + n.To + power
	case n.Half != "" && power != "":
		return "(" + n.Value + " ± " + n.Half + ")" + power
	case n.Half != "":
		return n.Value + " ± " + n.Half
	}
	return n.Value + power
}

// groupWhole formats a whole number as [GroupFrom5] does, and returns other texts as they are.
func groupWhole(text string) string {
	if strings.Trim(text, "0123456789") != "" {
		return text
	}
	return GroupFrom5(text)
}

// A notation has the signs of one output format for numbers.
type notation struct{ plusMinus, to, times, afterExponent, delimiter string }

var (
	ascii   = notation{" +- ", " to ", " x 10^", "", ""}
	unicode = notation{" ± ", " to ", " × 10", "", ""}
	tex     = notation{` \pm `, `\text{ to }`, ` \times 10^{`, "}", "$"}
	figure  = notation{" ± ", " to ", " × 10^{", "}", ""}
)

// format returns a number in a notation, with the text of its exponent.
func (n Number) format(s notation, exponent string) string {
	text := n.Value
	switch {
	case n.Half != "" && n.Exponent != 0:
		text = "(" + n.Value + s.plusMinus + n.Half + ")"
	case n.Half != "":
		text = n.Value + s.plusMinus + n.Half
	case n.To != "":
		text = n.Value + s.to + n.To
	}
	if n.Exponent != 0 {
		text += s.times + exponent + s.afterExponent
	}
	return s.delimiter + text + s.delimiter
}

// ASCII returns "(4.8261 +- 0.0007) x 10^44".
func (n Number) ASCII() string { return n.format(ascii, strconv.Itoa(n.Exponent)) }

// Unicode returns "(4.8261 ± 0.0007) × 10⁴⁴".
func (n Number) Unicode() string { return n.format(unicode, superscript(n.Exponent)) }

// TeX returns `$(4.8261 \pm 0.0007) \times 10^{44}$`.
func (n Number) TeX() string { return n.format(tex, strconv.Itoa(n.Exponent)) }

// Figure returns "(4.8261 ± 0.0007) × 10^{44}", for texts of package plots.
func (n Number) Figure() string { return n.format(figure, strconv.Itoa(n.Exponent)) }

// powerPattern matches a power of ten in the form of [Number.Plain], after a number or a parenthesis, but not inside of a word such as e2e4.
var powerPattern = regexp.MustCompile(`(^|[^\pL\pN.])([\d.]+|\([^()]*±[^()]*\))e(-?\d{1,3})\b`)

// Raised replaces the powers of ten in a text by ones with superscripts: "(4.8261 ± 0.0007)e44" becomes "(4.8261 ± 0.0007) × 10⁴⁴".
func Raised(text string) string {
	return powerPattern.ReplaceAllStringFunc(text, func(found string) string {
		m := powerPattern.FindStringSubmatch(found)
		e, _ := strconv.Atoi(m[3])
		return m[1] + m[2] + " × 10" + superscript(e)
	})
}

// superscript returns a whole number in superscript digits.
func superscript(n int) string {
	return strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}
