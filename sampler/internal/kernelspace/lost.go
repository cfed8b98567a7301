package kernelspace

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
)

// LostName is the name of the space of [Lost].
const LostName = "kernel-lost"

// lostFile is a file of [Tables.Save]: the tables of what the tables for [Default] hold and those of
// version 1 lack. First makes the tables of version 1 from it.
//
//go:embed lost.tables
var lostFile []byte

// firstSum is the checksum in the third line of the tables of version 1 for [Default].
const firstSum = "0b0c0bc333e53bdb8fe8923150cfddff3f4777e425d921485b6307183dde7bd7"

// lost reads lostFile.
func lost() (*Tables, error) {
	t, err := readTables(bufio.NewReader(bytes.NewReader(lostFile)), Default)
	if err != nil {
		return nil, fmt.Errorf("the tables of %s in the program: %w: %w", LostName, ErrTables, err)
	}
	return t, nil
}

// Lost returns the space "kernel-lost": the setups of [Default] that its tables of version 1, in use
// until 2026-11-26, lacked. Its strata are those of the 33 in which some were missing, in their order.
// It takes a tenth of a second. An error means that the program is damaged.
func Lost() (*Space, error) {
	t, err := lost()
	if err != nil {
		return nil, err
	}
	s := New(t)
	s.name = LostName
	return s, nil
}

// First returns the tables of version 1 for [Default], with which old draws can be read; they are for
// nothing else. It subtracts the lost tables from those of today and compares the checksum. It takes
// half a second. An error means that the program is damaged.
func First() (*Tables, error) {
	current, _, err := shipped(Default)
	if err != nil {
		return nil, err
	}
	missing, err := lost()
	if err != nil {
		return nil, err
	}
	t := current.minus(missing)
	if sum := fmt.Sprintf("%x", checksum(head(1, Default), t.encode())); sum != firstSum {
		return nil, fmt.Errorf("kernel: the tables of version 1, made again: %w: checksum %s, want %s", ErrTables, sum, firstSum)
	}
	return t, nil
}

// minus returns the tables of the setups that are in the space of t and not in that of u: for each
// pattern and resources, the requirements of t without those of u. Both are for the same parameters.
func (t *Tables) minus(u *Tables) *Tables {
	classOf := make(map[pattern]uint32, len(u.patterns))
	u.eachPattern(func(p pattern, typ *patternType) { classOf[p] = typ.class })
	b := &builder{params: t.params, classes: map[string]uint32{}, sets: map[requirementSet]uint16{{}: 0}}
	numberOfPair := map[[2]uint32]uint32{} // of the difference of two classes
	t.eachPattern(func(p pattern, typ *patternType) {
		pair := [2]uint32{typ.class, noClass}
		if class, ok := classOf[p]; ok {
			pair[1] = class
		}
		number, ok := numberOfPair[pair]
		if !ok {
			pawns := t.classes[typ.class].pawns
			number = b.classNumber([2]int{int(pawns[white]), int(pawns[black])}, t.setsWithout(pair[0], u, pair[1]))
			numberOfPair[pair] = number
		}
		if number != noClass {
			b.entries = append(b.entries, entry{p, number, typ.images})
		}
	})
	return b.tables()
}

// setsWithout returns for each resources the requirements of a class of t without those of the class other of u.
func (t *Tables) setsWithout(number uint32, u *Tables, other uint32) []requirementSet {
	list := t.setsOf(number)
	if other == noClass {
		return list
	}
	for i, set := range u.setsOf(other) {
		for n := range set {
			list[i][n] &^= set[n]
		}
	}
	return list
}

// setsOf returns for each resources the requirements with which the condition holds for a class.
func (t *Tables) setsOf(number uint32) []requirementSet {
	list := make([]requirementSet, len(allResources(t.params.Captures)))
	c := &t.classes[number]
	for k, r := range c.resources {
		list[r] = t.sets[c.sets[k]]
	}
	return list
}

// eachPattern calls f for all patterns, with their types.
func (t *Tables) eachPattern(f func(p pattern, typ *patternType)) {
	next := 0
	for i := range t.types {
		typ := &t.types[i]
		for _, p := range t.patterns[next : next+int(typ.count)] {
			f(p, typ)
		}
		next += int(typ.count)
	}
}
