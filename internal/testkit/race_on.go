//go:build race

package testkit

// raced says that the race detector is on.
const raced = true
