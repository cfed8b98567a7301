//go:build js && wasm

// Command web is the program of the page and of the JavaScript module: it offers the functions of package api as members of the global
// object chesscensus, each from two texts to a promise of a text of JSON, and waits for calls.
package main

import (
	"encoding/json"
	"runtime/debug"
	"strconv"
	"syscall/js"

	"chesscensus/web/internal/api"
)

// memoryLimit is the limit that the engine keeps to, in bytes: near it tables are dropped, and then positions stay unknown.
const memoryLimit = 512 << 20

func main() {
	debug.SetMemoryLimit(memoryLimit)
	var engine api.Engine
	js.Global().Set("chesscensus", map[string]any{
		"judge": promiseOf(func(text, options string) any {
			var o api.Options
			if err := json.Unmarshal([]byte(options), &o); err != nil {
				return api.Answer{Verdict: "unknown", Error: "options: " + err.Error()}
			}
			return engine.Judge(text, o)
		}),
		"lastMoves": promiseOf(func(text, options string) any {
			var o api.Options
			if err := json.Unmarshal([]byte(options), &o); err != nil {
				return api.LastMoves{Error: "options: " + err.Error()}
			}
			return engine.LastMoves(text, o)
		}),
		"check":  promiseOf(func(certificate, _ string) any { return api.Check(certificate) }),
		"random": promiseOf(withSeed(func(seed uint64, condition string) any { return api.Random(seed, condition) })),
		"setup":  promiseOf(withSeed(func(seed uint64, _ string) any { return api.RandomSetup(seed) })),
		"count":  promiseOf(withSeed(func(seed uint64, question string) any { return api.Estimate(seed, question) })),
	})
	select {}
}

// withSeed returns a function that parses the first text as a seed and calls f.
func withSeed(f func(seed uint64, second string) any) func(first, second string) any {
	return func(first, second string) any {
		n, err := strconv.ParseUint(first, 10, 64)
		if err != nil {
			return api.Position{Error: "seed: want a number from 0 to 18446744073709551615"}
		}
		return f(n, second)
	}
}

// promiseOf makes a function of JavaScript of two texts, whose result is a promise: what is asked may start goroutines, which an event
// handler must not wait for.
func promiseOf(f func(first, second string) any) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		first, second := args[0].String(), args[1].String()
		var work js.Func
		work = js.FuncOf(func(_ js.Value, resolve []js.Value) any {
			done := resolve[0]
			go func() {
				defer work.Release()
				text, err := json.Marshal(f(first, second))
				if err != nil {
					text = []byte(`{"verdict":"unknown","error":"the answer cannot be written"}`)
				}
				done.Invoke(string(text))
			}()
			return nil
		})
		return js.Global().Get("Promise").New(work)
	})
}
