package remote

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/remote/internal/wire"
)

// A desk is what client and workers do with the streams of one survey.
type desk struct {
	*Conn
	topic
}

// at returns the desk of a survey.
func (c *Conn) at(hash string) desk { return desk{c, topic(hash)} }

// book returns the ledger. It is looked up every time: a server does not answer questions to a stream that it has not.
func (d desk) book(ctx context.Context) (jetstream.Stream, error) {
	return d.js.Stream(ctx, d.ledger())
}

// config is the form of both streams: one message for each subject, a second one is refused.
func (d desk) config(name, subjects string, keep jetstream.RetentionPolicy, replicas int) jetstream.StreamConfig {
	return jetstream.StreamConfig{Name: name, Subjects: []string{subjects}, Retention: keep, Storage: jetstream.FileStorage, Replicas: max(replicas, 1),
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, Duplicates: 2 * time.Minute}
}

// prepare makes what a survey needs in the engine, as far as it is not there. A queue whose files a loss of power has damaged is made
// anew: its tasks are known to the client, and asked for again.
func (d desk) prepare(ctx context.Context, replicas int, wait time.Duration) error {
	jobs := d.config(d.jobs(), fmt.Sprintf("chesscensus.%s.job.>", d.topic), jetstream.WorkQueuePolicy, replicas)
	ledger := d.config(d.ledger(), fmt.Sprintf("chesscensus.%s.ledger.>", d.topic), jetstream.LimitsPolicy, replicas)
	ledger.AllowDirect = replicas <= 1 // a fifth of the work; of several servers one may lag behind
	workers := jetstream.ConsumerConfig{Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: wait, MaxDeliver: -1,
		MaxAckPending: 1 << 20, MaxWaiting: 1 << 17}
	for what, f := range map[string]func(context.Context) error{
		"making the queue": func(ctx context.Context) error {
			err := d.queue(ctx, jobs, workers)
			if damaged(err) {
				d.log.Warn("the queue is damaged; it is made anew", "error", err)
				if err := d.js.DeleteStream(ctx, d.jobs()); err != nil {
					d.log.Warn("removing the queue", "error", err)
				}
			}
			return err
		},
		"making the ledger": func(ctx context.Context) error {
			_, err := d.js.CreateOrUpdateStream(ctx, ledger)
			return err
		},
		"making the store of files": func(ctx context.Context) error {
			_, err := d.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: fileBucket, Replicas: max(replicas, 1)})
			return err
		},
		"making the bucket of orders": func(ctx context.Context) error {
			_, err := d.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: orderBucket, Replicas: max(replicas, 1)})
			return err
		},
	} {
		if err := d.persist(ctx, what, f); err != nil {
			return err
		}
	}
	return nil
}

// queue makes the stream of tasks and its consumer.
func (d desk) queue(ctx context.Context, jobs jetstream.StreamConfig, workers jetstream.ConsumerConfig) error {
	stream, err := d.js.CreateOrUpdateStream(ctx, jobs)
	if err != nil {
		return err
	}
	c, err := d.js.CreateOrUpdateConsumer(ctx, d.jobs(), workers)
	if err != nil {
		return err
	}
	info, err := stream.Info(ctx)
	if err == nil && c.CachedInfo().Delivered.Stream > info.State.LastSeq {
		return errAhead
	}
	return err
}

// publish stores a message unless its subject has one, and reports whether it is new. The engine also forgets a second message
// of the same id within two minutes, and says that it is stored.
func (d desk) publish(ctx context.Context, subject, id, maker string, data []byte) (fresh bool, err error) {
	m := nats.NewMsg(subject)
	m.Data = data
	if maker != "" {
		m.Header.Set(makerHeader, maker)
	}
	err = d.persist(ctx, "writing "+subject, func(ctx context.Context) error {
		options := []jetstream.PublishOpt{jetstream.WithExpectLastSequencePerSubject(0)}
		if id != "" {
			options = append(options, jetstream.WithMsgID(id))
		}
		ack, err := d.js.PublishMsg(ctx, m, options...)
		if taken(err) {
			return nil
		}
		if errors.Is(err, jetstream.ErrNoStreamResponse) { // no leader just now, or no stream
			stream := d.jobs()
			if strings.HasPrefix(subject, d.entry("")) {
				stream = d.ledger()
			}
			if _, missing := d.js.Stream(ctx, stream); errors.Is(missing, jetstream.ErrStreamNotFound) {
				err = missing
			}
		}
		fresh = err == nil && !ack.Duplicate
		return err
	})
	return fresh, err
}

