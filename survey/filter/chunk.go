package filter

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"chesscensus/survey"
)

// A Chunk is some lines of an input. It is plain data, to be carried over a network.
type Chunk struct {
	// First is the number of the first line in the input.
	First int `json:"first"`
	// Text is the lines, without their ends, with \n between: bytes, as a line need not be text.
	Text []byte `json:"text"`
	// Long says which lines, counted from 0, were too long to be read.
	Long []int `json:"long,omitempty"`
}

// lines returns the lines.
func (c *Chunk) lines() []string { return strings.Split(string(c.Text), "\n") }

// An Answer is what a chunk has become.
type Answer struct {
	// Out goes to the output, Side to the second output.
	Out  []byte `json:"out,omitempty"`
	Side []byte `json:"side,omitempty"`
	// Bad are the lines that could not be handled, in order.
	Bad []BadLine `json:"bad,omitempty"`
}

// A BadLine is the number of a line in the input, and what is wrong with it.
type BadLine struct {
	Line int    `json:"line"`
	Text []byte `json:"text"`
}

// An Answerer filters chunks, here or elsewhere. Several goroutines may ask it at once. The answer depends on the chunk alone. An error
// means that there is none, as the context is done or nobody could make one; it ends the run.
type Answerer func(ctx context.Context, c *Chunk) (*Answer, error)

// Answer filters a chunk with Do. It is what [Lines.Run] does with every one of them, unless Elsewhere is set.
func (l *Lines) Answer(c *Chunk) *Answer {
	a := new(Answer)
	bad := func(i int, err error) {
		a.Bad = append(a.Bad, BadLine{c.First + i, []byte(err.Error())})
	}
	for i, line := range c.lines() {
		mark, sideMark := len(a.Out), len(a.Side)
		var err error
		switch {
		case slices.Contains(c.Long, i):
			err = survey.ErrLongLine
		case strings.TrimSpace(line) == "" || line[0] == '#' && !l.Comments:
			continue
		default:
			a.Out, a.Side, err = l.Do(a.Out, a.Side, line)
		}
		if err != nil {
			bad(i, err)
			if l.Comments && errors.Is(err, survey.ErrLongLine) {
				a.Out = append(a.Out, "# unreadable: a line longer than 1 MiB\n"...)
				continue
			}
			if p := (passedError{}); !errors.As(err, &p) {
				a.Out, a.Side = a.Out[:mark], a.Side[:sideMark]
				continue
			}
		}
		if len(a.Out) > mark { // unmoves of a position may be none at all
			a.Out = append(a.Out, '\n')
		}
	}
	return a
}

// ask sets the fields of a batch from the answer to a chunk.
func (l *Lines) ask(ctx context.Context, b *Batch, c *Chunk) {
	a, err := (*Answer)(nil), error(nil)
	if l.Elsewhere == nil {
		a = l.Answer(c)
	} else if a, err = l.Elsewhere(ctx, c); err != nil {
		b.Failed = err
		return
	}
	b.Out, b.Side = a.Out, a.Side
	for _, bad := range a.Bad {
		b.Errors = append(b.Errors, &survey.SyntaxError{File: l.Name, Line: bad.Line, Msg: string(bad.Text)})
	}
}

// chunk returns the next lines of the input, nil if there are none, and the error that ended it.
func (l *Lines) chunk() (*Chunk, error) {
	c := &Chunk{First: l.First}
	for n := 0; ; {
		text, err := survey.ReadLine(l.in)
		if errors.Is(err, survey.ErrLongLine) {
			c.Long, err, text = append(c.Long, n), nil, nil
		}
		if err == nil {
			if l.First == 1 {
				text = bytes.TrimPrefix(text, []byte(ByteOrderMark))
			}
			if n > 0 {
				c.Text = append(c.Text, '\n')
			}
			c.Text = append(c.Text, bytes.TrimRight(text, "\r")...)
			l.First++
			n++
			l.read += uint64(len(text)) + 1
		}
		if err == nil && len(c.Text) < batchBytes && n < l.Batch && lineBuffered(l.in) {
			continue
		}
		if n == 0 {
			return nil, err
		}
		return c, err
	}
}
