package cli

import (
	"errors"
	"fmt"
)

// ErrBadInput is the error of a command that has already printed what is wrong with its input.
var ErrBadInput = errors.New("bad input")

// A usageError is a wrong command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usage marks err as the error of a wrong command line, with status [StatusUsage].
func Usage(err error) error { return usageError{err} }

// Usagef returns the error of a wrong command line.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }
