package drawing

import "gonum.org/v1/plot/vg"

// Halves divides a text that is wider than most into two lines at the blank nearest to its middle. A text without a blank stays one line.
func Halves(text string, most vg.Length, width func(string) vg.Length) []string {
	if width(text) <= most {
		return []string{text}
	}
	best, middle := -1, len(text)/2
	for i := range len(text) {
		if text[i] == ' ' && (best < 0 || abs(i-middle) < abs(best-middle)) {
			best = i
		}
	}
	if best < 0 {
		return []string{text}
	}
	return []string{text[:best], text[best+1:]}
}

// abs returns the absolute value.
func abs(n int) int { return max(n, -n) }
