package spaces

import (
	"fmt"
	"strings"
	"sync"

	"chesscensus/sampler/internal/material"
)

// A Codec writes positions as codes of 26 characters of 6 bits, 156 bits, and reads them back; see package sampler/internal/material.
type Codec = material.Codec

// A Code is the code of a position, see [Codec].
type Code = material.Code

// ParseCode parses the 26 characters of a code.
func ParseCode(s string) (Code, error) { return material.ParseCode(s) }

// codecs lists the codecs, the default first.
var codecs = []struct {
	Info
	make func(*material.Space) Codec
}{
	// the code of Tomic's article, with one bit more for the side to move
	{Info{"tomic", "prefix code of the material, index of the placement"}, func(s *material.Space) Codec { return material.NewTomicCodec(s) }},
	{Info{"rank", "rank in the space material"}, func(s *material.Space) Codec { return material.NewRankCodec(s) }},
}

// Codecs lists the codecs by name, the default first.
func Codecs() (list []Info) {
	for _, c := range codecs {
		list = append(list, c.Info)
	}
	return list
}

// materialSpace returns the space that all codecs use.
var materialSpace = sync.OnceValue(material.New)

// NewCodec makes the codec of a name. An unknown name is an error ([ErrUnknown]).
func NewCodec(name string) (Codec, error) {
	for _, c := range codecs {
		if c.Name == name {
			return c.make(materialSpace()), nil
		}
	}
	return nil, fmt.Errorf("no codec %.40q (known: %s): %w", name, strings.Join(codecNames(), ", "), ErrUnknown)
}

// codecNames returns the names of all codecs, the default first.
func codecNames() (names []string) {
	for _, c := range codecs {
		names = append(names, c.Name)
	}
	return names
}
