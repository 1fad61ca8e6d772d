package lawspeaker_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
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
	digest(t, theReferee(t), "northgard", "1", "auto", "cmd:"+built(t, code[1]))
}

func TestTheStarterReadsTheOptionsOfTheGamesThatComeWithTheModule(t *testing.T) {
	template, err := os.ReadFile("../../referee/lawspeaker_referee/devtools/starters/go/any/main.go.template")
	if err != nil {
		t.Fatal(err)
	}
	think := "	chance := d.Random()\n"
	if !bytes.Contains(template, []byte(think)) {
		t.Fatalf("the starter has no line %q", think)
	}
	code := strings.NewReplacer("{{literal}}", `"starter"`, "{{games}}", "",
		think, "	if _, err := d.Options(); err != nil {\n		return nil, err\n	}\n"+think).Replace(string(template))
	digest(t, theReferee(t), "northgard", "1", "auto", "cmd:"+built(t, []byte(code)))
}

// built is the program made of a file.
func built(t *testing.T, code []byte) string {
	t.Helper()
	folder := t.TempDir()
	source, program := filepath.Join(folder, "main.go"), filepath.Join(folder, "my-bot")
	if err := os.WriteFile(source, code, 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command("go", "build", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", output, err)
	}
	return program
}
