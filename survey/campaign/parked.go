package campaign

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"chesscensus/survey/internal/record"
)

// A ParkedError names the shards that a pool has given up, as every worker that tried them failed. The others are done. The
// next run tries them again.
type ParkedError struct {
	// Reasons say of each shard what was last heard of it.
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

// storeParked writes which shards a run has given up, or, after one that has done all it was to do, that there are none.
func (c *Campaign) storeParked(st *Status, err error) error {
	var parked *ParkedError
	switch {
	case errors.As(err, &parked):
		st.Parked = parked.Reasons
	case err != nil:
		return nil // cut short: what the run before has given up may still be so
	default:
		st.Parked = nil
	}
	return record.StoreParked(c.Folder.Dir, st.Parked)
}

// readParked reads what park has written. Shards that have been done since are left out.
func (c *Campaign) readParked(st *Status) (err error) {
	st.Parked, err = record.ReadParked(c.Folder.Dir)
	maps.DeleteFunc(st.Parked, func(s int, _ string) bool { return st.isDone[s] })
	return err
}
