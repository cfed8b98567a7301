package remote

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// format is the number of the protocol. Clients and workers of different formats do not work together.
const format = 3

// An order announces a survey to workers.
type order struct {
	Format int             `json:"format"`
	Plan   json.RawMessage `json:"plan"`
	Origin record.Origin   `json:"origin"` // the program that makes its shards
	// AckWait is how many seconds the server waits for a heartbeat of a worker, and Limit how many a shard may take. Tries is how often a
	// shard is given to a worker.
	AckWait float64 `json:"ack_wait"`
	Limit   float64 `json:"limit"`
	Tries   int     `json:"tries"`

	plan *plan.Plan
}

// A task asks for a shard.
type task struct {
	campaign.Job
	// Not has the workers that are not to do it, since other makers had other results of their shards.
	Not []string `json:"not,omitempty"`
}

// A result is a shard that a worker has made, or the reason why it has not.
type result struct {
	campaign.Result
	Plan   string `json:"plan"` // its hash
	Maker  string `json:"maker"`
	Build  string `json:"build"`
	Failed string `json:"failed,omitempty"`
}

// validName matches names of workers, invalidInName what none of them has.
var (
	validName     = regexp.MustCompile(`^[A-Za-z0-9_-]{1,80}$`)
	invalidInName = regexp.MustCompile(`[^A-Za-z0-9_-]`)
)

// hostName returns the name of this machine as one word of a subject: at most 40 letters, digits, _ and -.
func hostName() string {
	host, _ := os.Hostname()
	host = invalidInName.ReplaceAllString(host, "-")
	return host[:min(len(host), 40)]
}

// NewName returns a name for a worker of this process: host, process and a random part.
func NewName() string { return fmt.Sprintf("%s-%d-%s", hostName(), os.Getpid(), rand.Text()[:10]) }

// OwnName returns the name of this machine as a maker of shards, the same in every run.
func OwnName() string { return "client-" + hostName() }

// encode returns the JSON of a message. It panics on values that JSON lacks, of which messages have none.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("remote: " + err.Error())
	}
	return data
}

// decode reads one JSON value, which has to end with the data. Unknown fields are errors.
func decode(what string, data []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if d.More() {
		return fmt.Errorf("%s: found more behind its end", what)
	}
	return nil
}

// errNoOrder is the error of a message that is no order but stands in the place of one. The client replaces it.
var errNoOrder = errors.New("order: it is none")

// parseOrder reads an order and its plan.
func parseOrder(data []byte) (o *order, err error) {
	o = new(order)
	var header struct{ Format int }
	if json.Unmarshal(data, &header) != nil || header.Format == 0 {
		return nil, errNoOrder
	}
	if header.Format != format {
		return nil, fmt.Errorf("order: protocol %d, this program speaks %d: client and workers want programs of one version",
			header.Format, format)
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

// secondsOf returns the duration of s seconds.
func secondsOf(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// parseTask reads a task for a shard of a plan.
func parseTask(data []byte, p *plan.Plan) (t task, err error) {
	if err = decode("task", data, &t); err == nil && (t.Shard < 0 || t.Shard >= p.Shards) {
		err = fmt.Errorf("task: shard %d, the plan has %d", t.Shard, p.Shards)
	}
	return t, err
}

// sumHeader is the name of the header with the SHA-256 of the data of a message.
const sumHeader = "Chesscensus-Sum"

// message returns the message of a result.
func (r *result) message(subject string) *nats.Msg {
	m := &nats.Msg{Subject: subject, Data: encode(r), Header: nats.Header{}}
	m.Header.Set(sumHeader, record.Sum(m.Data))
	return m
}

// parseResult reads a result for a plan, and verifies it if it has a shard. With an error, too, it returns a result: its shard is that of the
// subject, or -1 if the subject names none, and its maker the one of the message, if that can be read.
func parseResult(p *plan.Plan, subject string, h nats.Header, data []byte) (r *result, err error) {
	r = new(result)
	err = decode("result", data, r)
	shard, shardErr := strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:])
	if shardErr != nil || shard < 0 || shard >= p.Shards {
		shard = -1
	}
	claimed := r.Shard
	r.Shard = shard
	switch {
	case record.Sum(data) != h.Get(sumHeader):
		return r, fmt.Errorf("the bytes are not those that were sent")
	case err != nil:
		return r, err
	case !validName.MatchString(r.Maker):
		return r, fmt.Errorf("%.80q is no name of a maker", r.Maker)
	case (r.Maker == OwnName()) != (subject == surveyHash(p.Hash()).ownSubject(shard)):
		return r, fmt.Errorf("it is said to be of %s, and this process has not sent it", r.Maker)
	case shard < 0 || claimed != shard || r.Plan != p.Hash():
		return r, fmt.Errorf("shard %d of plan %.40q, want that of the subject %.80s", claimed, r.Plan, subject)
	case r.Failed != "":
		return r, nil
	}
	return r, r.Verify(p)
}

// checksumOf returns the SHA-256, in hexadecimal digits, of the parts of a result that do not depend on the maker of the shard: its number,
// counts, tallies and lists, each list after its length.
func checksumOf(r *campaign.Result) string {
	h := sha256.New()
	writeNumber := func(n uint64) { h.Write(binary.BigEndian.AppendUint64(nil, n)) }
	writeNumber(uint64(r.Shard))
	writeNumber(r.Draws)
	writeNumber(uint64(len(r.Judged)))
	for _, n := range r.Judged {
		writeNumber(n)
	}
	for _, part := range [][]byte{r.Data, r.Open, r.Reached} {
		writeNumber(uint64(len(part)))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil))
}
