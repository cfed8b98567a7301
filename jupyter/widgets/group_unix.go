//go:build unix

package widgets

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps signals for the kernel's group away: the stop button is for cells.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
