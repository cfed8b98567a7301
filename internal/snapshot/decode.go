package snapshot

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"
)

// maxDepth is the largest depth of nesting, since damaged data may be nested without end.
// Only long linked lists have a larger one.
const maxDepth = 100_000

// A decoder reads one value into a variable that is zero and addressable. A method for a
// kind of values reads a value in the form that the method of encoder with the same name has
// written.
type decoder struct {
	data     []byte
	pointers []reflect.Value // all that are not nil, in the order of their first occurrence
	depth    int
}

// uint reads a number from 0 in variable length.
func (d *decoder) uint() (uint64, error) {
	n, size := binary.Uvarint(d.data)
	if size <= 0 {
		return 0, errDamaged
	}
	d.data = d.data[size:]
	return n, nil
}

// next returns the next n bytes.
func (d *decoder) next(n uint64) ([]byte, error) {
	if n > uint64(len(d.data)) {
		return nil, errDamaged
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b, nil
}

// lengthPrefixed returns bytes that are stored after their number.
func (d *decoder) lengthPrefixed() ([]byte, error) {
	n, err := d.uint()
	if err != nil {
		return nil, err
	}
	return d.next(n)
}

// float reads a number in the 8 bytes of IEEE 754.
func (d *decoder) float() (float64, error) {
	b, err := d.next(8)
	if err != nil {
		return 0, err
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b)), nil
}

// value reads a value of any type.
func (d *decoder) value(v reflect.Value) error {
	if d.depth++; d.depth > maxDepth {
		return errDamaged
	}
	defer func() { d.depth-- }()
	if v.Type() == timeType {
		return d.time(v)
	}
	switch v.Kind() {
	case reflect.Array, reflect.Slice, reflect.Map, reflect.Struct, reflect.Pointer, reflect.Interface:
		return d.composite(v)
	}
	return d.basic(v)
}

// basic reads a value that has no parts.
func (d *decoder) basic(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Bool:
		b, err := d.next(1)
		if err == nil {
			v.SetBool(b[0] != 0)
		}
		return err
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, size := binary.Varint(d.data)
		if size <= 0 || v.OverflowInt(n) {
			return errDamaged
		}
		d.data = d.data[size:]
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := d.uint()
		if err != nil || v.OverflowUint(n) {
			return errDamaged
		}
		v.SetUint(n)
	case reflect.Float32, reflect.Float64:
		f, err := d.float()
		v.SetFloat(f)
		return err
	case reflect.Complex64, reflect.Complex128:
		re, err := d.float()
		im, err2 := d.float()
		v.SetComplex(complex(re, im))
		return errors.Join(err, err2)
	case reflect.String:
		b, err := d.lengthPrefixed()
		v.SetString(string(b))
		return err
	}
	return nil // channel, function, uintptr, unsafe.Pointer: zero
}

// composite reads a value that has parts.
func (d *decoder) composite(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Array:
		return d.elements(v)
	case reflect.Slice:
		return d.slice(v)
	case reflect.Map:
		return d.mapValue(v)
	case reflect.Struct:
		for i := range v.NumField() {
			if err := d.value(accessible(v.Field(i))); err != nil {
				return err
			}
		}
		return nil
	case reflect.Pointer:
		return d.pointer(v)
	}
	return d.interfaceValue(v)
}

// time reads a time into v.
func (d *decoder) time(v reflect.Value) error {
	b, err := d.lengthPrefixed()
	if err != nil {
		return err
	}
	var t time.Time
	err = t.UnmarshalBinary(b)
	if err == nil {
		_, err = t.MarshalBinary() // UnmarshalBinary reads zone offsets that MarshalBinary refuses, such as -90 s
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	v.Set(reflect.ValueOf(t))
	return nil
}

// elements reads all elements of v, a slice or array of the stored length.
func (d *decoder) elements(v reflect.Value) error {
	for i := range v.Len() {
		if err := d.value(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// slice reads a slice: its length plus 1, 0 for nil, and its elements.
func (d *decoder) slice(v reflect.Value) error {
	n, err := d.uint()
	if err != nil || n == 0 {
		return err
	}
	n--
	if v.Type().Elem().Kind() == reflect.Uint8 {
		b, err := d.next(n)
		if err != nil {
			return err
		}
		v.Set(reflect.MakeSlice(v.Type(), len(b), len(b)))
		copy(v.Bytes(), b)
		return nil
	}
	// A damaged length must not allocate all memory. Every element takes a byte at least, unless its type has no size.
	if v.Type().Elem().Size() > 0 && n > uint64(len(d.data)) || n > math.MaxInt32 {
		return errDamaged
	}
	v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
	return d.elements(v)
}

// mapValue reads a map: its length plus 1, 0 for nil, and its entries, each with the length of the key before.
func (d *decoder) mapValue(v reflect.Value) error {
	n, err := d.uint()
	if err != nil || n == 0 {
		return err
	}
	if n--; n > uint64(len(d.data)) {
		return errDamaged
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), int(n)))
	for range n {
		b, err := d.lengthPrefixed()
		if err != nil {
			return err
		}
		entry := decoder{data: b, depth: d.depth}
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		if err := entry.value(key); err != nil {
			return err
		}
		if err := d.value(elem); err != nil {
			return err
		}
		if !key.Comparable() {
			return errDamaged
		}
		v.SetMapIndex(key, elem)
	}
	return nil
}

// pointer reads a tag and, after tagNew, the target, or, after tagSeen, the number of an earlier pointer.
func (d *decoder) pointer(v reflect.Value) error {
	tag, err := d.next(1)
	if err != nil {
		return err
	}
	switch tag[0] {
	case tagNil:
		return nil
	case tagNew:
		v.Set(reflect.New(v.Type().Elem()))
		d.pointers = append(d.pointers, v)
		return d.value(v.Elem())
	case tagSeen:
		n, err := d.uint()
		if err != nil || n >= uint64(len(d.pointers)) || d.pointers[n].Type() != v.Type() {
			return errDamaged
		}
		v.Set(d.pointers[n])
		return nil
	}
	return errDamaged
}

// interfaceValue reads the text of an error, or the index of a predeclared type and its value.
func (d *decoder) interfaceValue(v reflect.Value) error {
	tag, err := d.next(1)
	if err != nil || tag[0] == tagNil {
		return err
	}
	if v.Type() == errorType {
		b, err := d.lengthPrefixed()
		v.Set(reflect.ValueOf(errors.New(string(b))))
		return err
	}
	n, err := d.uint()
	if err != nil || n >= uint64(len(predeclared)) || !predeclared[n].AssignableTo(v.Type()) {
		return errDamaged
	}
	p := reflect.New(predeclared[n]).Elem()
	if err := d.value(p); err != nil {
		return err
	}
	v.Set(p)
	return nil
}
