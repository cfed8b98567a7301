package campaign

import (
	"bytes"
	"errors"

	"github.com/klauspost/compress/zstd"

	"chesscensus/legality/lines"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
)

// A keeper collects judged candidates as lines, see lines.Line, compressed with
// Zstandard.
type keeper struct {
	buf     bytes.Buffer
	encoder *zstd.Encoder
	line    []byte
	err     error // of all writes so far
}

func newKeeper() (*keeper, error) {
	k := new(keeper)
	var err error
	// One thread, so that equal lines give equal bytes.
	k.encoder, err = zstd.NewWriter(&k.buf, zstd.WithEncoderConcurrency(1))
	return k, err
}

// add writes the line of a judged candidate. An error is returned by close.
func (k *keeper) add(d *sampler.Draw, v *verdict.Verdict) {
	f := d.FEN()
	l := lines.Line{FEN: f.String(), Setup: d.Setup}
	l.Settle(v)
	k.line = append(l.Append(k.line[:0]), '\n')
	_, err := k.encoder.Write(k.line)
	k.err = errors.Join(k.err, err)
}

// close ends the compression and returns the bytes.
func (k *keeper) close() ([]byte, error) {
	err := errors.Join(k.err, k.encoder.Close())
	return k.buf.Bytes(), err
}
