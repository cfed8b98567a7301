package material

import (
	"testing"
	"time"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/sampler"
)

const benchDraws = 8192 // more than fits a cache

func benchSetups() (ranks []uint256.Int, setups []chess.Setup) {
	stream := sampler.NewStream(space(), 1)
	for i, d := range stream.Draws(0, benchDraws) {
		ranks = append(ranks, stream.Rank(i))
		setups = append(setups, d.Setup)
	}
	return ranks, setups
}

// report reports how many were done in a second of processor time since before.
func report(b *testing.B, before time.Duration, unit string) {
	b.ReportMetric(float64(b.N)/(cputime.Used()-before).Seconds(), unit)
}

// BenchmarkDraw measures random rank and unranking.
func BenchmarkDraw(b *testing.B) {
	_, setups := benchSetups()
	stream := sampler.NewStream(space(), 1)
	var d sampler.Draw
	b.ReportAllocs()
	i := 0
	before := cputime.Used()
	for b.Loop() {
		if stream.Draw(&d, uint64(i)); d.Setup != setups[i] {
			b.Fatal("draw differs")
		}
		i = (i + 1) % benchDraws
	}
	report(b, before, "draws/s")
}

// BenchmarkEncode and BenchmarkDecode measure the codecs without text.
func BenchmarkEncode(b *testing.B) { benchmarkCodecs(b, true) }
func BenchmarkDecode(b *testing.B) { benchmarkCodecs(b, false) }

func benchmarkCodecs(b *testing.B, encode bool) {
	_, setups := benchSetups()
	for _, k := range codecs() {
		b.Run("codec="+k.Name(), func(b *testing.B) {
			codes := make([]Code, len(setups))
			for i := range setups {
				codes[i], _ = k.Encode(&setups[i])
			}
			b.ReportAllocs()
			i := 0
			before := cputime.Used()
			for b.Loop() {
				if encode {
					if c, err := k.Encode(&setups[i]); err != nil || c != codes[i] {
						b.Fatal("code differs", err)
					}
				} else if s, err := k.Decode(codes[i]); err != nil || s != setups[i] {
					b.Fatal("setup differs", err)
				}
				i = (i + 1) % benchDraws
			}
			report(b, before, "positions/s")
		})
	}
}
