//go:build !race

package record

// raceEnabled reports whether the tests run under the race detector.
const raceEnabled = false
