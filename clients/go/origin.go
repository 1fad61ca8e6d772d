package lawspeaker

import (
	"unicode/utf8"

	"lawspeaker/pb/wire"
)

// AnswerOrigin is how an answer came about. Say so where it is not the bot's own: the record and ratings count stand-ins.
type AnswerOrigin = wire.AnswerOrigin

const (
	// OriginOwn is the bot's own answer.
	OriginOwn = wire.AnswerOrigin_ANSWER_ORIGIN_UNSPECIFIED
	// OriginProviderFailure is a stand-in: the model's provider failed, refused to serve, or did not answer in time.
	OriginProviderFailure = wire.AnswerOrigin_ANSWER_ORIGIN_PROVIDER_FAILURE
	// OriginRefusal is a stand-in: the model refused to answer.
	OriginRefusal = wire.AnswerOrigin_ANSWER_ORIGIN_REFUSAL
	// OriginUnparsable is a stand-in: what the model said was no legal answer.
	OriginUnparsable = wire.AnswerOrigin_ANSWER_ORIGIN_UNPARSABLE
	// OriginBudget is a stand-in: the bot's budget was spent.
	OriginBudget = wire.AnswerOrigin_ANSWER_ORIGIN_BUDGET
	// OriginOther is a stand-in for another reason.
	OriginOther = wire.AnswerOrigin_ANSWER_ORIGIN_OTHER
)

// annotationBytes is the longest remark that a record keeps. A longer one could exceed a message.
const annotationBytes = 4096

// cut is as much of a remark as a record keeps, without breaking a character.
func cut(remark string) string {
	if len(remark) <= annotationBytes {
		return remark
	}
	end := annotationBytes
	for !utf8.RuneStart(remark[end]) {
		end--
	}
	return remark[:end]
}
