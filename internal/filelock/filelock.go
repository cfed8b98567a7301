// Package filelock locks open files, so that two processes do not write to one. The operating system releases a lock when its process ends,
// however that happens.
package filelock

import "errors"

// ErrHeld is the error of [Try] for a file that another process, or another opening of the file, has locked.
var ErrHeld = errors.New("the file is locked by another process")
