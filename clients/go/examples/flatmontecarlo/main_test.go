package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheBotPlaysAMatchThroughTheRefereeWithoutAFault(t *testing.T) {
	programs, err := filepath.Abs("../../../../.venv/bin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(programs, "lawspeaker")); err != nil {
		t.Skipf("there is no referee (make setup): %v", err)
	}
	bot := filepath.Join(t.TempDir(), "flatmontecarlo")
	if output, err := exec.Command("go", "build", "-o", bot, ".").CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", output, err)
	}
	play := exec.CommandContext(t.Context(), filepath.Join(programs, "lawspeaker"), "play", "northgard", "--json",
		"--clock", "none", "--seed", "1", "--bot", "cmd:"+bot, "random")
	play.Env = append(os.Environ(), "PATH="+programs+string(os.PathListSeparator)+os.Getenv("PATH"))
	var stderr strings.Builder
	play.Stderr = &stderr
	output, err := play.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", play, err, &stderr)
	}
	var result struct{ Faults []map[string]int }
	if err := json.Unmarshal(output, &result); err != nil || len(result.Faults) != 2 {
		t.Fatalf("the referee says %s, %v", output, err)
	}
	if len(result.Faults[0]) > 0 {
		t.Errorf("the bot has faults: %s\n%s", output, &stderr)
	}
}
