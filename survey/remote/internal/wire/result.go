package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"

	"chesscensus/survey/campaign"
)

// A Result is a shard that a worker has done.
type Result struct {
	campaign.Result
	// Plan is the hash of the plan, Worker the name of the maker, Build its program.
	Plan   string
	Worker string
	Build  string
}

const resultMark = "ccr1"

// A head is what stands before the parts.
type head struct {
	Plan   string          `json:"plan"`
	Worker string          `json:"worker"`
	Build  string          `json:"build"`
	Sum    string          `json:"sum"`
	Sizes  [4]int64        `json:"sizes"` // -1 for a part that is nil
	Shard  campaign.Result `json:"shard"` // without its parts
}

// parts are the large fields of a result.
func parts(r *campaign.Result) [4]*[]byte { return [4]*[]byte{&r.Data, &r.Kept, &r.Open, &r.Reached} }

// Sum returns the SHA-256, in hexadecimal digits, of what does not depend on who does the shard: plan, number, counts and parts.
func (r *Result) Sum() string {
	h := sha256.New()
	number := func(n uint64) { h.Write(binary.BigEndian.AppendUint64(nil, n)) }
	h.Write([]byte("chesscensus result 1\x00" + r.Plan + "\x00"))
	number(uint64(r.Shard))
	number(r.Draws)
	for _, list := range append([][]uint64{r.Judged}, r.StrataJudged...) {
		number(uint64(len(list)))
		for _, n := range list {
			number(n)
		}
	}
	for _, part := range parts(&r.Result) {
		if *part == nil {
			number(math.MaxUint64)
			continue
		}
		number(uint64(len(*part)))
		h.Write(*part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Append appends the result.
func (r *Result) Append(dst []byte) []byte {
	h := head{Plan: r.Plan, Worker: r.Worker, Build: r.Build, Sum: r.Sum(), Shard: r.Result}
	for i, part := range parts(&h.Shard) {
		if h.Sizes[i] = int64(len(*part)); *part == nil {
			h.Sizes[i] = -1
		}
		*part = nil
	}
	text := encode(h)
	dst = append(dst, resultMark...)
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(text)))
	dst = append(dst, text...)
	for _, part := range parts(&r.Result) {
		dst = append(dst, *part...)
	}
	return dst
}

// ErrSum is wrapped by the error of a result whose bytes are not those that its sum is of.
var ErrSum = errors.New("wrong checksum")

// ParseResult reads a result. Its parts are parts of data.
func ParseResult(data []byte) (*Result, error) {
	const lead = len(resultMark) + 4
	if len(data) > MaxResult {
		return nil, fmt.Errorf("wire: result of %d bytes, want at most %d", len(data), MaxResult)
	}
	if len(data) < lead || !bytes.HasPrefix(data, []byte(resultMark)) {
		return nil, fmt.Errorf("wire: result: it does not begin with %s and a length", resultMark)
	}
	n := int64(binary.BigEndian.Uint32(data[len(resultMark):]))
	rest := data[lead:]
	if n > maxHead || n > int64(len(rest)) {
		return nil, fmt.Errorf("wire: result: a head of %d bytes, of %d that are there", n, len(rest))
	}
	var h head
	if err := decode("head of a result", rest[:n], maxHead, &h); err != nil {
		return nil, err
	}
	rest = rest[n:]
	r := &Result{h.Shard, h.Plan, h.Worker, h.Build}
	for i, part := range parts(&r.Result) {
		size := h.Sizes[i]
		switch {
		case *part != nil || size < -1 || size > int64(len(rest)):
			return nil, fmt.Errorf("wire: result: part %d of %d bytes, where %d are left", i, size, len(rest))
		case size >= 0:
			*part, rest = rest[:size:size], rest[size:]
		}
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("wire: result: %d bytes behind its end", len(rest))
	}
	return r, r.check(h.Sum)
}

// check returns an error if a result cannot be, or is not what it was when it was sent.
func (r *Result) check(sum string) error {
	if !plans.MatchString(r.Plan) || !ValidName(r.Worker) || len(r.Build) > 200 || r.Shard < 0 {
		return fmt.Errorf("wire: result: shard %d of plan %.40q by %.80q cannot be", r.Shard, r.Plan, r.Worker)
	}
	for _, list := range append([][]float64{r.CPU}, r.StrataCPU...) {
		for _, s := range list {
			if !(s >= 0) || math.IsInf(s, 0) {
				return fmt.Errorf("wire: result: %v s of processor time", s)
			}
		}
	}
	if r.Sum() != sum {
		return fmt.Errorf("wire: result: shard %d by %s: %w", r.Shard, r.Worker, ErrSum)
	}
	return nil
}
