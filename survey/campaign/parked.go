package campaign

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"chesscensus/survey/internal/record"
)

// A ParkedError names the shards that a pool has given up, since every worker that tried them failed. All other shards are done.
// The next run tries the parked ones again.
type ParkedError struct {
	// Reasons has the last failure of each shard.
	Reasons map[int]string
}

// Error names the shards with their reasons, one line each.
func (e *ParkedError) Error() string {
	list := []string{fmt.Sprintf("%d shards are parked, as no worker could do them", len(e.Reasons))}
	for _, s := range slices.Sorted(maps.Keys(e.Reasons)) {
		list = append(list, fmt.Sprintf("shard %d: %s", s, e.Reasons[s]))
	}
	return strings.Join(list, "\n")
}

// storeParked writes the shards that a run has given up. After a run without an error it writes that there are none.
func (c *Campaign) storeParked(st *Status, err error) error {
	var parked *ParkedError
	switch {
	case errors.As(err, &parked):
		st.Parked = parked.Reasons
	case err != nil:
		return nil // the run was cut short: shards that the run before has given up may still be parked
	default:
		st.Parked = nil
	}
	return record.StoreParked(c.Folder.Dir, st.Parked)
}

// readParked reads the parked shards that have not been done since.
func (c *Campaign) readParked(st *Status) (err error) {
	st.Parked, err = record.ReadParked(c.Folder.Dir)
	maps.DeleteFunc(st.Parked, func(s int, _ string) bool { return st.isDone[s] })
	return err
}
