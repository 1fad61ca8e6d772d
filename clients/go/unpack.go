package lawspeaker

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/anypb"
)

// Unpack returns the message inside, of its generated type. The program must import the package of that type's game,
// such as lawspeaker/pb/northgard; that may be one that you have generated yourself. Fails with ErrNoStubs.
func Unpack(packed *anypb.Any) (proto.Message, error) {
	name := packed.GetTypeUrl()[strings.LastIndexByte(packed.GetTypeUrl(), '/')+1:]
	message, err := packed.UnmarshalNew()
	switch {
	case errors.Is(err, protoregistry.NotFound), name == "":
		return nil, fmt.Errorf("%w for %s: import %s", ErrNoStubs, cmp.Or(name, "an empty message"), stubsOf(name))
	case err != nil:
		return nil, fmt.Errorf("%w that can read %s: it is damaged", ErrNoStubs, name)
	}
	return message, nil
}

// stubsOf is what a program must import to read a message: the package's path if it comes with this module.
func stubsOf(name string) string {
	for _, game := range []string{"clansmen", "northgard", "pax_viking"} {
		if strings.HasPrefix(name, "lawspeaker."+game+".") {
			return fmt.Sprintf(`_ "lawspeaker/pb/%s"`, game)
		}
	}
	return "the generated package of its game"
}

// UnpackOptions returns the verbs inside a game's Options message, such as *northgard.PlayCard and *northgard.Pass.
// Fails with ErrNoStubs.
func UnpackOptions(packed *anypb.Any) ([]proto.Message, error) {
	if packed.GetTypeUrl() == "" {
		return nil, nil
	}
	message, err := Unpack(packed)
	if err != nil {
		return nil, err
	}
	options := message.ProtoReflect()
	field := options.Descriptor().Fields().ByName("options")
	if field == nil || !field.IsList() || field.Message() == nil {
		return nil, fmt.Errorf("%w that can list the options of %s", ErrNoStubs, options.Descriptor().FullName())
	}
	list := options.Get(field).List()
	verbs := make([]proto.Message, list.Len())
	for i := range verbs {
		if verbs[i] = verb(list.Get(i).Message()); verbs[i] == nil {
			return nil, fmt.Errorf("%w that know a verb of %s: take a newer lawspeaker", ErrNoStubs,
				field.Message().FullName())
		}
	}
	return verbs, nil
}

// verb is the message that is set in an option's oneof, nil if there is none that the stubs know.
func verb(option protoreflect.Message) proto.Message {
	oneof := option.Descriptor().Oneofs().ByName("verb")
	if oneof == nil {
		return nil
	}
	field := option.WhichOneof(oneof)
	if field == nil || field.Message() == nil {
		return nil
	}
	return option.Get(field).Message().Interface()
}

// as is the message as the type that the caller knows it to be.
func as[M proto.Message](message proto.Message) (M, error) {
	typed, ok := message.(M)
	if !ok {
		return typed, fmt.Errorf("%w of type %T for %s: is this bot for that game? Config.Games says which it plays",
			ErrNoStubs, typed, message.ProtoReflect().Descriptor().FullName())
	}
	return typed, nil
}
