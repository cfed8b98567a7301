package remote

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Names in the server that are the same for all surveys.
const (
	ordersStream   = "chesscensus-orders"
	taskConsumer   = "workers"
	resultConsumer = "client"
)

// Limits of streams, sizes in bytes. A result has 0.4 MB, a plan some 10 kB.
const (
	maxMessages        = 200_000
	maxTaskBytes       = 64 << 20 // of all tasks, and of all orders
	maxTaskSize        = 64 << 10
	maxOrderSize       = 4 << 20
	maxResultBytes     = 1 << 30 // of all results that wait for the client
	maxResultsPerShard = 8       // that wait for the client
)

// A surveyHash is the hash of a plan. It is part of all names of the survey in the server.
type surveyHash string

func (h surveyHash) orderSubject() string { return "chesscensus." + string(h) + ".order" }

// taskSubject returns the subject of the task of a shard.
func (h surveyHash) taskSubject(shard int) string {
	return fmt.Sprintf("chesscensus.%s.job.%d", h, shard)
}

// resultSubject returns the subject of the results of a shard.
func (h surveyHash) resultSubject(shard int) string {
	return fmt.Sprintf("chesscensus.%s.result.%d", h, shard)
}

// ownSubject returns the subject of the results of a shard that workers in the process of the client have made. Other workers may not publish
// there, so none of them can pass for the client.
func (h surveyHash) ownSubject(shard int) string {
	return fmt.Sprintf("chesscensus.%s.own.%d", h, shard)
}

// subjectFor returns the subject on which a maker publishes its result of a shard.
func (h surveyHash) subjectFor(maker string, shard int) string {
	if maker == OwnName() {
		return h.ownSubject(shard)
	}
	return h.resultSubject(shard)
}

func (h surveyHash) taskStream() string   { return "chesscensus-" + string(h) + "-jobs" }
func (h surveyHash) resultStream() string { return "chesscensus-" + string(h) + "-results" }
func (h surveyHash) streams() []string    { return []string{h.taskStream(), h.resultStream()} }

// consumerOf returns the name of the consumer of a stream of the survey.
func (h surveyHash) consumerOf(stream string) string {
	if stream == h.taskStream() {
		return taskConsumer
	}
	return resultConsumer
}

// createStreams makes the streams and consumers of a survey, unless they exist. If the server cannot read the files of a consumer, it
// removes the stream and makes it anew. Nothing is lost, since tasks and results can be made again from the folder of the survey.
func (c *Conn) createStreams(ctx context.Context, h surveyHash, replicas int, ackWait time.Duration) error {
	streams := []jetstream.StreamConfig{
		{Name: ordersStream, Subjects: []string{surveyHash("*").orderSubject()}, MaxMsgsPerSubject: 1, MaxMsgSize: maxOrderSize,
			MaxBytes: maxTaskBytes},
		{Name: h.taskStream(), Subjects: []string{"chesscensus." + string(h) + ".job.*"}, Retention: jetstream.WorkQueuePolicy,
			MaxMsgsPerSubject: 1, MaxMsgSize: maxTaskSize, MaxBytes: maxTaskBytes},
		{Name: h.resultStream(), Subjects: []string{"chesscensus." + string(h) + ".result.*", "chesscensus." + string(h) + ".own.*"},
			Retention: jetstream.WorkQueuePolicy, MaxMsgsPerSubject: maxResultsPerShard, MaxMsgSize: int32(c.nats.MaxPayload()), MaxBytes: maxResultBytes},
	}
	for _, config := range streams {
		config.Replicas, config.MaxMsgs, config.Storage = replicas, maxMessages, jetstream.FileStorage
		if config.Retention == jetstream.WorkQueuePolicy {
			config.Discard, config.DiscardNewPerSubject, config.Duplicates = jetstream.DiscardNew, true, 2*time.Minute
		}
		err := c.retry(ctx, "making the stream "+config.Name, func(ctx context.Context) error {
			stream, err := c.js.CreateOrUpdateStream(ctx, config)
			if err != nil || config.Name == ordersStream {
				return err
			}
			_, err = stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: h.consumerOf(config.Name),
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: maxMessages})
			if isUnreadable(err) {
				c.log.Warn("a stream is damaged; it is made anew", "stream", config.Name, "error", err)
				return errors.Join(err, c.js.DeleteStream(ctx, config.Name))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isUnreadable reports whether an error means that the server cannot read the files of a consumer ("error creating store for consumer").
func isUnreadable(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10012
}

// isSubjectFull reports whether the server refused a message because its subject has as many as it may.
func isSubjectFull(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Description == "maximum messages per subject exceeded"
}

// stream returns a stream with its present state.
func (c *Conn) stream(ctx context.Context, name string) (jetstream.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return c.js.Stream(ctx, name)
}

// consumer returns the consumer of a stream with its present state.
func (c *Conn) consumer(ctx context.Context, h surveyHash, stream string) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return c.js.Consumer(ctx, stream, h.consumerOf(stream))
}

// deleteConsumer removes the consumer of a stream, if it can. The consumer that is made in its place gives out all that was not acknowledged.
func (c *Conn) deleteConsumer(ctx context.Context, h surveyHash, stream string) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_ = c.js.DeleteConsumer(ctx, stream, h.consumerOf(stream))
}

// isStuck reports whether a stream has messages of which its consumer has none in hand and none left to give out. That happens after the files
// of a stream have lost their end.
func (c *Conn) isStuck(ctx context.Context, h surveyHash, stream string) (bool, error) {
	s, err := c.stream(ctx, stream)
	if err != nil {
		return false, err
	}
	consumer, err := c.consumer(ctx, h, stream)
	if err != nil {
		return false, err
	}
	info := consumer.CachedInfo()
	return s.CachedInfo().State.Msgs > 0 && info.NumPending == 0 && info.NumAckPending == 0, nil
}

// removeSurvey removes order and streams of a survey from the server.
func (c *Conn) removeSurvey(ctx context.Context, h surveyHash) error {
	return c.retry(ctx, "ending the survey", func(ctx context.Context) error {
		s, err := c.js.Stream(ctx, ordersStream)
		if err == nil {
			err = s.Purge(ctx, jetstream.WithPurgeSubject(h.orderSubject()))
		}
		for _, name := range h.streams() {
			if err == nil || isNotFound(err) {
				err = c.js.DeleteStream(ctx, name)
			}
		}
		if isNotFound(err) {
			return nil
		}
		return err
	})
}

// orders returns the orders that the server has, by their subjects.
func (c *Conn) orders(ctx context.Context) (list map[string][]byte, err error) {
	err = c.retry(ctx, "looking for surveys", func(ctx context.Context) error {
		list = map[string][]byte{}
		s, err := c.js.Stream(ctx, ordersStream)
		if isNotFound(err) {
			return nil // no client has ever used this server
		}
		if err != nil {
			return err
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(surveyHash("*").orderSubject()))
		if err != nil {
			return err
		}
		for subject := range info.State.Subjects {
			m, err := s.GetLastMsgForSubject(ctx, subject)
			if isNotFound(err) {
				continue
			}
			if err != nil {
				return err
			}
			list[subject] = m.Data
		}
		return nil
	})
	return list, err
}
