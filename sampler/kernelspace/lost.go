package kernelspace

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
)

// LostName is the name of the space of [Lost].
const LostName = "kernel-lost"

// lostFile holds what the tables for [Default] hold and those of version 1 lack, as [Tables.Save] writes it: so few patterns that those
// of version 1 can be made of it and need not be kept.
//
//go:embed lost.tables
var lostFile []byte

// firstSum is the checksum in the third line of the tables of version 1 for [Default].
const firstSum = "0b0c0bc333e53bdb8fe8923150cfddff3f4777e425d921485b6307183dde7bd7"

// lost reads lostFile.
func lost() (*Tables, error) {
	t, err := read(bufio.NewReader(bytes.NewReader(lostFile)), Default)
	if err != nil {
		return nil, fmt.Errorf("the tables of %s in the program: %w: %w", LostName, ErrTables, err)
	}
	return t, nil
}

// Lost returns the space "kernel-lost": the setups of [Default] that its tables of version 1, those until 2026-11-26, lacked. Its
// strata are those of the 33 in which something was missing, in their order. It takes a tenth of a second. The error says that the program is damaged.
func Lost() (*Space, error) {
	t, err := lost()
	if err != nil {
		return nil, err
	}
	s := New(t)
	s.name = LostName
	return s, nil
}

// First returns the tables of version 1 for [Default]: those of today without what is lost, to the last byte, as their checksum says. They are
// for reading what was drawn by them, and for nothing else. It takes half a second. The error says that the program is damaged.
func First() (*Tables, error) {
	now, _, err := shipped(Default)
	if err != nil {
		return nil, err
	}
	missing, err := lost()
	if err != nil {
		return nil, err
	}
	t := now.minus(missing)
	if sum := fmt.Sprintf("%x", checksum(head(1, Default), t.encode())); sum != firstSum {
		return nil, fmt.Errorf("kernel: the tables of version 1, made again: %w: checksum %s, want %s", ErrTables, sum, firstSum)
	}
	return t, nil
}

// minus returns tables of what t holds and u does not: for each pattern and resources, the requirements that the condition meets by t and
// not by u. Both are for the same parameters.
func (t *Tables) minus(u *Tables) *Tables {
	of := make(map[pattern]uint32, len(u.patterns))
	u.each(func(p pattern, y *patternType) { of[p] = y.class })
	b := &builder{params: t.params, classes: map[string]uint32{}, sets: map[requirementSet]uint16{{}: 0}}
	numbers := map[[2]uint32]uint32{} // of the difference of two classes
	t.each(func(p pattern, y *patternType) {
		pair := [2]uint32{y.class, noClass}
		if class, ok := of[p]; ok {
			pair[1] = class
		}
		number, ok := numbers[pair]
		if !ok {
			pawns := t.classes[y.class].pawns
			number = b.classNumber([2]int{int(pawns[white]), int(pawns[black])}, t.setsWithout(pair[0], u, pair[1]))
			numbers[pair] = number
		}
		if number != noClass {
			b.entries = append(b.entries, entry{p, number, y.images})
		}
	})
	return b.tables()
}

// setsWithout returns by resources the requirements that a class meets and a class of u does not.
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

// setsOf returns by resources the requirements that a class meets.
func (t *Tables) setsOf(number uint32) []requirementSet {
	list := make([]requirementSet, len(allResources(t.params.Captures)))
	c := &t.classes[number]
	for k, m := range c.resources {
		list[m] = t.sets[c.sets[k]]
	}
	return list
}

// each calls f for all patterns with their types.
func (t *Tables) each(f func(p pattern, y *patternType)) {
	next := 0
	for i := range t.types {
		y := &t.types[i]
		for _, p := range t.patterns[next : next+int(y.count)] {
			f(p, y)
		}
		next += int(y.count)
	}
}
