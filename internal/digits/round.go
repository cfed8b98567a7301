package digits

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A Number is a number as people write it: rounded by its half-width, with a power of ten if it is very large or small.
type Number struct {
	// Value and Half are the digits before the power of ten; Half is empty for a number without half-width. To is set instead of
	// Half for an interval, which begins at Value.
	Value, Half, To string
	// Exponent is the power of ten, 0 for none.
	Exponent int
}

// Round rounds a positive number by its half-width: to one digit of it, or two if it begins with less than 3.55 (the rule of the
// Particle Data Group), and without a power of ten if
// the numbers are no larger or smaller than in daily life. Without a half-width that is positive and finite it has up to three digits. Numbers that are
// not positive and finite have six digits.
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
		d := decimals(half, 3.545)
		return Number{Value: fixed(value, d), Half: fixed(half, d)}
	}
	v, h := value/math.Pow(10, e), half/math.Pow(10, e)
	d := decimals(h, 3.545)
	return Number{Value: fixed(v, d), Half: fixed(h, d), Exponent: int(e)}
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

// Significant rounds a positive number to some digits, without a half-width, with a power of ten outside of 0.001 to 99999.
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

// Interval writes two limits with a common power of ten, rounded outward, with two digits of half of their distance, or three if
// the first is 1. So what is written holds the whole interval and is wider by at most a fifth of the half-width. Limits that are not finite have four digits.
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
	d := max(min(decimals(half, 1.95), 9)+1, 0)
	return Number{Value: outward(lo/scale, d, -1), To: outward(hi/scale, d, 1), Exponent: int(e)}
}

// outward rounds down for the sign -1, up for 1. What is within 1e-13 of a number with so many decimals is that number, as it comes
// from rounding in floating point.
func outward(x float64, decimals int, sign float64) string {
	unit := math.Pow(10, float64(decimals))
	n := math.Round(x * unit)
	if d := sign * (x*unit - n); d > 1e-13*math.Abs(n) {
		n += sign
	}
	if n == 0 {
		return "0"
	}
	return fixed(n/unit, decimals)
}

// decimals is the number of decimals to which a number with a half-width is rounded, negative for tens, hundreds and so on: one digit of that, or two if it begins with less than two.
func decimals(half, two float64) int {
	first := math.Floor(math.Log10(half))
	if half/math.Pow(10, first) < two {
		first--
	}
	return int(-first)
}

// fixed rounds to so many decimals, or for a negative number of them to tens, hundreds, and so on.
func fixed(x float64, decimals int) string {
	if decimals >= 0 {
		return strconv.FormatFloat(x, 'f', decimals, 64)
	}
	unit := math.Pow(10, float64(-decimals))
	return strconv.FormatFloat(math.Round(x/unit)*unit, 'f', 0, 64)
}

// Estimate writes an estimate as one line: "(4.8261 ± 0.0007)e44", rounded as [Round] does by half of its interval. An interval with one end more
// than a fifth further away than the other, or that reaches below 0, which no count is, is written from low to high. Without a hit, or below 0, as an unbiased
// estimate of a rare kind can be, only "0, at most 1.1e40" or "at most 1.1e40" is said.
func Estimate(value, lo, hi float64) string {
	up, down := hi-value, value-lo
	most := "at most " + Significant(hi, 3).Plain()
	switch {
	case math.IsNaN(value):
		return "NaN"
	case value == 0 && hi == 0:
		return "0" // of a set without members
	case value < 0:
		return most
	case !(value > 0) || !(up+down > 0):
		return Significant(value, 3).Plain() + ", " + most
	case lo < 0 || max(up, down) > 1.2*min(up, down)+1e-9*value:
		return Interval(max(lo, 0), hi).Plain()
	}
	return Round(value, (up+down)/2).Plain()
}

// Plain returns "(4.8261 ± 0.0007)e44", "4.8e44" or "4.7e44 to 4.9e44", as numbers are typed.
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

// groupWhole writes whole numbers from five digits on in groups.
func groupWhole(text string) string {
	if strings.Trim(text, "0123456789") != "" {
		return text
	}
	return GroupFrom5(text)
}

// A notation has the signs of one way to write numbers.
type notation struct{ plusMinus, to, times, raised, ends string }

var (
	ascii   = notation{" +- ", " to ", " x 10^", "", ""}
	unicode = notation{" ± ", " to ", " × 10", "", ""}
	tex     = notation{` \pm `, `\text{ to }`, ` \times 10^{`, "}", "$"}
	figure  = notation{" ± ", " to ", " × 10^{", "}", ""}
	typst   = notation{" plus.minus ", ` "to" `, " times 10^(", ")", "$"}
)

// write puts a number together.
func (n Number) write(s notation, exponent string) string {
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
		text += s.times + exponent + s.raised
	}
	return s.ends + text + s.ends
}

// ASCII returns "(4.8261 +- 0.0007) x 10^44".
func (n Number) ASCII() string { return n.write(ascii, strconv.Itoa(n.Exponent)) }

// Unicode returns "(4.8261 ± 0.0007) × 10⁴⁴".
func (n Number) Unicode() string { return n.write(unicode, superscript(n.Exponent)) }

// TeX returns `$(4.8261 \pm 0.0007) \times 10^{44}$`.
func (n Number) TeX() string { return n.write(tex, strconv.Itoa(n.Exponent)) }

// Figure returns "(4.8261 ± 0.0007) × 10^{44}", as package plots takes texts.
func (n Number) Figure() string { return n.write(figure, strconv.Itoa(n.Exponent)) }

// Typst returns "$(4.8261 plus.minus 0.0007) times 10^(44)$".
func (n Number) Typst() string { return n.write(typst, strconv.Itoa(n.Exponent)) }

// powers finds a power of ten as [Number.Plain] writes it, behind a number or a parenthesis, and not inside of a word such as e2e4.
var powers = regexp.MustCompile(`(^|[^\pL\pN.])([\d.]+|\([^()]*±[^()]*\))e(-?\d{1,3})\b`)

// Raised writes the powers of ten in a text with raised digits: "(4.8261 ± 0.0007)e44" becomes "(4.8261 ± 0.0007) × 10⁴⁴".
func Raised(text string) string {
	return powers.ReplaceAllStringFunc(text, func(found string) string {
		m := powers.FindStringSubmatch(found)
		e, _ := strconv.Atoi(m[3])
		return m[1] + m[2] + " × 10" + superscript(e)
	})
}

// superscript writes a whole number in raised digits.
func superscript(n int) string {
	return strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}
