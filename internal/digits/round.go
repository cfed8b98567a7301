package digits

import (
	"fmt"
	"math"
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

// Round rounds a positive number by its half-width: to one digit of it, or two if the first is 1, and without a power of ten if
// the numbers are no larger or smaller than in daily life. Without a half-width it has up to three digits. Numbers that are not positive
// and finite have six digits.
//
//	4.82606e44, 6.6e40 -> (4.8261 +- 0.0007) x 10^44
func Round(value, half float64) Number {
	if !(value > 0) || math.IsInf(value, 0) {
		return Number{Value: fmt.Sprintf("%.6g", value)}
	}
	e := math.Floor(math.Log10(max(value, half)))
	daily := e > -3 && e < 5
	switch {
	case !(half > 0) && daily:
		return Number{Value: fmt.Sprintf("%.3g", value)}
	case !(half > 0):
		return Number{Value: fmt.Sprintf("%.3g", value/math.Pow(10, e)), Exponent: int(e)}
	case daily:
		d := decimals(half)
		return Number{Value: fixed(value, d), Half: fixed(half, d)}
	}
	v, h := value/math.Pow(10, e), half/math.Pow(10, e)
	d := decimals(h)
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

// Interval writes two limits with a common power of ten, rounded outward, with one digit more than [Round] gives a number with half of
// their distance as its half-width. So what is written holds the whole interval and is wider by at most a fifth of the half-width.
//
//	4.825413e44, 4.827421e44 -> 4.82541 to 4.82743 x 10^44
func Interval(lo, hi float64) Number {
	if !(hi > 0) {
		return Number{Value: fmt.Sprintf("%.4g", lo), To: fmt.Sprintf("%.4g", hi)}
	}
	e := math.Floor(math.Log10(hi))
	if e > -3 && e < 5 {
		e = 0
	}
	scale := math.Pow(10, e)
	d := min(decimals(max((hi-lo)/scale/2, 1e-9)), 9) + 1
	return Number{Value: outward(lo/scale, d, -1), To: outward(hi/scale, d, 1), Exponent: int(e)}
}

// outward rounds down for the sign -1, up for 1. What is within 1e-13 of a number with so many decimals is that number, as it comes
// from rounding in floating point.
func outward(x float64, decimals int, sign float64) string {
	if x == 0 {
		return "0"
	}
	unit := math.Pow(10, float64(decimals))
	n := math.Round(x * unit)
	if d := sign * (x*unit - n); d > 1e-13*math.Abs(n) {
		n += sign
	}
	return fixed(n/unit, decimals)
}

// decimals is the number of decimals to which a number with a half-width is rounded.
func decimals(half float64) int {
	first := math.Floor(math.Log10(half))
	if half/math.Pow(10, first) < 1.95 {
		first--
	}
	return int(max(0, -first))
}

func fixed(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

// A notation has the signs of one way to write numbers.
type notation struct{ plusMinus, to, times, raised, ends string }

var (
	ascii   = notation{" +- ", " to ", " x 10^", "", ""}
	unicode = notation{" ± ", " to ", " × 10", "", ""}
	tex     = notation{` \pm `, `\text{ to }`, ` \times 10^{`, "}", "$"}
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

// Typst returns "$(4.8261 plus.minus 0.0007) times 10^(44)$".
func (n Number) Typst() string { return n.write(typst, strconv.Itoa(n.Exponent)) }

// superscript writes a whole number in raised digits.
func superscript(n int) string {
	return strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}
