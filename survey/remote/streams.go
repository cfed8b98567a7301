package remote

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Names in the server that are the same for all surveys.
const (
	ordersStream = "chesscensus-orders"
	workers      = "workers" // the consumer of tasks
	client       = "client"  // the consumer of results
)

// Limits of streams. A result has 0.4 MB, a plan some 10 kB.
const (
	mostMessages = 200_000
	mostTasks    = 64 << 20 // bytes of all tasks, and of all orders
	mostTask     = 64 << 10
	mostOrder    = 4 << 20
	mostResults  = 1 << 30 // bytes of results that wait for the client
	mostOfShard  = 8       // results of one shard that wait
)

// A topic is the names of a survey in the server: the hash of its plan.
type topic string

func (h topic) order() string { return "chesscensus." + string(h) + ".order" }
func (h topic) job(shard int) string {
	return "chesscensus." + string(h) + ".job." + strconv.Itoa(shard)
}
func (h topic) result(shard int) string {
	return "chesscensus." + string(h) + ".result." + strconv.Itoa(shard)
}

// own is where the client hands in what a worker in its process has made: no other worker may publish there, so that none can do so in its name.
func (h topic) own(shard int) string {
	return "chesscensus." + string(h) + ".own." + strconv.Itoa(shard)
}
func (h topic) jobs() string    { return "chesscensus-" + string(h) + "-jobs" }
func (h topic) results() string { return "chesscensus-" + string(h) + "-results" }
func (h topic) consumer(s string) string {
	return map[string]string{h.jobs(): workers, h.results(): client}[s]
}
func (h topic) streams() (names []string) { return []string{h.jobs(), h.results()} }

// prepare makes the streams and consumers of a survey, or leaves them as they are. A consumer whose files no server can read is made anew with its
// stream: the folder of the survey has what was in it, or lacks it.
func (c *Conn) prepare(ctx context.Context, h topic, replicas int, ackWait time.Duration) error {
	streams := []jetstream.StreamConfig{
		{Name: ordersStream, Subjects: []string{topic("*").order()}, MaxMsgsPerSubject: 1, MaxMsgSize: mostOrder, MaxBytes: mostTasks},
		{Name: h.jobs(), Subjects: []string{"chesscensus." + string(h) + ".job.*"}, Retention: jetstream.WorkQueuePolicy, MaxMsgsPerSubject: 1, MaxMsgSize: mostTask, MaxBytes: mostTasks},
		{Name: h.results(), Subjects: []string{"chesscensus." + string(h) + ".result.*", "chesscensus." + string(h) + ".own.*"}, Retention: jetstream.WorkQueuePolicy, MaxMsgsPerSubject: mostOfShard,
			MaxMsgSize: int32(c.nats.MaxPayload()), MaxBytes: mostResults},
	}
	for _, s := range streams {
		s.Replicas, s.MaxMsgs, s.Storage = replicas, mostMessages, jetstream.FileStorage
		if s.Retention == jetstream.WorkQueuePolicy {
			s.Discard, s.DiscardNewPerSubject, s.Duplicates = jetstream.DiscardNew, true, 2*time.Minute
		}
		err := c.persist(ctx, "making the stream "+s.Name, func(ctx context.Context) error {
			stream, err := c.js.CreateOrUpdateStream(ctx, s)
			if err != nil || s.Name == ordersStream {
				return err
			}
			o := jetstream.ConsumerConfig{Durable: h.consumer(s.Name), AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: mostMessages}
			if _, err = stream.CreateOrUpdateConsumer(ctx, o); unreadable(err) {
				c.log.Warn("a stream is damaged; it is made anew", "stream", s.Name, "error", err)
				return errors.Join(err, c.js.DeleteStream(ctx, s.Name))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// unreadable reports whether an error means files of a consumer that the server cannot read ("error creating store for consumer").
func unreadable(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10012
}

// there reports whether a message was refused because its subject has one.
func there(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Description == "maximum messages per subject exceeded"
}

// stream returns a stream, consumer the consumer of one, as they are now.
func (c *Conn) stream(ctx context.Context, name string) (jetstream.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return c.js.Stream(ctx, name)
}

func (c *Conn) consumer(ctx context.Context, h topic, stream string) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return c.js.Consumer(ctx, stream, h.consumer(stream))
}

// forget removes the consumer of a stream, if it can: it is made anew with all that was not acknowledged.
func (c *Conn) forget(ctx context.Context, h topic, stream string) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_ = c.js.DeleteConsumer(ctx, stream, h.consumer(stream))
}

// stuck reports whether a stream has messages that its consumer neither has in hand nor will give out, as one may whose files have lost their end.
func (c *Conn) stuck(ctx context.Context, h topic, stream string) (bool, error) {
	s, err := c.stream(ctx, stream)
	if err != nil {
		return false, err
	}
	o, err := c.consumer(ctx, h, stream)
	if err != nil {
		return false, err
	}
	i := o.CachedInfo()
	return s.CachedInfo().State.Msgs > 0 && i.NumPending == 0 && i.NumAckPending == 0, nil
}

// remove takes a survey out of the server.
func (c *Conn) remove(ctx context.Context, h topic) error {
	return c.persist(ctx, "ending the survey", func(ctx context.Context) error {
		s, err := c.js.Stream(ctx, ordersStream)
		if err == nil {
			err = s.Purge(ctx, jetstream.WithPurgeSubject(h.order()))
		}
		for _, name := range h.streams() {
			if err == nil || gone(err) {
				err = c.js.DeleteStream(ctx, name)
			}
		}
		if gone(err) {
			return nil
		}
		return err
	})
}

// orders returns the orders that the server has, by their subjects.
func (c *Conn) orders(ctx context.Context) (list map[string][]byte, err error) {
	err = c.persist(ctx, "looking for surveys", func(ctx context.Context) error {
		list = map[string][]byte{}
		s, err := c.js.Stream(ctx, ordersStream)
		if gone(err) {
			return nil // nobody has ever wanted anything
		}
		if err != nil {
			return err
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(topic("*").order()))
		if err != nil {
			return err
		}
		for subject := range info.State.Subjects {
			m, err := s.GetLastMsgForSubject(ctx, subject)
			if gone(err) {
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

// publish stores a message once, whatever the id says of earlier tries.
func (c *Conn) publish(ctx context.Context, subject, id string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_, err := c.js.Publish(ctx, subject, data, jetstream.WithMsgID(id))
	if err != nil {
		return fmt.Errorf("publishing %s: %w", subject, err)
	}
	return nil
}
