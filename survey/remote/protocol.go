package remote

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// format is the number of the protocol. Clients and workers of different formats do not work together.
const format = 4

// An order announces a survey to workers.
type order struct {
	Format int             `json:"format"`
	Plan   json.RawMessage `json:"plan"`
	Origin record.Origin   `json:"origin"` // the program that makes its shards
	// AckWait is how long the server waits for a heartbeat of a worker, and Limit how long a shard may take, in nanoseconds. Tries is how often
	// a shard is given to a worker.
	AckWait time.Duration `json:"ack_wait"`
	Limit   time.Duration `json:"limit"`
	Tries   int           `json:"tries"`

	plan *plan.Plan
}

// A task asks for a shard.
type task struct {
	campaign.Job
	// Not has the workers that are not to do it, since other makers had other results of their shards.
	Not []string `json:"not,omitempty"`
}

// A result is a shard that a maker has made, or the reason why it has not.
type result struct {
	campaign.Result
	Failed string `json:"failed,omitempty"`

	maker string // of the subject of the message
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

// parseOrder reads an order and its plan.
func parseOrder(data []byte) (o *order, err error) {
	var header struct{ Format int }
	if err := json.Unmarshal(data, &header); err != nil || header.Format != format {
		return nil, fmt.Errorf("order: protocol %d, this program speaks %d: client and workers want programs of one version", header.Format, format)
	}
	if err = record.UnmarshalSealed(data, &o); err != nil {
		return nil, fmt.Errorf("order: %w", err)
	}
	if o.AckWait <= 0 || o.Limit <= 0 || o.Tries <= 0 {
		return nil, fmt.Errorf("order: times of %v and %v, and %d tries, cannot be", o.AckWait, o.Limit, o.Tries)
	}
	o.plan, err = plan.Parse(o.Plan)
	return o, err
}

// parseTask reads a task for a shard of a plan.
func parseTask(data []byte, p *plan.Plan) (t task, err error) {
	if err = record.UnmarshalSealed(data, &t); err == nil && (t.Shard < 0 || t.Shard >= p.Shards) {
		err = fmt.Errorf("shard %d, the plan has %d", t.Shard, p.Shards)
	}
	return t, err
}

// parseResult reads a result for a plan, and verifies that it is of the shard of the subject, unless it has failed. With an error, too, it returns a
// result. Its maker and shard are those of the subject; the shard is -1 if the subject names none.
func parseResult(p *plan.Plan, subject string, data []byte) (r *result, err error) {
	r = new(result)
	err = record.UnmarshalSealed(data, r)
	claimed := r.Shard
	words := append(strings.Split(subject, "."), "", "", "", "") // chesscensus, hash, result or client, shard, maker
	if r.maker = words[4]; words[2] == "client" {
		r.maker = OwnName()
	}
	if r.Shard, _ = strconv.Atoi(words[3]); strconv.Itoa(r.Shard) != words[3] || r.Shard >= p.Shards {
		r.Shard = -1
	}
	switch {
	case err != nil:
		return r, err
	case !validName.MatchString(r.maker) || r.Shard < 0 || subject != surveyHash(p.Hash()).resultSubject(r.Shard, r.maker):
		return r, fmt.Errorf("the subject is %.200q: it names no shard of the plan or no maker, or this process has not sent it", subject)
	case claimed != r.Shard:
		return r, fmt.Errorf("it says that it is of shard %d, and the subject is %s", claimed, subject)
	case r.Failed != "":
		return r, nil
	}
	return r, r.Verify(p)
}

// checksumOf returns the SHA-256, in hexadecimal digits, of the parts of a result that do not depend on the maker of the shard: its number,
// counts, tallies and lists, each list after its length.
func checksumOf(r *campaign.Result) string {
	h := sha256.New()
	write := func(numbers ...uint64) { _ = binary.Write(h, binary.BigEndian, numbers) } // no error: a hash takes everything
	write(uint64(r.Shard), r.Draws, uint64(len(r.Judged)))
	write(r.Judged...)
	for _, part := range [][]byte{r.Data, r.Open, r.Reached} {
		write(uint64(len(part)))
		h.Write(part)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// The consumers of a stream: all workers share that of the tasks, the client has that of the results.
const taskConsumer, resultConsumer = "workers", "client"

// orderKey is the key of the order of a survey in the metadata of its stream.
const orderKey = "order"

// Limits of a stream, in messages and bytes. A result has 0.4 MB. An order, of some 10 kB, may have 128 kB, the most metadata that a server takes.
const (
	maxMessages = 200_000
	maxBytes    = 1 << 30
)

// A surveyHash is the hash of a plan. It is part of all names of the survey in the server.
type surveyHash string

func (h surveyHash) stream() string { return "chesscensus-" + string(h) }

// taskSubject returns the subject of the task of a shard.
func (h surveyHash) taskSubject(shard int) string {
	return fmt.Sprintf("chesscensus.%s.task.%d", h, shard)
}

// resultSubject returns the subject on which a maker publishes its result of a shard. Workers may not publish on the one of this process.
func (h surveyHash) resultSubject(shard int, maker string) string {
	if maker == OwnName() {
		return fmt.Sprintf("chesscensus.%s.client.%d", h, shard)
	}
	return fmt.Sprintf("chesscensus.%s.result.%d.%s", h, shard, maker)
}

// createStream makes stream and consumers of a survey, unless they exist, and sets its order. A stream whose consumers the server cannot read is
// made anew.
func (c *Conn) createStream(ctx context.Context, h surveyHash, o *order, replicas int) error {
	tasks, results := "chesscensus."+string(h)+".task.*", []string{"chesscensus." + string(h) + ".result.*.*", "chesscensus." + string(h) + ".client.*"}
	config := jetstream.StreamConfig{Name: h.stream(), Subjects: append(results, tasks), Retention: jetstream.WorkQueuePolicy,
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxMsgs: maxMessages, MaxBytes: maxBytes,
		MaxMsgSize: int32(c.nats.MaxPayload()), Storage: jetstream.FileStorage, Replicas: replicas, Metadata: map[string]string{orderKey: string(record.Seal(o))}}
	consumers := []jetstream.ConsumerConfig{{Durable: taskConsumer, FilterSubject: tasks}, {Durable: resultConsumer, FilterSubjects: results}}
	return c.retry(ctx, "making the stream "+config.Name, func() error {
		stream, err := c.js.CreateOrUpdateStream(ctx, config)
		for _, consumer := range consumers {
			if err != nil {
				return err
			}
			consumer.AckPolicy, consumer.AckWait, consumer.MaxAckPending = jetstream.AckExplicitPolicy, o.AckWait, maxMessages
			if _, err = stream.CreateOrUpdateConsumer(ctx, consumer); apiError(err).ErrorCode == 10012 { // it cannot read its files
				c.log.Warn("a stream is damaged; it is made anew", "stream", config.Name, "error", err)
				err = errors.Join(err, c.js.DeleteStream(ctx, config.Name))
			}
		}
		return err
	})
}

// deleteStream removes all that the server has of a survey.
func (c *Conn) deleteStream(ctx context.Context, h surveyHash) error {
	return c.retry(ctx, "removing the stream "+h.stream(), func() error {
		if err := c.js.DeleteStream(ctx, h.stream()); !isNotFound(err) {
			return err
		}
		return nil
	})
}

// consumer returns a consumer of a survey with its present state.
func (c *Conn) consumer(ctx context.Context, h surveyHash, name string) (jetstream.Consumer, error) {
	return c.js.Consumer(ctx, h.stream(), name)
}

// take takes a message of a survey from a consumer, and waits for it.
func (c *Conn) take(ctx context.Context, h surveyHash, name string, wait time.Duration) (jetstream.Msg, error) {
	consumer, err := c.consumer(ctx, h, name)
	if err != nil {
		return nil, err
	}
	return consumer.Next(jetstream.FetchMaxWait(wait))
}

// publish stores a message in the stream of its subject, unless a message of this subject waits there.
func (c *Conn) publish(ctx context.Context, subject string, data []byte) error {
	if _, err := c.js.Publish(ctx, subject, data); err != nil && apiError(err).Description != "maximum messages per subject exceeded" {
		return fmt.Errorf("publishing %s: %w", subject, err)
	}
	return nil
}

// orders returns the orders of the surveys of the server whose hashes match a pattern.
func (c *Conn) orders(ctx context.Context, pattern surveyHash) (list []string, err error) {
	streams := c.js.ListStreams(ctx, jetstream.WithStreamListSubject(pattern.taskSubject(0)))
	for info := range streams.Info() {
		if text := info.Config.Metadata[orderKey]; text != "" {
			list = append(list, text)
		}
	}
	return list, streams.Err()
}

// apiError returns the error of the server that an error wraps, or a zero one.
func apiError(err error) (e jetstream.APIError) {
	if api := new(jetstream.APIError); errors.As(err, &api) {
		e = *api
	}
	return e
}

// isNotFound reports whether a stream, consumer or message does not exist.
func isNotFound(err error) bool { return apiError(err).Code == 404 }
