//go:build linux

package surveys

import (
	"strings"
	"syscall"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
)

// TestSurveyOnFullDisk runs a survey on a disk of 96 kB, and continues it on a larger one. It needs the right to mount a disk.
func TestSurveyOnFullDisk(t *testing.T) {
	testkit.Long(t)
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=96k"); err != nil {
		t.Skipf("cannot mount a small disk: %v", err)
	}
	defer func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	}()
	dir := tinySurvey(t, "600ms")
	copyPlan(t, dir, disk)
	status, _, errs := invoke("", "survey", "run", disk)
	if status != cli.StatusError || !strings.Contains(errs, syscall.ENOSPC.Error()) || !strings.Contains(errs, "writing "+disk) {
		t.Errorf("status %d, errors %s", status, errs)
	}
	if _, out, errs := invoke("", "survey", "status", disk); errs != "" || strings.HasPrefix(out, "12 of") || strings.HasPrefix(out, "0 of") {
		t.Errorf("on the full disk: output %s, errors %s; want some shards and no complaint", out, errs)
	}
	testkit.OK(t, syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=2m"))
	for _, d := range []string{disk, dir} {
		if status, _, errs := invoke("", "survey", "run", d); status != 0 {
			t.Fatalf("status %d, errors %s", status, errs)
		}
	}
	if reportOf(t, disk) != reportOf(t, dir) {
		t.Error("the report after a full disk is another")
	}
}
