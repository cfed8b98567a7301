package search

import (
	"sync"

	"chesscensus/chess"
)

// An outlook says which columns promotions straight ahead can make of a column.
type outlook struct {
	// complete reports that promotions alone lead to the goal's column.
	complete bool
	// available is the number of promotions, by color, that the reference counts as available: those that the best match with
	// the goal's column allows; none if there is no match, or if another match is better for one of the colors.
	available [2]int8
}

// A columnTable holds the outlooks of all columns towards one column of the goal.
type columnTable [1 << (maxColumn + 1)]outlook

// tables are shared by all searches. There are at most 127 goal columns, of up to six pawns, each with four combinations of colors
// that can promote. A table takes 768 bytes.
var tables sync.Map // tableKey to *columnTable

// A tableKey is a goal column with the colors that can promote ahead.
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
		t[c] = outlookOf(c, key)
	}
	tables.Store(key, t)
	return t
}

// outlookOf matches the goal's column with every part of c of the same length. A match leaves promotions to the white pawns above
// it, from the top down to the first black one, and to the black pawns below it.
func outlookOf(c column, key tableKey) (o outlook) {
	length, goalLength := c.len(), key.goal.len()
	var available, mostByColor [2]int
	bestSum := -1
	for i := 0; i+goalLength <= length; i++ {
		if (c>>i^key.goal)&(1<<goalLength-1) != 0 {
			continue
		}
		white, black := min(c.foremostRun(chess.White), length-i-goalLength), min(c.foremostRun(chess.Black), i)
		if white+black == length-goalLength && (white == 0 || key.ahead[chess.White]) && (black == 0 || key.ahead[chess.Black]) {
			o.complete = true
		}
		mostByColor = [2]int{max(mostByColor[0], white), max(mostByColor[1], black)}
		if white+black > bestSum {
			bestSum, available = white+black, [2]int{white, black}
		}
	}
	if bestSum < 0 || available != mostByColor {
		return o
	}
	for color, k := range available {
		if key.ahead[color] {
			o.available[color] = int8(k)
		}
	}
	return o
}
