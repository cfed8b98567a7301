package spaces

import "chesscensus/cmd/chesscensus/internal/cli"

// A drawRecord is the JSON form of a draw.
type drawRecord struct {
	cli.Program
	Space        string `json:"space"`
	Seed         uint64 `json:"seed"`
	Number       uint64 `json:"number"` // of the draw in its stream
	FEN          string `json:"fen"`
	Weight       int    `json:"weight"`
	Multiplicity int    `json:"multiplicity"`
}

// A rankRecord is the JSON form of an element of a space.
type rankRecord struct {
	cli.Program
	Space string `json:"space"`
	Rank  string `json:"rank"` // decimal, since it has up to 60 digits
	FEN   string `json:"fen"`
}

// A categoryRecord is the JSON form of an answer of the reference's pre-filter.
type categoryRecord struct {
	cli.Program
	FEN      string `json:"fen"`
	Category string `json:"category"`
	Possible bool   `json:"possible"` // false if the category says that the position is illegal
}

// A codeRecord is the JSON form of a position and its code.
type codeRecord struct {
	cli.Program
	Codec string `json:"codec"`
	Code  string `json:"code"`
	FEN   string `json:"fen"`
}

// A candidateRecord is the JSON form of a line of rndfen.
type candidateRecord struct {
	cli.Program
	FEN        string  `json:"fen"`
	Multiplier float64 `json:"multiplier"` // number of positions that it stands for if it is legal
}
