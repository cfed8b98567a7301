//go:build unix

package plots

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"chesscensus/internal/testing/testkit"
)

// TestShowSendsImageToNotebook acts as the kernel: it makes two named pipes, as GoNB does, and decodes the messages of Show.
func TestShowSendsImageToNotebook(t *testing.T) {
	dir := t.TempDir()
	toKernel, fromKernel := filepath.Join(dir, "to"), filepath.Join(dir, "from")
	for _, p := range []string{toKernel, fromKernel} {
		if err := syscall.Mkfifo(p, 0o600); err != nil {
			t.Skip("no named pipes here: ", err)
		}
	}
	t.Setenv(protocol.GONB_PIPE_ENV, toKernel)
	t.Setenv(protocol.GONB_PIPE_BACK_ENV, fromKernel)
	before := gonbui.IsNotebook
	gonbui.IsNotebook = true
	defer func() { gonbui.IsNotebook = before }()

	messages := make(chan protocol.DisplayData, 1)
	go func() {
		in, err := os.Open(toKernel)
		if err != nil {
			return
		}
		out, err := os.OpenFile(fromKernel, os.O_WRONLY, 0)
		if err != nil {
			return
		}
		defer out.Close()
		var m protocol.DisplayData
		if gob.NewDecoder(in).Decode(&m) == nil {
			messages <- m
		}
		close(messages)
	}()
	testkit.OK(t, testFigure().Show())
	m := <-messages
	page, _ := m.Data[protocol.MIMETextHTML].(string)
	drawing, picture, _ := strings.Cut(page, "</svg>")
	if !strings.Contains(drawing, "<svg") || !strings.Contains(drawing, "var(--jp-content-font-color1,#222222)") || strings.Contains(drawing, "#FFFFFF") {
		t.Errorf("the drawing takes no colors from the page, or has a background: %.300s", drawing)
	}
	_, encoded, _ := strings.Cut(picture, "base64,")
	encoded, _, _ = strings.Cut(encoded, `"`)
	if png, err := base64.StdEncoding.DecodeString(encoded); err != nil || !bytes.HasPrefix(png, []byte("\x89PNG")) {
		t.Errorf("no picture beside the drawing: %v", err)
	}
	if text, _ := m.Data[protocol.MIMETextPlain].(string); !strings.HasPrefix(text, "a figure: ") {
		t.Errorf("text %q, want one that begins with %q", text, "a figure: ")
	}
}
