// Package retro looks backwards: it lists the moves that can have led to a setup, and
// refutes setups for which there are none, or none that lead anywhere.
package retro
