package search

import (
	"sync"

	"chesscensus/chess"
)

// An outlook is what can become of a column by promotions straight ahead.
type outlook struct {
	// complete says that promotions alone lead to the goal's column.
	complete bool
	// avail is the number of promotions that the reference counts as available: those
	// that the best match with the goal's column leaves room for; none if there is
	// no match, or if another match is better for one of the colors.
	avail [2]int8
}

// A columnTable holds the outlooks of all columns towards one column of the goal.
type columnTable [1 << (maxColumn + 1)]outlook

// tables are shared by all searches. There are at most 127 columns of six pawns with
// four combinations of promotions, 1.5 kB each.
var tables sync.Map // tableKey to *columnTable

type tableKey struct {
	goal  column
	ahead [2]bool
}

// tableOf returns the table for a goal column and the colors that can promote ahead.
func tableOf(goal column, white, black bool) *columnTable {
	key := tableKey{goal, [2]bool{white, black}}
	if t, ok := tables.Load(key); ok {
		return t.(*columnTable)
	}
	t := new(columnTable)
	for c := column(1); c != 0; c++ {
		t[c] = look(c, key)
	}
	tables.Store(key, t)
	return t
}

// look slides the goal's column over c. A match leaves promotions to the white pawns
// above it, from the top down to the first black one, and to the black pawns below it.
func look(c column, key tableKey) (o outlook) {
	n, g := c.len(), key.goal.len()
	var avail, most [2]int
	best := -1
	for i := 0; i+g <= n; i++ {
		if (c>>i^key.goal)&(1<<g-1) != 0 {
			continue
		}
		w, b := min(c.run(chess.White), n-i-g), min(c.run(chess.Black), i)
		if w+b == n-g && (w == 0 || key.ahead[chess.White]) && (b == 0 || key.ahead[chess.Black]) {
			o.complete = true
		}
		most = [2]int{max(most[0], w), max(most[1], b)}
		if w+b > best {
			best, avail = w+b, [2]int{w, b}
		}
	}
	if best < 0 || avail != most {
		return o
	}
	for color, k := range avail {
		if key.ahead[color] {
			o.avail[color] = int8(k)
		}
	}
	return o
}