// note writes to the ledger, unless there is such a note already.
func (d desk) note(ctx context.Context, text string, kind string, args ...any) error {
	_, err := d.publish(ctx, d.entry(kind, args...), "", "", []byte(text[:min(len(text), 4000)]))
	return err
}

// last returns the message of a subject in the ledger, nil if there is none.
func (d desk) last(ctx context.Context, subject string) (m *jetstream.RawStreamMsg, err error) {
	err = d.persist(ctx, "reading "+subject, func(ctx context.Context) error {
		ledger, err := d.book(ctx)
		if err != nil {
			return err
		}
		m, err = ledger.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			m, err = nil, nil
		}
		return err
	})
	return m, err
}

// remove takes a message out of the ledger. It may be gone already.
func (d desk) remove(ctx context.Context, seq uint64) error {
	return d.persist(ctx, "removing a message", func(ctx context.Context) error {
		ledger, err := d.book(ctx)
		if err != nil {
			return err
		}
		if err = ledger.DeleteMsg(ctx, seq); err != nil {
			if _, missing := ledger.GetMsg(ctx, seq); errors.Is(missing, jetstream.ErrMsgNotFound) {
				return nil
			}
		}
		return err
	})
}

// subjects returns what a stream has, and the number of its last message. Nothing is there if the stream is not.
func (d desk) subjects(ctx context.Context, stream string) (list map[string]uint64, last uint64, err error) {
	err = d.persist(ctx, "reading "+stream, func(ctx context.Context) error {
		s, err := d.js.Stream(ctx, stream)
		if err != nil {
			return err
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(">"))
		if err == nil {
			list, last = info.State.Subjects, info.State.LastSeq
		}
		return err
	})
	if gone(err) {
		return nil, 0, nil
	}
	return list, last, err
}

// refMark begins a message that says where a result is which was too large for a message.
const refMark = "ccf1"

// pack returns the message for a result: the bytes themselves, or a name in the store of files.
func (d desk) pack(ctx context.Context, data []byte) ([]byte, error) {
	if len(data)+4096 <= int(d.nats.MaxPayload()) {
		return data, nil
	}
	name, err := d.putFile(ctx, data)
	return []byte(refMark + name), err
}

// unpack is the reverse. The error wraps errForGood if the message is none of ours.
func (d desk) unpack(ctx context.Context, data []byte) ([]byte, error) {
	name, ok := bytes.CutPrefix(data, []byte(refMark))
	if !ok {
		return data, nil
	}
	if len(name) != 64 {
		return nil, fmt.Errorf("the name of a file has %d characters, want 64%w", len(name), errForGood)
	}
	return d.file(ctx, string(name), wire.MaxResult)
}

// putFile stores a file under its SHA-256.
func (d desk) putFile(ctx context.Context, data []byte) (name string, err error) {
	h := sha256.Sum256(data)
	name = hex.EncodeToString(h[:])
	return name, d.persist(ctx, "storing a file", func(ctx context.Context) error {
		store, err := d.js.ObjectStore(ctx, fileBucket)
		if err != nil {
			return err
		}
		if info, err := store.GetInfo(ctx, name); err == nil && info.Size == uint64(len(data)) {
			return nil
		}
		_, err = store.PutBytes(ctx, name, data)
		return err
	})
}

// file returns the file of a name, of at most so many bytes, if that is its SHA-256.
func (d desk) file(ctx context.Context, name string, most int64) (data []byte, err error) {
	err = d.persist(ctx, "fetching a file", func(ctx context.Context) error {
		store, err := d.js.ObjectStore(ctx, fileBucket)
		if err != nil {
			return err
		}
		info, err := store.GetInfo(ctx, name)
		if err != nil {
			return err
		}
		if info.Size > uint64(most) {
			return fmt.Errorf("file %s has %d bytes, want at most %d%w", name, info.Size, most, errForGood)
		}
		data, err = store.GetBytes(ctx, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	if h := sha256.Sum256(data); hex.EncodeToString(h[:]) != name {
		return nil, fmt.Errorf("file %s: %w%w", name, wire.ErrSum, errForGood)
	}
	return data, nil
}
