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
	buf  bytes.Buffer
	z    *zstd.Encoder
	line []byte
	err  error
}

func newKeeper() (*keeper, error) {
	k := new(keeper)
	var err error
	// One thread, so that equal lines give equal bytes.
	k.z, err = zstd.NewWriter(&k.buf, zstd.WithEncoderConcurrency(1))
	return k, err
}

func (k *keeper) add(d *sampler.Draw, v *verdict.Verdict) {
	f := d.FEN()
	l := lines.Line{FEN: f.String(), Setup: d.Setup}
	l.Settle(v)
	k.line = append(l.Append(k.line[:0]), '\n')
	_, err := k.z.Write(k.line)
	k.err = errors.Join(k.err, err)
}

func (k *keeper) close() ([]byte, error) {
	err := errors.Join(k.err, k.z.Close())
	return k.buf.Bytes(), err
}
