package snapshot

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
	"unsafe"
)

var (
	timeType    = reflect.TypeFor[time.Time]()
	errorType   = reflect.TypeFor[error]()
	builderType = reflect.TypeFor[strings.Builder]()
)

// Tags of pointers and interfaces.
const (
	tagNil  = iota
	tagNew  // a value follows
	tagSeen // the number of an earlier pointer with the same target follows
)

// predeclared are the types of values that an interface may hold. The data has the index of a
// type in this list.
var predeclared = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](),
	reflect.TypeFor[int32](), reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](),
	reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[float32](), reflect.TypeFor[float64](),
	reflect.TypeFor[complex64](), reflect.TypeFor[complex128](),
}

// A target is the target of a pointer. The type is needed, since pointers to a struct and to
// its first field have the same address.
type target struct {
	address     unsafe.Pointer
	pointerType reflect.Type
}

// An encoder writes one value. The parameter v of its methods is addressable, so that
// unexported fields can be read by their address.
type encoder struct {
	buf      bytes.Buffer
	limit    int
	pointers map[target]uint64
}

// uint writes a number from 0 in variable length.
func (e *encoder) uint(n uint64) { e.buf.Write(binary.AppendUvarint(nil, n)) }

// flag writes a truth value as a byte.
func (e *encoder) flag(b bool) {
	if b {
		e.buf.WriteByte(1)
	} else {
		e.buf.WriteByte(0)
	}
}

// A valuePath is the path to a part of a value, such as ".names[]", for an error. It is a linked list from the inside, since making a
// text for every element of a long list would be most of the work.
type valuePath struct {
	parent *valuePath
	step   string
}

// String writes all steps.
func (p *valuePath) String() string {
	var steps []string
	for ; p != nil; p = p.parent {
		steps = append(steps, p.step)
	}
	slices.Reverse(steps)
	return strings.Join(steps, "")
}

// value writes v, which has a path in the whole value.
func (e *encoder) value(v reflect.Value, path *valuePath) error {
	if e.buf.Len() > e.limit {
		return ErrLarge
	}
	if v.Type() == timeType {
		return e.time(v.Interface().(time.Time), path)
	}
	switch v.Kind() {
	case reflect.Bool:
		e.flag(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.buf.Write(binary.AppendVarint(nil, v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		e.uint(v.Uint())
	case reflect.Float32, reflect.Float64:
		e.float(v.Float())
	case reflect.Complex64, reflect.Complex128:
		e.float(real(v.Complex()))
		e.float(imag(v.Complex()))
	case reflect.String:
		e.uint(uint64(v.Len()))
		e.buf.WriteString(v.String())
	case reflect.Array:
		return e.elements(v, path)
	case reflect.Slice:
		if v.IsNil() {
			e.uint(0)
			return nil
		}
		e.uint(uint64(v.Len()) + 1)
		return e.elements(v, path)
	case reflect.Map:
		return e.mapValue(v, path)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type() == builderType && v.Type().Field(i).Name == "addr" { // to the builder itself: it refuses to be used as a copy
				e.buf.WriteByte(tagNil)
				continue
			}
			if err := e.value(accessible(v.Field(i)), &valuePath{path, "." + v.Type().Field(i).Name}); err != nil {
				return err
			}
		}
	case reflect.Pointer:
		return e.pointer(v, path)
	case reflect.Interface:
		return e.interfaceValue(v, path)
	default: // channel, function, uintptr, unsafe.Pointer
		if !v.IsZero() {
			return fmt.Errorf("snapshot: %s is a %s", path, v.Kind())
		}
	}
	return nil
}

// accessible returns a field so that it can be read and set even if it is not exported. v
// must be addressable.
func accessible(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// addressable returns a copy of v that has an address.
func addressable(v reflect.Value) reflect.Value {
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}

// float writes a number in the 8 bytes of IEEE 754, so that NaN stays the same.
func (e *encoder) float(f float64) {
	e.buf.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(f)))
}

// time writes a time with its zone after its length.
func (e *encoder) time(t time.Time, path *valuePath) error {
	text, err := t.MarshalBinary()
	if err != nil {
		return fmt.Errorf("snapshot: %s: %w", path, err)
	}
	e.uint(uint64(len(text)))
	e.buf.Write(text)
	return nil
}

// elements writes the elements of a slice or array, without their number.
func (e *encoder) elements(v reflect.Value, path *valuePath) error {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		e.buf.Write(v.Bytes())
		return nil
	}
	elementPath := &valuePath{path, "[]"}
	for i := range v.Len() {
		if err := e.value(v.Index(i), elementPath); err != nil {
			return err
		}
	}
	return nil
}

// mapValue writes the entries of a map in the order of the bytes of their keys.
func (e *encoder) mapValue(v reflect.Value, path *valuePath) error {
	if v.IsNil() {
		e.uint(0)
		return nil
	}
	e.uint(uint64(v.Len()) + 1)
	type entry struct {
		key   []byte
		value reflect.Value
	}
	entries := make([]entry, 0, v.Len())
	for iter := v.MapRange(); iter.Next(); {
		key := encoder{limit: e.limit}
		if err := key.value(addressable(iter.Key()), &valuePath{path, "[key]"}); err != nil {
			return err
		}
		if key.pointers != nil {
			return fmt.Errorf("snapshot: %s has keys with pointers", path)
		}
		entries = append(entries, entry{key.buf.Bytes(), iter.Value()})
	}
	slices.SortFunc(entries, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
	for _, entry := range entries {
		e.uint(uint64(len(entry.key)))
		e.buf.Write(entry.key)
		if err := e.value(addressable(entry.value), &valuePath{path, "[]"}); err != nil {
			return err
		}
	}
	return nil
}

// pointer writes the target of a pointer at its first occurrence, and then its number.
func (e *encoder) pointer(v reflect.Value, path *valuePath) error {
	if v.IsNil() {
		e.buf.WriteByte(tagNil)
		return nil
	}
	key := target{v.UnsafePointer(), v.Type()}
	if n, ok := e.pointers[key]; ok {
		e.buf.WriteByte(tagSeen)
		e.uint(n)
		return nil
	}
	if e.pointers == nil {
		e.pointers = make(map[target]uint64)
	}
	e.pointers[key] = uint64(len(e.pointers))
	e.buf.WriteByte(tagNew)
	return e.value(v.Elem(), path)
}

// interfaceValue writes the value in an interface.
func (e *encoder) interfaceValue(v reflect.Value, path *valuePath) error {
	if v.IsNil() {
		e.buf.WriteByte(tagNil)
		return nil
	}
	if v.Type() == errorType {
		e.buf.WriteByte(tagNew)
		text := addressable(reflect.ValueOf(v.Interface().(error).Error()))
		return e.value(text, path)
	}
	for i, t := range predeclared {
		if v.Elem().Type() == t {
			e.buf.WriteByte(tagNew)
			e.uint(uint64(i))
			return e.value(addressable(v.Elem()), path)
		}
	}
	return fmt.Errorf("snapshot: %s is an interface that holds a %s", path, v.Elem().Type())
}
