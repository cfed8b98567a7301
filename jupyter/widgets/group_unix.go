//go:build unix

package widgets

import (
	"os/exec"
	"syscall"
)

// ownGroup gives cmd a process group of its own, so that signals to the kernel's group, as of the stop button, do not reach it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
