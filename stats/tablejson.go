package stats

import (
	"encoding/json"
	"fmt"
)

// tableJSON is the stored form of Table; cells are [weight, mult, count].
type tableJSON struct {
	Declared []string       `json:"declared"`
	Rows     []tableRowJSON `json:"rows"`
}

type tableRowJSON struct {
	Category string      `json:"category"`
	Cells    [][3]uint64 `json:"cells"`
}

// MarshalJSON writes the declared order and the exact counts:
//
//	{"declared":["legal","illegal"],"rows":[{"category":"legal","cells":[[1,1,516]]}]}
//
// where a cell is [weight, mult, count]. Categories without draws have no row.
func (t *Table) MarshalJSON() ([]byte, error) {
	j := tableJSON{Declared: append([]string{}, t.declared...), Rows: []tableRowJSON{}}
	for _, name := range t.Categories() {
		if cells := storedCells(t.cells(name), In); cells != nil {
			j.Rows = append(j.Rows, tableRowJSON{name, cells})
		}
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON writes. What cannot be a sample is an error as for [Tally.UnmarshalJSON],
// and so are a category declared or given twice and a row without cells. After an error t is unchanged.
func (t *Table) UnmarshalJSON(data []byte) error {
	var j tableJSON
	if err := strictUnmarshal(data, &j); err != nil {
		return fmt.Errorf("stats: reading a table: %w", err)
	}
	fresh := Table{declared: j.Declared, tallies: make(map[string]*Tally)}
	seen := make(map[string]bool)
	for _, name := range j.Declared {
		if seen[name] {
			return fmt.Errorf("%w: category %q is declared twice", errTally, name)
		}
		seen[name] = true
	}
	for _, row := range j.Rows {
		part := tallyJSON{Draws: maxJSONDraws - fresh.draws, In: row.Cells}
		c, err := part.tally()
		if err != nil {
			return fmt.Errorf("category %q: %w", row.Category, err)
		}
		c.draws[Out] = 0
		if fresh.tallies[row.Category] != nil || c.Draws() == 0 {
			return fmt.Errorf("%w: category %q is empty or given twice", errTally, row.Category)
		}
		fresh.tallies[row.Category] = c
		fresh.draws += c.Draws()
	}
	*t = fresh
	return nil
}
