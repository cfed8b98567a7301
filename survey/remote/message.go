package remote

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// format is the number of the protocol: programs of another one do not work together.
const format = 3

// An order is what workers have to know of a survey that wants them.
type order struct {
	Format int             `json:"format"`
	Plan   json.RawMessage `json:"plan"`
	Origin record.Origin   `json:"origin"` // the program that makes its shards
	// AckWait is how long the server waits for a sign of life of a worker, Limit how long a shard may take, in seconds; Tries is how often a
	// shard is given to a worker.
	AckWait float64 `json:"ack_wait"`
	Limit   float64 `json:"limit"`
	Tries   int     `json:"tries"`

	plan *plan.Plan
}

// A task asks for a shard.
type task struct {
	campaign.Job
	// Not are the workers that are not to do it, as others have made something else of their shards.
	Not []string `json:"not,omitempty"`
}

// A result is a shard that a worker has made, or why it has not.
type result struct {
	campaign.Result
	Plan   string `json:"plan"` // its hash
	Maker  string `json:"maker"`
	Build  string `json:"build"`
	Failed string `json:"failed,omitempty"`
}

// names are those of workers: one word of a subject.
var names = regexp.MustCompile(`^[A-Za-z0-9_-]{1,80}$`)

// encode writes what decode reads. The values are our own, without anything that JSON lacks.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("remote: " + err.Error())
	}
	return data
}

// decode reads a JSON value without fields that nobody knows, and with nothing behind it.
func decode(what string, data []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if d.More() {
		return fmt.Errorf("%s: found more behind its end", what)
	}
	return nil
}

// errNoOrder says that what stands in the place of an order is none. The client mends it.
var errNoOrder = errors.New("order: it is none")

// parseOrder reads an order and its plan.
func parseOrder(data []byte) (o *order, err error) {
	o = new(order)
	var about struct{ Format int }
	if json.Unmarshal(data, &about) != nil || about.Format == 0 {
		return nil, errNoOrder
	}
	if about.Format != format {
		return nil, fmt.Errorf("order: protocol %d, this program speaks %d: client and workers want programs of one version", about.Format, format)
	}
	if err := decode("order", data, o); err != nil {
		return nil, err
	}
	if o.plan, err = plan.Parse(o.Plan); err != nil {
		return nil, err
	}
	if !(o.AckWait > 0 && o.AckWait < 1e6 && o.Limit > 0 && o.Limit < 1e9 && o.Tries > 0) {
		return nil, fmt.Errorf("order: times of %v s and %v s, and %d tries, cannot be", o.AckWait, o.Limit, o.Tries)
	}
	return o, nil
}

// seconds is a duration of so many.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// parseTask reads a task of a plan.
func parseTask(data []byte, p *plan.Plan) (t task, err error) {
	if err = decode("task", data, &t); err == nil && (t.Shard < 0 || t.Shard >= p.Shards) {
		err = fmt.Errorf("task: shard %d, the plan has %d", t.Shard, p.Shards)
	}
	return t, err
}

// sumHeader is where a message has the SHA-256 of its data.
const sumHeader = "Chesscensus-Sum"

// message makes the message of a result.
func (r *result) message(subject string) *nats.Msg {
	m := &nats.Msg{Subject: subject, Data: encode(r), Header: nats.Header{}}
	m.Header.Set(sumHeader, record.Sum(m.Data))
	return m
}

// parseResult reads a result for a plan and verifies it, unless it says that there is none. Of an error too the shard is that of the subject, -1
// if that has none, and the maker is whoever the message names, if it can be read.
func parseResult(p *plan.Plan, subject string, h nats.Header, data []byte) (r *result, err error) {
	r = new(result)
	err = decode("result", data, r)
	shard, bad := strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:])
	if bad != nil || shard < 0 || shard >= p.Shards {
		shard = -1
	}
	said := r.Shard
	r.Shard = shard
	switch {
	case record.Sum(data) != h.Get(sumHeader):
		return r, fmt.Errorf("the bytes are not those that were sent")
	case err != nil:
		return r, err
	case !names.MatchString(r.Maker):
		return r, fmt.Errorf("%.80q is no name of a maker", r.Maker)
	case (r.Maker == OwnName()) != (subject == topic(p.Hash()).own(shard)):
		return r, fmt.Errorf("it is said to be of %s, and this process has not sent it", r.Maker)
	case shard < 0 || said != shard || r.Plan != p.Hash():
		return r, fmt.Errorf("shard %d of plan %.40q, want that of the subject %.80s", said, r.Plan, subject)
	case r.Failed != "":
		return r, nil
	}
	return r, r.Verify(p)
}

// sumOf returns the SHA-256, in hexadecimal digits, of what does not depend on who makes the shard, and is not asked for beside it: number, counts,
// tallies and lists, each with its length.
func sumOf(r *campaign.Result) string {
	h := sha256.New()
	number := func(n uint64) { h.Write(binary.BigEndian.AppendUint64(nil, n)) }
	number(uint64(r.Shard))
	number(r.Draws)
	number(uint64(len(r.Judged)))
	for _, n := range r.Judged {
		number(n)
	}
	for _, part := range [][]byte{r.Data, r.Open, r.Reached} {
		number(uint64(len(part)))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil))
}
