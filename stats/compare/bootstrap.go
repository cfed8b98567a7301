package compare

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// kolmogorovSmirnov returns the Kolmogorov-Smirnov distance ks of two samples: the largest absolute difference of
// their cumulative shares by category. Arguments a and b are the cells of the samples, with their moments by category.
//
// The p-value is from n = opt.replicates Poisson bootstrap replicates. A replicate is extreme if its differences
// deviate from the observed ones by at least ks in some category. With k of these the p-value is (1+k)/(1+n). The
// random numbers depend on the seed and the number of the pair. The time is O(n (cells + categories)).
func kolmogorovSmirnov(a, b []cell, momentsA, momentsB []moments, opt Options, pair uint64) (ks, pValue float64) {
	observed := make([]float64, len(momentsA)) // by category, as is deviation
	addCumulative(observed, momentsA, 1)
	addCumulative(observed, momentsB, -1)
	ks = maxAbs(observed)
	src := newSource(opt.Seed, pair)
	extreme := 0
	deviation := make([]float64, len(momentsA))
	replicate := make([]moments, len(momentsA))
	for range opt.replicates {
		for k, x := range observed {
			deviation[k] = -x
		}
		resample(replicate, a, src)
		addCumulative(deviation, replicate, 1)
		resample(replicate, b, src)
		addCumulative(deviation, replicate, -1)
		// The factor prevents that rounding decides between equal values.
		if maxAbs(deviation) >= ks*(1-1e-12) {
			extreme++
		}
	}
	return ks, float64(1+extreme) / float64(1+opt.replicates)
}

// newSource returns the source of random numbers of a pair.
func newSource(seed, pair uint64) rand.Source {
	text := []byte("chesscensus compare 1")
	text = binary.LittleEndian.AppendUint64(text, seed)
	text = binary.LittleEndian.AppendUint64(text, pair)
	return rand.NewChaCha8(sha256.Sum256(text))
}

// resample sets the sums of dst, by category, to those after each count is replaced by a Poisson number with that
// mean. It repeats this if no hit is left. The sums of squares are set to 0.
func resample(dst []moments, cells []cell, src rand.Source) {
	for hits := 0.0; hits == 0; {
		clear(dst)
		for _, c := range cells {
			n := distuv.Poisson{Lambda: c.count, Src: src}.Rand()
			dst[c.category].sum += n * c.y
			hits += n
		}
	}
}

// addCumulative adds sign times the cumulative shares of the categories to dst.
func addCumulative(dst []float64, parts []moments, sign float64) {
	total, upTo := sumOf(parts).sum, 0.0
	for k, p := range parts {
		upTo += p.sum // of all categories up to k
		dst[k] += sign * upTo / total
	}
}

// maxAbs returns the largest absolute value of a list.
func maxAbs(list []float64) (most float64) {
	for _, x := range list {
		most = max(most, math.Abs(x))
	}
	return most
}
