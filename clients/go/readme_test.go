package lawspeaker_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

func TestTheBotOfTheReadmePlaysAWholeGame(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)```go\n(package main.*?)```").FindSubmatch(readme)
	if code == nil {
		t.Fatal("there is no program in README.md")
	}
	folder := t.TempDir()
	source, program := filepath.Join(folder, "main.go"), filepath.Join(folder, "my-bot")
	if err := os.WriteFile(source, code[1], 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command("go", "build", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", output, err)
	}
	digest(t, theReferee(t), "northgard", "1", "auto", "cmd:"+program)
}
