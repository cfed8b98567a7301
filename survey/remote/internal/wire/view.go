package wire

// A View is what happens in a survey at a moment.
type View struct {
	// Workers that have answered, by name.
	Workers []State `json:"workers"`
	// Wanted is the number of shards that are queued or in hand, Checks that of second opinions, Parked that of shards given up.
	Wanted int `json:"wanted"`
	Checks int `json:"checks"`
	Parked int `json:"parked"`
}

// Slots returns how many shards the workers can do at the same time.
func (v *View) Slots() (n int) {
	for _, w := range v.Workers {
		n += w.Slots
	}
	return n
}

// Running returns how many shards the workers have in hand.
func (v *View) Running() (n int) {
	for _, w := range v.Workers {
		n += len(w.Shards)
	}
	return n
}
