package wire

import (
	"fmt"
	"slices"

	"chesscensus/survey/filter"
	"chesscensus/survey/plan"
)

// A Task asks for a shard, or for what becomes of a chunk of lines.
type Task struct {
	Shard int `json:"shard"`
	// Chunk is the lines, nil for a shard.
	Chunk *filter.Chunk `json:"chunk,omitempty"`
	// Keep asks for the judged candidates as well.
	Keep bool `json:"keep,omitempty"`
	// Check says that the shard is done already: this is a second opinion, for which the worker of that name is not asked.
	Check bool   `json:"check,omitempty"`
	Not   string `json:"not,omitempty"`
}

// Append appends the task as JSON.
func (t *Task) Append(dst []byte) []byte { return append(dst, encode(t)...) }

// ParseTask reads a task.
func ParseTask(data []byte) (t Task, err error) {
	if err := decode("task", data, MaxTask, &t); err != nil {
		return Task{}, err
	}
	if most := plan.MaxShards; t.Shard < 0 || t.Shard >= most && t.Chunk == nil {
		return Task{}, fmt.Errorf("wire: task: shard %d, want a number below %d", t.Shard, most)
	}
	if c := t.Chunk; c != nil && len(c.Long) == 0 {
		c.Long = nil // "long":[] says the same
	}
	if c := t.Chunk; c != nil && (c.First < 1 || slices.ContainsFunc(c.Long, func(i int) bool { return i < 0 }) || t.Keep) {
		return Task{}, fmt.Errorf("wire: task: a chunk from line %d cannot be", c.First)
	}
	if t.Not != "" && !ValidName(t.Not) {
		return Task{}, fmt.Errorf("wire: task: %.80q is no name of a worker", t.Not)
	}
	return t, nil
}

// A State is what a worker is doing.
type State struct {
	// Name of the worker, and its program.
	Name  string `json:"name"`
	Build string `json:"build"`
	// Slots is how many shards it does at the same time, Shards those in hand, Done how many it has done for this survey.
	Slots  int   `json:"slots"`
	Shards []int `json:"shards"`
	Done   int   `json:"done"`
}

// maxSlots bounds the slots of a worker.
const maxSlots = 4096

// Append appends the state as JSON.
func (s *State) Append(dst []byte) []byte { return append(dst, encode(s)...) }

// ParseState reads a state.
func ParseState(data []byte) (s State, err error) {
	if err := decode("state", data, MaxState, &s); err != nil {
		return State{}, err
	}
	if !ValidName(s.Name) || len(s.Build) > 200 || s.Slots < 1 || s.Slots > maxSlots || len(s.Shards) > s.Slots || s.Done < 0 {
		return State{}, fmt.Errorf("wire: state of %.80q with %d slots and %d shards cannot be", s.Name, s.Slots, len(s.Shards))
	}
	return s, nil
}
