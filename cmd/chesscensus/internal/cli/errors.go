package cli

import (
	"errors"
	"fmt"
)

// ErrBadInput ends a command whose errors have all been printed.
var ErrBadInput = errors.New("bad input")

// A usageError is a wrong command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usage makes err the error of a wrong command line, with status [StatusUsage].
func Usage(err error) error { return usageError{err} }

// Usagef returns the error of a wrong command line.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }
