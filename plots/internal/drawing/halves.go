package drawing

import "gonum.org/v1/plot/vg"

// Halves cuts a text that is wider than most in two lines, at the blank nearest to its middle. One without a blank stays whole.
func Halves(text string, most vg.Length, width func(string) vg.Length) []string {
	if width(text) <= most {
		return []string{text}
	}
	best, middle := -1, len(text)/2
	for i := range len(text) {
		if text[i] == ' ' && (best < 0 || apart(i-middle) < apart(best-middle)) {
			best = i
		}
	}
	if best < 0 {
		return []string{text}
	}
	return []string{text[:best], text[best+1:]}
}

func apart(n int) int { return max(n, -n) }
