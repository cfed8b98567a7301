//go:build unix

package surveys

import (
	"context"
	"os"
	"syscall"
)

// replace has another program run in the place of this one, with its streams and its process number.
func replace(_ context.Context, path string, args []string) error {
	return syscall.Exec(path, args, os.Environ())
}
