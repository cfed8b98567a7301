// Package snapshot turns a Go value into bytes and back, unexported fields
// included. It is for values that the same program, or another one built from
// the same types, reads again: the variables of a notebook, and results that
// are kept on disk. It is no format for exchange.
//
// Package encoding/gob leaves out unexported fields without an error, so values of most
// types of this module would be read back changed. This package reads back the whole value,
// or returns an error.
//
// Marshal writes booleans, numbers, strings, arrays, slices, maps, structs, and pointers.
// Pointers to one value within one call of Marshal are pointers to one value again. A
// time.Time is written by its own method. An interface must be nil or hold a value of a
// predeclared type; an error keeps its text and loses its type. A channel, function, uintptr
// or unsafe.Pointer must be zero. Slices that share memory do not share it again.
//
// The bytes begin with a hash of the type, including the names of fields. Unmarshal refuses
// bytes of another type with ErrType, so a type may change between two versions of a
// program.
package snapshot

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
)

// ErrType is returned by Unmarshal if the bytes were made from another type, or
// from the same type before it was changed.
var ErrType = errors.New("snapshot: made from another type")

// errDamaged is returned for bytes that Marshal did not make.
var errDamaged = errors.New("snapshot: damaged data")

// hashSize is the number of bytes of the type's hash that are stored.
const hashSize = 16

// Marshal returns the bytes of the value that p points to. It panics if p is not a pointer
// or is nil. The error names the part that cannot be written. The keys of maps are sorted,
// so equal values without shared pointers give equal bytes.
func Marshal(p any) ([]byte, error) { return MarshalUpTo(p, math.MaxInt) }

// ErrLarge is returned by MarshalUpTo for a value that takes more bytes.
var ErrLarge = errors.New("snapshot: more bytes than wanted")

// MarshalUpTo is Marshal, but fails with ErrLarge if there are more than limit bytes.
func MarshalUpTo(p any, limit int) ([]byte, error) {
	v := pointee(p)
	e := encoder{limit: limit}
	hash := typeHash(v.Type())
	e.buf.Write(hash[:])
	if err := e.value(v, &valuePath{step: v.Type().String()}); err != nil {
		return nil, err
	}
	if e.buf.Len() > limit {
		return nil, ErrLarge
	}
	return e.buf.Bytes(), nil
}

// Unmarshal sets the value that p points to from bytes made by Marshal. It
// panics if p is not a pointer or is nil. After an error the value is unchanged.
func Unmarshal(data []byte, p any) (err error) {
	v := pointee(p)
	hash := typeHash(v.Type())
	if len(data) < hashSize {
		return errDamaged
	}
	if !bytes.Equal(data[:hashSize], hash[:]) {
		return ErrType
	}
	d := decoder{data: data[hashSize:]}
	fresh := reflect.New(v.Type()).Elem()
	if err := d.value(fresh); err != nil {
		return err
	}
	if len(d.data) > 0 {
		return fmt.Errorf("%w: %d bytes too many", errDamaged, len(d.data))
	}
	v.Set(fresh)
	return nil
}

// pointee returns the value that p points to.
func pointee(p any) reflect.Value {
	v := reflect.ValueOf(p)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic("snapshot: want a pointer that is not nil")
	}
	return v.Elem()
}

// typeHash identifies a type by its structure.
func typeHash(t reflect.Type) (hash [hashSize]byte) {
	var b bytes.Buffer
	describe(&b, t, map[reflect.Type]int{})
	sum := fnv.New128a() // small to link, and secure enough, since snapshots are read only by their owner
	sum.Write(b.Bytes())
	sum.Sum(hash[:0])
	return hash
}

// describe writes the structure of t. It writes a type that it has seen before as its
// number, which ends recursion. Types are named without the path of their package, since
// package main has another path in every program of a notebook.
func describe(b *bytes.Buffer, t reflect.Type, numbers map[reflect.Type]int) {
	if n, ok := numbers[t]; ok {
		fmt.Fprintf(b, "#%d", n)
		return
	}
	numbers[t] = len(numbers)
	fmt.Fprintf(b, "%s:%s(", t.Name(), t.Kind())
	switch t.Kind() {
	case reflect.Array:
		fmt.Fprintf(b, "%d,", t.Len())
		describe(b, t.Elem(), numbers)
	case reflect.Map:
		describe(b, t.Key(), numbers)
		b.WriteByte(',')
		describe(b, t.Elem(), numbers)
	case reflect.Pointer, reflect.Slice:
		describe(b, t.Elem(), numbers)
	case reflect.Struct:
		for i := range t.NumField() {
			fmt.Fprintf(b, "%s ", t.Field(i).Name)
			describe(b, t.Field(i).Type, numbers)
			b.WriteByte(';')
		}
	}
	b.WriteByte(')')
}
