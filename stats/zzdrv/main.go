package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"os"

	"chesscensus/stats"
)

type req struct {
	Kind       string
	K, N, A    float64
	Cells      [][4]uint64 // outcome weight mult count
	Size       string
	Conf       float64
	Method     string
	MaxWeight  uint64
	Z          float64
}

func main() {
	dec := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(out)
	for dec.More() {
		var r req
		if err := dec.Decode(&r); err != nil {
			panic(err)
		}
		enc.Encode(answer(r))
	}
	out.Flush()
}

func answer(r req) (res any) {
	defer func() {
		if e := recover(); e != nil {
			res = map[string]any{"panic": fmt.Sprint(e)}
		}
	}()
	switch r.Kind {
	case "cp":
		lo, hi := stats.ClopperPearsonShare(r.K, r.N, r.A)
		return []float64{lo, hi}
	case "wilson":
		lo, hi := stats.WilsonShare(r.K, r.N, r.A)
		return []float64{lo, hi}
	case "tally":
		var t stats.Tally
		for _, c := range r.Cells {
			t.AddCount(stats.Outcome(c[0]), c[1], c[2], c[3])
		}
		size, _ := new(big.Int).SetString(r.Size, 10)
		o := stats.Options{Confidence: r.Conf, MaxWeight: r.MaxWeight, Z: r.Z}
		if r.Method != "" {
			if err := o.Method.UnmarshalText([]byte(r.Method)); err != nil {
				return err.Error()
			}
		}
		x := t.Estimate(size, o)
		return x
	}
	return nil
}
