//! `set`: how a player is told and shown things.

use carrick_games::GameKind;

use crate::command::{Credential, Refusal, Setting};
use crate::decide::case::{Case, settings_changed, told};
use crate::effects::Decision;
use crate::people::{PuzzleMail, UserSettings};

impl Case<'_> {
    pub(in crate::decide) fn set(
        self,
        kind: GameKind,
        who: &Credential,
        settings: &[Setting],
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let mut all = user.settings.clone();
        let mut game = all.game(kind);
        for setting in settings {
            match setting {
                Setting::Zone(chosen) => all.zone = chosen.clone(),
                Setting::Mail(chosen) => all.set_mailing(*chosen),
                Setting::TurnMail(on) => all.turn_mail = *on,
                Setting::Reminders(on) => all.reminders = *on,
                Setting::Letters(on) => all.letters = *on,
                Setting::Pictures(chosen) => all.pictures = *chosen,
                Setting::Appearance(chosen) => all.appearance = Some(*chosen),
                Setting::Labels(on) => game.labels = *on,
                Setting::AllTurns(all) => game.all_turns = *all,
                Setting::Puzzles(chosen) => game.puzzles = *chosen,
            }
        }
        // To ask for puzzles is to ask for mail.
        if game.puzzles.is_some() && game != user.settings.game(kind) && all.quiet {
            all = UserSettings { quiet: false, daily: user.settings.daily, ..all };
        }
        all.set_game(kind, game);
        let time = all.zone.show(self.now);
        let on = |on: bool| if on { "on" } else { "off" };
        let text = format!(
            "In all games:\n  zone={} (it is {time})\n  mail={}\n  turnmail={}\n  \
             reminders={}\n  letters={}\n  pictures={}\n  appearance={}\nIn {}:\n  labels={}\n  turns={}\n  \
             puzzles={}\n",
            all.zone,
            all.mailing(),
            on(all.turn_mail),
            on(all.reminders),
            on(all.letters),
            all.pictures,
            all.appearance.unwrap_or_default(),
            kind.title(),
            on(game.labels),
            if game.all_turns { "all" } else { "last" },
            game.puzzles.map_or("off", PuzzleMail::word),
        );
        let mut decision = told(format!("{kind}: settings"), text);
        decision.events.extend(settings_changed(user, all));
        Ok(decision)
    }
}
