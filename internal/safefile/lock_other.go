//go:build !unix

package safefile

import (
	"errors"
	"os"
)

// Lock returns [errors.ErrUnsupported]: this system cannot lock files.
func Lock(*os.File) error { return errors.ErrUnsupported }
