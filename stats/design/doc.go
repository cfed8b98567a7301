// Package design estimates counts of objects from stratified multi-phase samples.
package design
