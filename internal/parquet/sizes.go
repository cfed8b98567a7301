package parquet

import "encoding/binary"

// A sizeChecker reads data in Thrift's compact protocol and compares every length and count with the bytes that are left. That is
// necessary since the decoder of the library allocates a list of the stored length before it reads its elements, each of which takes
// at least a byte.
type sizeChecker struct {
	data string
	pos  int
}

// sizesFit reports whether data begins with a struct whose lengths and counts fit into data.
func sizesFit(data []byte) bool {
	s := sizeChecker{data: string(data)}
	return s.skipStruct(0)
}

// skipStruct skips the fields of a struct and its end, and reports whether their sizes fit.
func (s *sizeChecker) skipStruct(depth int) bool {
	for depth < 32 && s.pos < len(s.data) {
		head := s.data[s.pos]
		s.pos++
		if head == 0 { // the end of a struct
			return true
		}
		if head>>4 == 0 { // the number of the field follows
			if _, ok := s.readVarint(); !ok {
				return false
			}
		}
		if kind := head & 15; kind > 2 && !s.skipValue(kind, depth) { // a truth value is in the head
			return false
		}
	}
	return false
}

// skipValue skips a value of a kind, with the number of the protocol, and reports whether its sizes fit.
func (s *sizeChecker) skipValue(kind byte, depth int) bool {
	switch kind {
	case 1, 2, 3: // a truth value or a byte, as elements of lists are
		return s.skip(1)
	case 4, 5, 6: // whole numbers
		_, ok := s.readVarint()
		return ok
	case 7: // double
		return s.skip(8)
	case 8: // bytes
		n, ok := s.readVarint()
		return ok && s.skip(n)
	case 9, 10: // list, set
		if s.pos >= len(s.data) || depth >= 32 {
			return false
		}
		head := s.data[s.pos]
		s.pos++
		n, ok := uint64(head>>4), true
		if n == 15 {
			n, ok = s.readVarint()
		}
		for ok = ok && n <= uint64(len(s.data)-s.pos); ok && n > 0; n-- {
			ok = s.skipValue(head&15, depth+1)
		}
		return ok
	case 12: // struct
		return s.skipStruct(depth + 1)
	}
	return false // maps are not in Parquet's metadata
}

// readVarint reads a number of variable length.
func (s *sizeChecker) readVarint() (uint64, bool) {
	n, k := binary.Uvarint([]byte(s.data[s.pos:min(s.pos+binary.MaxVarintLen64, len(s.data))]))
	s.pos += max(k, 0)
	return n, k > 0
}

// skip skips n bytes, and reports whether there are as many.
func (s *sizeChecker) skip(n uint64) bool {
	if n > uint64(len(s.data)-s.pos) {
		return false
	}
	s.pos += int(n)
	return true
}
