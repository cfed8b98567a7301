package remote

import (
	"fmt"
	"strings"
)

// The bucket of orders, the store of files, and the durable consumer of tasks.
const (
	orderBucket = "chesscensus"
	fileBucket  = "chesscensus-files"
	consumer    = "workers"
	orderPrefix = "order."
)

// Kinds of messages in the ledger.
const (
	kindShard     = "shard"
	kindCheck     = "check"
	kindDisputed  = "disputed"
	kindFailed    = "failed"
	kindParked    = "parked"
	kindRefused   = "refused"
	kindRetracted = "retracted"
)

// makerHeader names the maker of a result beside it, for results that cannot be read.
const makerHeader = "Chesscensus-Worker"

// A topic is the names of a survey in the engine: the hash of its plan.
type topic string

func (h topic) order() string  { return orderPrefix + string(h) }
func (h topic) jobs() string   { return "chesscensus-jobs-" + string(h) }
func (h topic) ledger() string { return "chesscensus-ledger-" + string(h) }

// roll is the subject of roll calls.
func (h topic) roll() string { return fmt.Sprintf("chesscensus.%s.roll", h) }

// job is the subject of a task: kind is kindShard or kindCheck.
func (h topic) job(kind string, s int) string {
	return fmt.Sprintf("chesscensus.%s.job.%s.%d", h, kind, s)
}

// entry is the subject of a message in the ledger.
func (h topic) entry(kind string, args ...any) string {
	text := fmt.Sprintf("chesscensus.%s.ledger.%s", h, kind)
	for _, arg := range args {
		text += fmt.Sprintf(".%v", arg)
	}
	return text
}

// An entry is the meaning of a subject in jobs or ledger.
type entry struct {
	kind  string
	shard int    // of all kinds but refused
	name  string // of a worker, of refused and disputed
}

// parse reads a subject. False means that it is none of ours.
func (h topic) parse(subject string) (e entry, ok bool) {
	words := strings.Split(subject, ".")
	if len(words) < 5 || len(words) > 6 || words[0] != "chesscensus" || words[1] != string(h) {
		return e, false
	}
	if e.kind = words[3]; e.kind == kindRefused {
		e.name = words[4]
		return e, len(words) == 5
	}
	if _, err := fmt.Sscanf(words[4], "%d", &e.shard); err != nil || e.shard < 0 || fmt.Sprint(e.shard) != words[4] {
		return e, false
	}
	if len(words) == 6 {
		e.name = words[5]
	}
	return e, (e.kind == kindDisputed) == (len(words) == 6)
}
