package compare

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// kolmogorov returns the Kolmogorov-Smirnov distance ks of two samples, the largest difference of their
// cumulative shares by category, and its p-value (1+k)/(1+n): in k of n = opt.replicates Poisson
// bootstrap replicates the distance from the observed difference is at least ks. Arguments a and b are the
// cells of the samples, pa and pb their sums by category. The random numbers depend on the seed and the
// number of the pair. It costs O(n (cells + categories)).
func kolmogorov(a, b []cell, pa, pb []part, opt Options, pair uint64) (ks, p float64) {
	observed := make([]float64, len(pa))
	addCumulative(observed, pa, 1)
	addCumulative(observed, pb, -1)
	ks = maxAbs(observed)
	src := source(opt.Seed, pair)
	extreme := 0
	deviation := make([]float64, len(pa))
	scratch := make([]part, len(pa))
	for range opt.replicates {
		for k, x := range observed {
			deviation[k] = -x
		}
		addCumulative(deviation, resample(scratch, a, src), 1)
		addCumulative(deviation, resample(scratch, b, src), -1)
		// Rounding must not decide between equal values.
		if maxAbs(deviation) >= ks*(1-1e-12) {
			extreme++
		}
	}
	return ks, float64(1+extreme) / float64(1+opt.replicates)
}

// source returns the stream of a pair.
func source(seed, pair uint64) rand.Source {
	text := []byte("chesscensus compare 1")
	text = binary.LittleEndian.AppendUint64(text, seed)
	text = binary.LittleEndian.AppendUint64(text, pair)
	return rand.NewChaCha8(sha256.Sum256(text))
}

// resample replaces each count by a Poisson number with that mean. A sample without
// any hit is drawn again.
func resample(parts []part, cells []cell, src rand.Source) []part {
	for {
		clear(parts)
		sum := 0.0
		for _, c := range cells {
			n := distuv.Poisson{Lambda: c.count, Src: src}.Rand()
			parts[c.category].s += n * c.y
			sum += n
		}
		if sum > 0 {
			return parts
		}
	}
}

// addCumulative adds sign times the cumulative shares to dst.
func addCumulative(dst []float64, parts []part, sign float64) {
	all, below := total(parts).s, 0.0
	for k, p := range parts {
		below += p.s
		dst[k] += sign * below / all
	}
}

// maxAbs returns the largest absolute value.
func maxAbs(list []float64) (most float64) {
	for _, x := range list {
		most = max(most, math.Abs(x))
	}
	return most
}
