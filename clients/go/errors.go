package lawspeaker

import "errors"

// What can go wrong between a bot and its referee. Every error of this package is one of them, with a line that says
// what would be right; errors of the bot itself come out as they are, those of Decide
// wrapped in the name of their decision.
var (
	// ErrConfig is of a setting that cannot be: in Config, in the environment, or in the bot itself.
	ErrConfig = errors.New("wrong setting")
	// ErrUnreachable is of an address where no referee answers.
	ErrUnreachable = errors.New("no referee")
	// ErrRefused is of a referee that does not want the bot: wrong token, unknown protocol, broken rules of the protocol.
	ErrRefused = errors.New("the referee refused the bot")
	// ErrLost is of a stream that broke before the referee said goodbye, and did not come back in time.
	ErrLost = errors.New("the connection to the referee broke")
	// ErrPicks is of a Decide that returned what no message can hold.
	ErrPicks = errors.New("wrong picks")
	// ErrNoStubs is of a message of a game whose generated package the program does not import, or whose is too old.
	ErrNoStubs = errors.New("no stubs")
)
