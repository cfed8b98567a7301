package widgets

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// Names of environment variables. The kernel sets the first two for cells, the [Host] the third for a program that must answer:
// the number of the picture, as the program counts its calls of [Offer] from 1.
const (
	FolderEnv = "CHESSCENSUS_ANSWERS"
	KernelEnv = "CHESSCENSUS_KERNEL"
	numberEnv = "CHESSCENSUS_ANSWER"
)

// An Address says where a picture sends its questions. The zero value is that of a picture without a program.
type Address struct {
	Kernel  string `json:"kernel"`  // Jupyter's name for it
	Picture string `json:"picture"` // such as "5f0c1e9a02b7-1": the program's folder, and the number of the picture
}

// A Question is a question of a page.
type Question struct {
	Picture string          `json:"picture"`
	Value   json.RawMessage `json:"value"`
}

// An Answer is the answer to a page. One of Value, Error, Gone and Dropped is set.
type Answer struct {
	Value json.RawMessage `json:"value,omitempty"`
	Error string          `json:"error,omitempty"`
	// Gone says that there is no program: the cell has to be run again.
	Gone bool `json:"gone,omitempty"`
	// Dropped says that a newer question has come before there was an answer.
	Dropped bool `json:"dropped,omitempty"`
}

// The messages between the kernel and a program, as lines of JSON.
type (
	numberedQuestion struct {
		Number int             `json:"number"`
		Value  json.RawMessage `json:"value"`
	}
	numberedAnswer struct {
		Number int `json:"number"`
		Answer
	}
)

// An origin records how a program was run, so that it can be run again.
type origin struct {
	Args, Env []string
	Dir       string
}

// Names within the folder of a program.
const (
	programName = "program"
	originName  = "origin.json"
)

// parsePicture divides the name of a picture. The name comes from a page, so it must not lead out of the folder.
func parsePicture(name string) (program, number string, ok bool) {
	program, number, _ = strings.Cut(name, "-")
	isHex := program != "" && strings.Trim(program, "0123456789abcdef") == ""
	isDecimal := number != "" && strings.Trim(number, "0123456789") == ""
	if !isHex || !isDecimal {
		return "", "", false
	}
	return filepath.Base(program), number, true
}
