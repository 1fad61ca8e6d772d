package dev.lawspeaker.bot;

import com.google.protobuf.Any;
import com.google.protobuf.Internal;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.lawspeaker.bot.BotException.WrongMessage;
import dev.lawspeaker.v1.DecisionText;
import java.util.ArrayList;
import java.util.List;

/** Typed messages out of {@link Any}, of whatever game the generated class is, and one text out of words. */
public final class Messages {

    private Messages() {}

    /**
     * The message inside; one without any fields set if there is nothing inside.
     *
     * @throws WrongMessage if it is of another type, or damaged
     */
    public static <M extends Message> M unpack(Any packed, Class<M> type) {
        if (packed.getTypeUrl().isEmpty()) {
            return Internal.getDefaultInstance(type);
        }
        String name = packed.getTypeUrl().substring(packed.getTypeUrl().lastIndexOf('/') + 1);
        if (!packed.is(type)) {
            throw new WrongMessage("a message %s was read as %s; read it with the class of its own game"
                    .formatted(name, type.getName()));
        }
        try {
            return packed.unpack(type);
        } catch (InvalidProtocolBufferException damaged) {
            throw new WrongMessage("a message %s cannot be read: it is damaged".formatted(name));
        }
    }

    /** One prompt for a language model: the view, the events, the question and the options with their numbers. */
    public static String prompt(DecisionText words) {
        List<String> lines = new ArrayList<>(List.of(words.getView()));
        if (words.getEventsCount() > 0) {
            lines.add("Since your last decision:");
            lines.addAll(words.getEventsList());
            lines.add("");
        }
        lines.add(words.getQuestion());
        for (int pick = 0; pick < words.getOptionsCount(); pick++) {
            lines.add(pick + ": " + words.getOptions(pick));
        }
        return String.join("\n", lines);
    }
}
