//go:build unix

package surveys

import (
	"context"
	"os"
	"syscall"
)

// replaceProcess replaces this process by another program, which keeps its streams and its process number.
func replaceProcess(_ context.Context, path string, args []string) error {
	return syscall.Exec(path, args, os.Environ())
}
