package sets

import (
	"slices"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// A column is the virtual pawns of a file from row 1 up, '0' White and '1' Black: a word of the definition, without slots.
type column string

// A wordHistory is a column with the events that led to it: a history of the definition.
type wordHistory struct {
	column         column
	left, right    crossings
	lostToOfficers [2]uint8
}

// without calls f for the column without each of its pawns.
func (c column) without(f func(color int, rest column)) {
	for i := range c {
		f(int(c[i]-'0'), c[:i]+c[i+1:])
	}
}

// entered calls f for the column with a pawn inserted anywhere, and in the place of each enemy pawn.
func (c column) entered(color int, f func(column)) {
	letter := column('0' + byte(color))
	for i := range len(c) + 1 {
		f(c[:i] + letter + c[i:])
	}
	for i := range c {
		if int(c[i]-'0') != color {
			f(c[:i] + letter + c[i+1:])
		}
	}
}

// words calls f for each way to remove black pawns from the bottom and white ones from the top, with the numbers removed by color.
func (c column) words(f func(word column, extra [2]int)) {
	for i := 0; ; i++ {
		for j := 0; ; j++ {
			f(c[i:len(c)-j], [2]int{j, i})
			if last := len(c) - j - 1; last < i || c[last] != '0' {
				break
			}
		}
		if i == len(c) || c[i] != '1' {
			break
		}
	}
}

// An ending is a word with which a history can end, with the events and the extra pawns.
type ending struct {
	word           column
	left, right    crossings
	lostToOfficers [2]uint8
	extra          [2]int
}

// wordHistories returns all histories of a file with up to so many events.
func wordHistories(events int) []wordHistory {
	start := wordHistory{column: "01", left: nothing, right: nothing}
	list, seen := []wordHistory{start}, map[wordHistory]bool{start: true}
	put := func(c wordHistory) {
		if !seen[c] {
			seen[c] = true
			list = append(list, c)
		}
	}
	for first := 0; events > 0; events-- {
		for end := len(list); first < end; first++ {
			c := list[first]
			c.column.without(func(color int, rest column) {
				fallen, left, right := c, c, c
				fallen.column, left.column, right.column = rest, rest, rest
				fallen.lostToOfficers[color]++
				left.left, right.right = left.left.with(color, 1), right.right.with(color, 0)
				put(fallen)
				put(left)
				put(right)
			})
			for color := range 2 {
				c.column.entered(color, func(more column) {
					left, right := c, c
					left.column, right.column = more, more
					left.left, right.right = left.left.with(color, 0), right.right.with(color, 1)
					put(left)
					put(right)
				})
			}
		}
	}
	return list
}

// TestHistoriesAgreeWithWords checks that histories by slots end with the same words, events and extra pawns as words that are changed letter
// by letter.
func TestHistoriesAgreeWithWords(t *testing.T) {
	events := max(3, testkit.Size(3, 4))
	want := map[ending]bool{}
	for _, c := range wordHistories(events) {
		c.column.words(func(word column, extra [2]int) {
			if len(word) <= maxColumn {
				want[ending{word, c.left, c.right, c.lostToOfficers, extra}] = true
			}
		})
	}
	got := map[ending]bool{}
	for _, h := range histories(events) {
		for _, word := range allWords(maxColumn) {
			if extra, ok := h.extra(kindOf(letters(word))); ok {
				got[ending{word, h.left, h.right, h.lostToOfficers, extra}] = true
			}
		}
	}
	if len(got) != len(want) || len(got) < 1000 {
		t.Errorf("%d endings by slots, %d by words", len(got), len(want))
	}
	for e := range want {
		if !got[e] {
			t.Fatalf("%+v is an ending by words, not by slots", e)
		}
	}
}

// allWords lists the words of up to so many letters.
func allWords(most int) []column {
	list := []column{""}
	for i := 0; i < len(list); i++ {
		if w := list[i]; len(w) < most {
			list = append(list, w+"0", w+"1")
		}
	}
	return list
}

// letters returns the colors of a word's pawns.
func letters(w column) (list []int) {
	for i := range w {
		list = append(list, int(w[i]-'0'))
	}
	return list
}

// A boardState holds eight columns and the captures of both colors. Lost pawns are those that are missing.
type boardState struct {
	columns  [8]column
	captures [2]uint8
}

// reached returns all boards that up to so many captures on all files lead to, one after the other: without boundaries or chains.
func reached(captures int) []boardState {
	var start boardState
	for i := range start.columns {
		start.columns[i] = "01"
	}
	list, seen := []boardState{start}, map[boardState]bool{start: true}
	for first := 0; captures > 0; captures-- {
		for end := len(list); first < end; first++ {
			b := list[first]
			put := func(next boardState, color int) {
				next.captures[color]++
				if !seen[next] {
					seen[next] = true
					list = append(list, next)
				}
			}
			for file := range 8 {
				b.columns[file].without(func(color int, rest column) {
					next := b
					next.columns[file] = rest
					put(next, 1-color)
					for _, to := range []int{file - 1, file + 1} {
						if to >= 0 && to < 8 {
							b.columns[to].entered(color, func(more column) {
								next.columns[to] = more
								put(next, color)
								next.columns[to] = b.columns[to]
							})
						}
					}
				})
			}
		}
	}
	return list
}

// costs calls f for all words of up to so many pawns that a board stands for, with what they cost.
func (b *boardState) costs(pawns int, f func(words [8]column, c cost)) {
	count := [2]int{}
	for _, col := range b.columns {
		for i := range col {
			count[col[i]-'0']++
		}
	}
	c := cost(b.captures[0]) | cost(b.captures[1])<<3 | cost(8-count[0])<<lostShift | cost(8-count[1])<<(lostShift+3)
	var words [8]column
	var fill func(file, pawns int, c cost)
	fill = func(file, pawns int, c cost) {
		if file == 8 {
			f(words, c)
			return
		}
		b.columns[file].words(func(word column, extra [2]int) {
			if words[file] = word; len(word) <= pawns {
				fill(file+1, pawns-len(word), c.plus(file, 0, [2]uint8{uint8(extra[0]), uint8(extra[1])}))
			}
		})
	}
	fill(0, pawns, c)
}

// TestChainsAreBoards checks that chains by files lead to the same words, at the same costs, as captures on all boards one after the other.
// Costs that are worse than others of the same words are compared, too.
func TestChainsAreBoards(t *testing.T) {
	testkit.Unraced(t)
	t.Run("2 captures", func(t *testing.T) { compareChains(t, 2, 14) })
	t.Run("3 captures", func(t *testing.T) {
		testkit.Medium(t)
		compareChains(t, 3, 8)
	})
}

// compareChains compares all words of up to so many pawns.
func compareChains(t *testing.T, captures, pawns int) {
	want := map[[8]column]map[cost]bool{}
	boards := reached(captures)
	for i := range boards {
		boards[i].costs(pawns, func(words [8]column, c cost) {
			if want[words] == nil {
				want[words] = map[cost]bool{}
			}
			want[words][c] = true
		})
	}
	chains := newChains(captures, pawns)
	list := allWords(maxColumn)
	numbers := make([]int, len(list))
	for i, w := range list {
		numbers[i] = slices.Index(chains.kinds, kindOf(letters(w)))
	}
	var seen itemSet
	found, checked := 0, 0
	var words [8]column
	var walk func(file, pawns int, items []item)
	walk = func(file, pawns int, items []item) {
		if file == 8 {
			for _, it := range items {
				if !want[words][it.cost()] {
					t.Fatalf("%q: chains cost %o, boards do not", words, it.cost())
				}
			}
			if len(items) != len(want[words]) {
				t.Fatalf("%q: %d costs by chains, %d by boards", words, len(items), len(want[words]))
			}
			found++
			checked += len(items)
			return
		}
		for i, w := range list {
			if len(w) <= pawns {
				words[file] = w
				if next := chains.advance(nil, items, file, numbers[i], pawns-len(w), captures, &seen); len(next) > 0 {
					walk(file+1, pawns-len(w), next)
				}
			}
		}
	}
	walk(0, pawns, []item{itemOf(nothing, 0)})
	if found != len(want) || found < 1000 {
		t.Errorf("chains lead to %d words, boards to %d", found, len(want))
	}
	t.Logf("%d captures: %d boards, %d words, %d costs", captures, len(boards), found, checked)
}
