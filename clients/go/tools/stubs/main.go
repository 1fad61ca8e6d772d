// Stubs makes the Go stubs of every .proto file below a folder:
//
//	stubs [-check] -proto ../../../proto -out ../pb -plugins ../build/bin
//
// With -check it changes nothing, and fails if a stub is not as it should be. It needs no protoc, only protoc's plugins.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

// module is the package that all stubs are below.
const module = "lawspeaker/pb"

func main() {
	check := flag.Bool("check", false, "change nothing; fail if a stub differs")
	root := flag.String("proto", "", "the folder with the .proto files")
	out := flag.String("out", "", "the folder of the stubs, which holds nothing else")
	plugins := flag.String("plugins", "", "the folder with protoc-gen-go and protoc-gen-go-grpc")
	flag.Parse()
	if err := run(*root, *out, *plugins, *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root, out, plugins string, check bool) error {
	request, err := compiled(root)
	if err != nil {
		return err
	}
	wanted := map[string]string{}
	for _, plugin := range []string{"protoc-gen-go", "protoc-gen-go-grpc"} {
		if err := generate(filepath.Join(plugins, plugin), request, wanted); err != nil {
			return err
		}
	}
	if check {
		return compare(out, wanted)
	}
	return write(out, wanted)
}

// compiled is what protoc would tell its plugins of every file below root.
func compiled(root string) (*pluginpb.CodeGeneratorRequest, error) {
	names, err := below(root, ".proto")
	if err != nil {
		return nil, err
	}
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{root}}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	files, err := compiler.Compile(context.Background(), names...)
	if err != nil {
		return nil, err
	}
	options := []string{"module=" + module}
	for _, name := range names {
		options = append(options, "M"+name+"="+goPackage(name))
	}
	return &pluginpb.CodeGeneratorRequest{
		FileToGenerate: names,
		Parameter:      proto.String(strings.Join(options, ",")),
		ProtoFile:      inOrder(files),
	}, nil
}

// goPackage is lawspeaker/pb/wire for what every game shares, lawspeaker/v1/match.proto, and lawspeaker/pb/GAME for
// lawspeaker/GAME/v1/GAME.proto.
func goPackage(name string) string {
	game := strings.Split(name, "/")[1]
	if game == "v1" {
		game = "wire"
	}
	return module + "/" + game
}

// inOrder is the files and all that they import, the imported ones first.
func inOrder(files linker.Files) []*descriptorpb.FileDescriptorProto {
	var ordered []*descriptorpb.FileDescriptorProto
	seen := map[string]bool{}
	var add func(file linker.File)
	add = func(file linker.File) {
		if seen[file.Path()] {
			return
		}
		seen[file.Path()] = true
		for i := range file.Imports().Len() {
			add(file.FindImportByPath(file.Imports().Get(i).Path()))
		}
		ordered = append(ordered, protoutil.ProtoFromFileDescriptor(file))
	}
	for _, file := range files {
		add(file)
	}
	return ordered
}

// generate runs a plugin of protoc and adds the files that it makes.
func generate(plugin string, request *pluginpb.CodeGeneratorRequest, files map[string]string) error {
	input, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	command := exec.Command(plugin)
	command.Stdin, command.Stderr = bytes.NewReader(input), os.Stderr
	output, err := command.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", plugin, err)
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(output, &response); err != nil {
		return fmt.Errorf("%s: %w", plugin, err)
	}
	if response.Error != nil {
		return fmt.Errorf("%s: %s", plugin, response.GetError())
	}
	for _, file := range response.GetFile() {
		files[file.GetName()] = file.GetContent()
	}
	return nil
}

// compare says which stubs are missing, different or left over.
func compare(out string, wanted map[string]string) error {
	names, err := below(out, "")
	if err != nil {
		return err
	}
	drift := []string{"stubs differ from their .proto files (run `make proto`):"}
	for _, name := range names {
		if _, ok := wanted[name]; !ok {
			drift = append(drift, "left over: "+name)
		}
	}
	for name, content := range wanted {
		found, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			drift = append(drift, "missing: "+name)
		} else if string(found) != content {
			drift = append(drift, "differs: "+name)
		}
	}
	if len(drift) == 1 {
		return nil
	}
	slices.Sort(drift[1:])
	return errors.New(strings.Join(drift, "\n  "))
}

// write replaces the folder of the stubs.
func write(out string, wanted map[string]string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	for name, content := range wanted {
		path := filepath.Join(out, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// below is the files in a folder and its folders, sorted, with slashes.
func below(root, extension string) ([]string, error) {
	var names []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(name, extension) {
			names = append(names, name)
		}
		return err
	})
	return names, err
}
