// Package filelock locks files for a process. The operating system gives a lock back when the process ends, however that happens.
package filelock

import (
	"errors"
	"os"
)

// ErrLocked is the error of a file that another process has locked.
var ErrLocked = errors.New("another run is at work in this folder")

// Try locks an open file until it is closed, or returns [ErrLocked] if it is locked already, also by this process through another
// opening, or [errors.ErrUnsupported] where that cannot be done. It does not wait.
func Try(f *os.File) error { return try(f) }
