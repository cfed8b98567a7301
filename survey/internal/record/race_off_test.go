//go:build !race

package record

// raceEnabled says that the tests run under the race detector.
const raceEnabled = false
