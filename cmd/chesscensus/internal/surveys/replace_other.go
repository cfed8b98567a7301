//go:build !unix

package surveys

import (
	"context"
	"os"
	"os/exec"
)

// replaceProcess runs another program with the streams of this one, and waits for it. The program is killed when the context ends.
func replaceProcess(ctx context.Context, path string, args []string) error {
	c := exec.CommandContext(ctx, path, args[1:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	return c.Run()
}
