from lawspeaker_referee.server.tokens import FileTokens


def admitted(file, token):
    grant = FileTokens(file, print).admit(token)
    return grant.name if grant else None


def test_a_token_is_printed_once_and_only_on_stdout(run, tmp_path):
    file = tmp_path / "tokens.txt"
    done = run("tokens", "create", "alice", "--file", file)
    token = done.out.strip()
    assert done.code == 0
    assert done.out == f"{token}\n"
    assert token not in done.err
    assert token not in file.read_text()
    assert admitted(file, token) == "alice"
    assert token not in run("tokens", "list", "--file", file).out


def test_the_list_shows_names_times_and_what_was_revoked(run, tmp_path):
    file = tmp_path / "tokens.txt"
    for name in ("alice", "bo"):
        run("tokens", "create", name, "--file", file)
    assert run("tokens", "revoke", "bo", "--file", file).code == 0
    alice, bo = run("tokens", "list", "--file", file).out.splitlines()
    assert alice.startswith("alice  created 20")
    assert "revoked" not in alice
    assert bo.startswith("bo     created 20")
    assert "  revoked 20" in bo


def test_tokens_txt_in_this_folder_is_the_file_if_none_is_given(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    token = run("tokens", "create", "alice").out.strip()
    assert admitted(tmp_path / "tokens.txt", token) == "alice"


def test_wrong_input_is_one_clear_line_and_exit_code_2(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("tokens", "create", "alice")
    (tmp_path / "old").write_text("alice=s3cret\n")
    for arguments, words in (
        (("create", "alice"), "alice has a token already; revoke it first, or choose another name"),
        (("create", "al ice"), "'al ice' cannot be a token's name"),
        (("create", "bob", "--file", "no/where"), "No such file or directory"),
        (("revoke", "bob"), "has no token of 'bob'"),
        (("list", "--file", "nowhere"), "nowhere: No such file or directory"),
        (("list", "--file", "old"), "old, line 1: tokens are not kept in clear any more"),
        (("list", "--file", "."), "is a directory"),
    ):
        done = run("tokens", *arguments)
        assert (done.code, done.out) == (2, ""), arguments
        assert words in done.err
        assert done.err.count("\n") == 1
        assert "s3cret" not in done.err
