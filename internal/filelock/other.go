//go:build !unix

package filelock

import (
	"errors"
	"os"
)

// Try returns [errors.ErrUnsupported]: this system cannot lock files.
func Try(*os.File) error { return errors.ErrUnsupported }
