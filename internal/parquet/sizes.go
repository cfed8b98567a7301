package parquet

import "encoding/binary"

// A sizes walks through Thrift's compact protocol and compares every length and count with the bytes that are left: the decoder of the library makes a list as
// long as it is claimed to be before it reads an element, each of which takes a byte at least.
type sizes struct {
	data string
	at   int
}

// believable reports whether some bytes begin with a struct whose lengths and counts fit into them.
func believable(data []byte) bool {
	s := sizes{data: string(data)}
	return s.fields(0)
}

func (s *sizes) fields(depth int) bool {
	for depth < 32 && s.at < len(s.data) {
		head := s.data[s.at]
		s.at++
		if head == 0 { // the end of a struct
			return true
		}
		if head>>4 == 0 { // the number of the field follows
			if _, ok := s.number(); !ok {
				return false
			}
		}
		if kind := head & 15; kind > 2 && !s.value(kind, depth) { // a truth value is in the head
			return false
		}
	}
	return false
}

// value passes over a value of a kind, as the protocol numbers them.
func (s *sizes) value(kind byte, depth int) bool {
	switch kind {
	case 1, 2, 3: // a truth value or a byte, as elements of lists are
		return s.pass(1)
	case 4, 5, 6: // whole numbers
		_, ok := s.number()
		return ok
	case 7: // double
		return s.pass(8)
	case 8: // bytes
		n, ok := s.number()
		return ok && s.pass(n)
	case 9, 10: // list, set
		if s.at >= len(s.data) || depth >= 32 {
			return false
		}
		head := s.data[s.at]
		s.at++
		n, ok := uint64(head>>4), true
		if n == 15 {
			n, ok = s.number()
		}
		for ok = ok && n <= uint64(len(s.data)-s.at); ok && n > 0; n-- {
			ok = s.value(head&15, depth+1)
		}
		return ok
	case 12: // struct
		return s.fields(depth + 1)
	}
	return false // maps are not in Parquet's metadata
}

// number reads a number of variable length.
func (s *sizes) number() (uint64, bool) {
	n, k := binary.Uvarint([]byte(s.data[s.at:min(s.at+binary.MaxVarintLen64, len(s.data))]))
	s.at += max(k, 0)
	return n, k > 0
}

func (s *sizes) pass(n uint64) bool {
	if n > uint64(len(s.data)-s.at) {
		return false
	}
	s.at += int(n)
	return true
}
