package lawspeaker_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// theReferee is the program of this checkout; without it the test is left out.
func theReferee(t *testing.T) string {
	t.Helper()
	referee, err := filepath.Abs("../../.venv/bin/lawspeaker")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(referee); err != nil {
		t.Skipf("there is no referee (make setup): %v", err)
	}
	return referee
}

func TestRandomPlaysMoveForMoveLikeThatOfPython(t *testing.T) {
	referee := theReferee(t)
	bot := filepath.Join(t.TempDir(), "random")
	if output, err := exec.Command("go", "build", "-o", bot, "./cmd/random").CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", output, err)
	}
	for _, each := range []struct{ game, seed, network string }{
		{"northgard", "1", "auto"},
		{"clansmen", "3", "host"},
		{"pax_viking", "4", "auto"},
	} {
		t.Run(each.game, func(t *testing.T) {
			theirs := digest(t, referee, each.game, each.seed, each.network, "random")
			ours := digest(t, referee, each.game, each.seed, each.network, "cmd:"+bot)
			if ours != theirs {
				t.Errorf("the digest is %s, with the Python bot %s", ours, theirs)
			}
		})
	}
}

// digest is that of a match of two.
func digest(t *testing.T, referee, game, seed, network, bot string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), referee, "play", game, "--json", "--clock", "none", "--seed", seed,
		"--bot-network", network, "--bot", bot, "random")
	var stderr strings.Builder
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", command, err, &stderr)
	}
	var result struct{ Digest string }
	if err := json.Unmarshal(output, &result); err != nil || result.Digest == "" {
		t.Fatalf("%v says %s, %v", command, output, err)
	}
	return result.Digest
}
