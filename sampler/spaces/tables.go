package spaces

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"path/filepath"
	"strings"

	"chesscensus/internal/atomicfile"
	"chesscensus/sampler"
	"chesscensus/sampler/kernelspace"
	"chesscensus/sampler/ranked"
)

// ErrTables is wrapped by the errors about files of tables that cannot be trusted.
var ErrTables = kernelspace.ErrTables

// Tables say where the tables of kernel spaces lie, and who is told while they are made. The zero value
// takes the usual folder and tells nobody.
type Tables struct {
	// Dir is the folder; "" means chesscensus in the user's cache folder.
	Dir string
	// Progress, if not nil, is told how many steps of making tables are done, by several goroutines.
	Progress func(done, all int)
	// Warn, if not nil, is told that tables were made but could not be written: they can be used,
	// and will have to be made again.
	Warn func(error)
}

// Open makes the space of a name as the function [Open] does. Tables of "kernel" and "kernel-5-6" are part
// of the program. Missing tables are made, in up to half a minute of CPU time, and written. Tables that cannot be trusted are
// an error ([ErrTables]) and stay as they are.
func (t *Tables) Open(name string) (sampler.Space, error) {
	parts := strings.Split(name, "|")
	space, err := t.open(strings.TrimSpace(parts[0]))
	if err != nil {
		return nil, err
	}
	return sampler.Restrict(space, parts[1:]...)
}

// Cover makes the cover of a name: a kernel space, which holds every legal setup without castling rights
// and en passant square of a region, and the repaired ranked set outside of the region. The region
// speaks of counts alone, so the two have no element in common, and sizes are exact. Errors are those of
// [Tables.Open].
func (t *Tables) Cover(name string) (sampler.Set, error) {
	name = strings.TrimSpace(name)
	p, ok := region(name, "cover")
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
	_, ok := region(strings.TrimSpace(name), "cover")
	return ok
}

// DefaultCover and LargeCover are the names of the covers that are ready at once, as their tables are part of the program: in a tenth of a
// second and half a second. A survey of the larger one takes a sixth less work.
const (
	DefaultCover = "cover-5-6"
	LargeCover   = "cover"
)

// Set makes the set of a name that a survey draws from: a cover, or a space, with its strata if it has any. Errors are those of
// [Tables.Open].
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

// A TableFile is what the tables of a kernel space are, and where.
type TableFile struct {
	Path            string
	Captures, Pawns int      // the most that a setup of the space has: men missing, and pawns
	Size            *big.Int // of the space
}

// Make checks the tables of a kernel space by reading them, or makes and writes them if they are not there
// or anew is true. Errors are those of [Tables.Open], and of writing.
func (t *Tables) Make(ctx context.Context, name string, anew bool) (*TableFile, error) {
	p, ok := region(name, "kernel")
	if !ok {
		return nil, fmt.Errorf("no space with tables %.40q (known: %s, %s): %w", name, kernelspace.Default.Name(), kernelspace.Small.Name(), ErrUnknown)
	}
	path, err := t.cache().Path(p)
	if err != nil {
		return nil, err
	}
	var made *kernelspace.Tables
	if !anew {
		if made, err = kernelspace.Load(path, p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if made == nil {
		if err := atomicfile.Try(filepath.Dir(path)); err != nil {
			return nil, err
		}
		if made, err = kernelspace.Build(ctx, p, t.Progress); err != nil {
			return nil, err
		}
		if err := made.Save(path); err != nil {
			return nil, err
		}
	}
	return &TableFile{path, p.Captures, p.Pawns, kernelspace.New(made).Size()}, nil
}

func (t *Tables) cache() *kernelspace.Cache {
	return &kernelspace.Cache{Dir: t.Dir, Progress: t.Progress, Warn: t.Warn}
}

func (t *Tables) space(p kernelspace.Params) (*kernelspace.Space, error) {
	tables, err := t.cache().Open(context.Background(), p)
	if err != nil {
		return nil, err
	}
	return kernelspace.New(tables), nil
}

// region reads a name such as "kernel" or "kernel-5-6", where the word stands for "kernel". Names have one
// form only, so "kernel-6-8" and "kernel-05-6" are none.
func region(name, word string) (p kernelspace.Params, ok bool) {
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
	return p, p.Name() == kernelspace.Default.Name()+rest && 0 < p.Captures && p.Captures <= kernelspace.MaxCaptures && 0 <= p.Pawns && p.Pawns <= kernelspace.MaxPawns
}

// First makes "cover" or "kernel" as programs drew from it from 2026-11-22 to 2026-11-26, with tables that lacked members: for reading what was
// drawn then, and for nothing else. Other names have none ([ErrUnknown]).
func First(name string) (sampler.Set, error) {
	if name != LargeCover && name != kernelspace.Default.Name() {
		return nil, fmt.Errorf("the set %.40q as it was until 2026-11-26 is not kept, that of cover and kernel is: %w", name, ErrUnknown)
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

// coverOf returns the cover of a kernel space.
func coverOf(name string, space *kernelspace.Space, p kernelspace.Params) sampler.Set {
	return sampler.Union(name, space, ranked.NewRepaired().Beyond(p.Captures, p.Pawns))
}
