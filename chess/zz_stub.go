package chess

import (
	"io"
	"iter"
)

func ReadPGN(r io.Reader, name string) iter.Seq2[*Game, error] { return nil }
