//go:build race

package testkit

// raced reports whether the test is built with the race detector.
const raced = true
