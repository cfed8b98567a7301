package wire

import (
	"encoding/json"
	"fmt"
	"time"

	"chesscensus/survey/plan"
	"chesscensus/survey/record"
)

// Format is the number of the protocol: programs of another one do not work together.
const Format = 2

// Limits of messages, in bytes.
const (
	MaxOrder  = 4 << 20
	MaxTask   = 8 << 20 // a chunk of 64 kB and one line more
	MaxWork   = 64 << 10
	MaxState  = 64 << 10
	MaxResult = 256 << 20
	// MaxTable bounds a file of tables; the largest that there is has 3 MB.
	MaxTable  = 64 << 20
	maxTables = 8
	maxHead   = 16 << 20
)

// A Table is a file that a space is drawn with.
type Table struct {
	// Name of the file, small letters, digits, dots and hyphens; no path.
	Name string `json:"name"`
	// SHA256 of its bytes, in hexadecimal digits.
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// A Work is what is done with the lines of a list: a command of the program, and what it was asked besides.
type Work struct {
	Command string          `json:"command"`
	Options json.RawMessage `json:"options"`
}

// An Order is a survey, or a list of lines, that wants workers.
type Order struct {
	Format int `json:"format"`
	// Hash of the plan, and the plan itself; or any name of that form, and what is done with lines.
	Hash string          `json:"hash"`
	Text json.RawMessage `json:"plan,omitempty"`
	Work *Work           `json:"work,omitempty"`
	// Origin says which program makes its shards.
	Origin record.Origin `json:"origin"`
	// Tables that its space is drawn with, if they are not part of the program.
	Tables []Table `json:"tables,omitempty"`
	// AckWait is how long the engine waits for a sign of life of a worker before it gives the shard to another one. Limit is how long
	// a worker may take for a shard. Both in seconds.
	AckWait float64 `json:"ack_wait"`
	Limit   float64 `json:"limit"`
	// Tries is how often a shard is given to a worker before it is parked.
	Tries int `json:"tries"`
}

// Append appends the order as JSON.
func (o *Order) Append(dst []byte) []byte { return append(dst, encode(o)...) }

// ParseOrder reads an order and its plan, nil for a list of lines. The error says which field cannot be.
func ParseOrder(data []byte) (*Order, *plan.Plan, error) {
	o := new(Order)
	if err := decode("order", data, MaxOrder, o); err != nil {
		return nil, nil, err
	}
	if o.Format != Format {
		return nil, nil, fmt.Errorf("wire: order: protocol %d, this program speaks %d: client and workers want programs of one version", o.Format, Format)
	}
	switch {
	case o.Origin.Engine < 1:
		return nil, nil, fmt.Errorf("wire: order: engine %d, want a version from 1", o.Origin.Engine)
	case !(o.AckWait > 0 && o.AckWait < 1e6 && o.Limit > 0 && o.Limit < 1e9):
		return nil, nil, fmt.Errorf("wire: order: times of %v s and %v s, want them above 0, and below 1e6 and 1e9", o.AckWait, o.Limit)
	case o.Tries < 1 || o.Tries > 1_000_000:
		return nil, nil, fmt.Errorf("wire: order: %d tries, want 1 to a million", o.Tries)
	case len(o.Tables) > maxTables:
		return nil, nil, fmt.Errorf("wire: order: %d tables, want at most %d", len(o.Tables), maxTables)
	}
	for _, t := range o.Tables {
		if !files.MatchString(t.Name) || !hashes.MatchString(t.SHA256) || t.Bytes < 0 || t.Bytes > MaxTable {
			return nil, nil, fmt.Errorf("wire: order: table %.80q of %d bytes, want the name of a file, a SHA-256 and at most %d bytes", t.Name, t.Bytes, MaxTable)
		}
	}
	if o.Work != nil {
		return o, nil, o.checkWork()
	}
	p, err := plan.Parse(o.Text)
	if err != nil {
		return nil, nil, err
	}
	if p.Hash() != o.Hash {
		return nil, nil, fmt.Errorf("wire: order: the plan has the hash %s, want %.40q", p.Hash(), o.Hash)
	}
	return o, p, nil
}

// checkWork returns the error of an order for lines. What the options say is for the command to check.
func (o *Order) checkWork() error {
	if len(o.Text) > 0 || !plans.MatchString(o.Hash) || !commands.MatchString(o.Work.Command) || len(o.Work.Options) > MaxWork {
		return fmt.Errorf("wire: order: command %.40q with options of %d bytes under the name %.40q, want small letters, at most %d bytes, a name of 32 digits, and no plan",
			o.Work.Command, len(o.Work.Options), o.Hash, MaxWork)
	}
	return nil
}

// Wait returns AckWait as a duration, and Longest Limit.
func (o *Order) Wait() time.Duration { return time.Duration(o.AckWait * float64(time.Second)) }

// Longest returns Limit as a duration, at most a century.
func (o *Order) Longest() time.Duration {
	return time.Duration(min(o.Limit, 3e9) * float64(time.Second))
}
