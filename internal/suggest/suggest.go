// Package suggest finds the name that is most similar to a mistyped word.
package suggest

import "strings"

// Nearest returns the name with the least edit distance from a mistyped word: the number of letters that are inserted, removed or
// replaced, and of neighbors that are exchanged. The distance may be at most a third of the letters, rounded up, and at most three. If
// no name is so near, Nearest returns a name that begins or ends with the word, if that has three letters or more, and else "". Upper and
// lower case are the same.
func Nearest(word string, names []string) string {
	word = strings.ToLower(word)
	best, distance := "", min(3, (len(word)+2)/3)+1
	for _, name := range names {
		if d := editDistance(word, strings.ToLower(name)); d < distance {
			best, distance = name, d
		}
	}
	if best != "" || len(word) < 3 {
		return best
	}
	for _, name := range names {
		if lower := strings.ToLower(name); strings.HasPrefix(lower, word) || strings.HasSuffix(lower, word) {
			return name
		}
	}
	return ""
}

// editDistance returns the restricted distance of Damerau and Levenshtein between a and b, by dynamic programming. Row i has the distances
// between the first i letters of a and every prefix of b; only the last three rows are kept.
func editDistance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		previous2, previous, row := rows[(i+1)%3], rows[(i-1)%3], rows[i%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := previous[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(replaced, previous[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], previous2[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}

// Question returns a question to append to an error about a word, such as `; did you mean judge?`, and "" if no name is near.
func Question(word string, names []string) string {
	if name := Nearest(word, names); name != "" {
		return "; did you mean " + name + "?"
	}
	return ""
}
