package spaces

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"path/filepath"
	"strings"

	"chesscensus/internal/safefile"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/kernelspace"
	"chesscensus/sampler/ranked"
)

// ErrTables is wrapped by the errors about files of tables that cannot be trusted.
var ErrTables = kernelspace.ErrTables

// Tables hold the folder of the tables of kernel spaces, and functions that are called while tables are
// built. The zero value uses the default folder and calls nothing.
type Tables struct {
	// Dir is the folder; "" means chesscensus in the user's cache folder.
	Dir string
	// Progress, if not nil, is called by several goroutines while tables are built.
	Progress func(done, all int)
	// Warn, if not nil, is called when tables were built but could not be written. They can be used
	// and will have to be built again.
	Warn func(error)
}

// Open makes the space of a name as the function [Open] does. Tables of "kernel" and "kernel-5-6" are part
// of the program. Missing tables are built, in up to half a minute of CPU time, and written. Tables that
// cannot be trusted are an error ([ErrTables]) and are not overwritten.
func (t *Tables) Open(name string) (sampler.Space, error) {
	parts := strings.Split(name, "|")
	space, err := t.open(strings.TrimSpace(parts[0]))
	if err != nil {
		return nil, err
	}
	return sampler.Restrict(space, parts[1:]...)
}

// Cover makes the cover of a name: the union of a kernel space, which holds every legal setup of a region without
// castling rights and en passant square, and the repaired ranked set outside of the region. The region depends on
// counts alone, so the two have no element in common, and sizes are exact. Errors are those of [Tables.Open].
func (t *Tables) Cover(name string) (sampler.Set, error) {
	name = strings.TrimSpace(name)
	p, ok := parseRegion(name, "cover")
	if !ok {
		return nil, fmt.Errorf("no cover %.40q (known: cover, cover-5-6): %w", name, ErrUnknown)
	}
	space, err := t.space(p)
	if err != nil {
		return nil, err
	}
	return coverOf(name, space, p), nil
}

// IsCover reports whether a name is that of a cover.
func IsCover(name string) bool {
	_, ok := parseRegion(strings.TrimSpace(name), "cover")
	return ok
}

// DefaultCover and LargeCover are the names of the covers whose tables are part of the program. They are
// read in a tenth of a second and half a second. A survey of the larger one takes a sixth less work.
const (
	DefaultCover = "cover-5-6"
	LargeCover   = "cover"
)

// Set makes the set of a name for a survey: a cover, a space, or the strata of a ranked set. Errors are
// those of [Tables.Open].
func (t *Tables) Set(name string) (sampler.Set, error) {
	if set, err := t.Cover(name); !errors.Is(err, ErrUnknown) {
		return set, err
	}
	space, err := t.Open(name)
	if err != nil {
		return nil, err
	}
	if s, ok := space.(*ranked.Space); ok {
		return s.Stratify(), nil
	}
	return space, nil
}

// A TableFile describes the file with the tables of a kernel space.
type TableFile struct {
	Path            string
	Captures, Pawns int      // largest numbers of missing men and of pawns of the setups
	Size            *big.Int // of the space
}

// Make reads and checks the tables of a kernel space. If they are missing or rebuild is true, it builds and
// writes them. Errors are those of [Tables.Open], and of writing.
func (t *Tables) Make(ctx context.Context, name string, rebuild bool) (*TableFile, error) {
	p, ok := parseRegion(name, "kernel")
	if !ok {
		return nil, fmt.Errorf("no space with tables %.40q (known: %s, %s): %w",
			name, kernelspace.Default.Name(), kernelspace.Small.Name(), ErrUnknown)
	}
	path, err := t.cache().Path(p)
	if err != nil {
		return nil, err
	}
	var tables *kernelspace.Tables
	if !rebuild {
		if tables, err = kernelspace.Load(path, p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if tables == nil {
		if err := safefile.CheckWritable(filepath.Dir(path)); err != nil {
			return nil, err
		}
		if tables, err = kernelspace.Build(ctx, p, t.Progress); err != nil {
			return nil, err
		}
		if err := tables.Save(path); err != nil {
			return nil, err
		}
	}
	return &TableFile{Path: path, Captures: p.Captures, Pawns: p.Pawns, Size: kernelspace.New(tables).Size()}, nil
}

// cache returns the cache with the settings of t.
func (t *Tables) cache() *kernelspace.Cache {
	return &kernelspace.Cache{Dir: t.Dir, Progress: t.Progress, Warn: t.Warn}
}

// space makes the kernel space of given parameters.
func (t *Tables) space(p kernelspace.Params) (*kernelspace.Space, error) {
	tables, err := t.cache().Open(context.Background(), p)
	if err != nil {
		return nil, err
	}
	return kernelspace.New(tables), nil
}

// parseRegion parses a name such as "kernel" or "kernel-5-6"; the first part must be the word. Each region has
// only one name, so "kernel-6-8" and "kernel-05-6" are not accepted.
func parseRegion(name, word string) (p kernelspace.Params, ok bool) {
	rest, ok := strings.CutPrefix(name, word)
	if !ok {
		return p, false
	}
	if rest == "" {
		return kernelspace.Default, true
	}
	p.BishopCap = kernelspace.Default.BishopCap
	if _, err := fmt.Sscanf(rest, "-%d-%d", &p.Captures, &p.Pawns); err != nil {
		return p, false
	}
	inRange := 0 < p.Captures && p.Captures <= kernelspace.MaxCaptures && 0 <= p.Pawns && p.Pawns <= kernelspace.MaxPawns
	return p, inRange && p.Name() == kernelspace.Default.Name()+rest
}

// First makes "cover" or "kernel" with the tables that programs used from 2026-11-22 to 2026-11-26, which
// lacked setups. It serves to read draws of that time. Other names are an error ([ErrUnknown]).
func First(name string) (sampler.Set, error) {
	if name != LargeCover && name != kernelspace.Default.Name() {
		return nil, fmt.Errorf("the set %.40q as it was until 2026-11-26 is not kept, that of cover and kernel is: %w",
			name, ErrUnknown)
	}
	tables, err := kernelspace.First()
	if err != nil {
		return nil, err
	}
	space := kernelspace.New(tables)
	if name == LargeCover {
		return coverOf(name, space, kernelspace.Default), nil
	}
	return space, nil
}

// coverOf returns the cover with a kernel space, given its parameters.
func coverOf(name string, space *kernelspace.Space, p kernelspace.Params) sampler.Set {
	return sampler.Union(name, space, ranked.NewRepaired().Beyond(p.Captures, p.Pawns))
}
