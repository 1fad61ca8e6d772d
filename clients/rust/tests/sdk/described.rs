//! The bot that a transcript's header describes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use lawspeaker_bot::bots::RandomBot;
use lawspeaker_bot::pb::lawspeaker::v1::{Conduct, TranscriptHeader};
use lawspeaker_bot::{
    Answer, Bot, BotError, Decision, Ending, Match, Rejection, clansmen, northgard, pax_viking,
};

/// How often the bot was told what.
#[derive(Default)]
pub struct Counts {
    pub decisions: AtomicU32,
    pub matches_over: AtomicU32,
    pub rejections: AtomicU32,
    pub resumed: AtomicU32,
}

/// The bot that a header describes; it counts what it is told.
pub struct Described {
    pub header: TranscriptHeader,
    pub games: Vec<&'static str>,
    pub challengers: Vec<&'static str>,
    pub text: bool,
    pub positions: bool,
    pub counts: Arc<Counts>,
}

impl Described {
    fn tell(&self, of: impl Fn(&Counts) -> &AtomicU32) {
        of(&self.counts).fetch_add(1, Ordering::Relaxed);
    }
}

impl Bot for Described {
    fn name(&self) -> &str {
        &self.header.bot
    }

    fn version(&self) -> &str {
        &self.header.version
    }

    fn games(&self) -> &[&str] {
        &self.games
    }

    fn max_matches(&self) -> u32 {
        self.header.max_matches
    }

    fn challengers(&self) -> &[&str] {
        &self.challengers
    }

    fn text(&self) -> bool {
        self.text
    }

    fn positions(&self) -> bool {
        self.positions
    }

    fn decide(&self, decision: &Decision) -> Result<Answer, BotError> {
        self.tell(|counts| &counts.decisions);
        look(decision)?;
        if self.text && decision.text().is_none_or(|text| text.question.is_empty()) {
            return Err("the decision came without its text".into());
        }
        if self.positions == decision.position().is_empty() {
            return Err("the decision came without its position, or with one unasked".into());
        }
        if decision.match_info().unrated == self.challengers.is_empty() {
            return Err("the match should be a challenge, or is one".into());
        }
        match self.header.conduct() {
            Conduct::Random => RandomBot.decide(decision),
            _ => Ok(decision.default()),
        }
    }

    fn over(&self, _: &Ending) -> Result<(), BotError> {
        self.tell(|counts| &counts.matches_over);
        Ok(())
    }

    fn rejected(&self, _: &Rejection) -> Result<(), BotError> {
        self.tell(|counts| &counts.rejections);
        Ok(())
    }

    fn resumed(&self, _: &Match) -> Result<(), BotError> {
        self.tell(|counts| &counts.resumed);
        Ok(())
    }
}

/// Reads view, options and catalogue of the games that the SDK knows; of others none can be read.
fn look(decision: &Decision) -> Result<(), BotError> {
    let options = match decision.game() {
        "northgard" => {
            decision.view::<northgard::View>()?;
            decision.catalogue::<northgard::Catalogue>()?;
            decision.options::<northgard::Verb>()?.len()
        }
        "clansmen" => {
            decision.view::<clansmen::View>()?;
            decision.catalogue::<clansmen::Catalogue>()?;
            decision.options::<clansmen::Verb>()?.len()
        }
        "pax_viking" => {
            decision.view::<pax_viking::View>()?;
            decision.catalogue::<pax_viking::Catalogue>()?;
            decision.options::<pax_viking::Verb>()?.len()
        }
        _ if decision.view::<northgard::View>().is_ok() => {
            return Err("the view of an unknown game was read".into());
        }
        _ => return Ok(()),
    };
    if options == decision.option_count() {
        return Ok(());
    }
    Err(format!("{options} options were read of {}", decision.option_count()).into())
}
