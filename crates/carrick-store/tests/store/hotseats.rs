//! Reviews of hotseat games.

use carrick_coach::review::{Judged, Times};
use carrick_games::GameKind;
use carrick_store::ReviewedGame;

use crate::support::*;

#[tokio::test]
async fn a_hotseat_game_is_reviewed_and_its_review_forgotten_when_it_goes_on() {
    let fixture = Fixture::with(vec![opened(ankor(101), ["ann", "bob"])]).await;
    let (store, ann) = (&fixture.store, name("ann"));
    let begun = store.begin_hotseat(&ann, GameKind::Ankor, "-size=4", minute(0), 9).await;
    let number = begun.unwrap().unwrap();
    let kept = store.hotseat(&ann, number).await.unwrap().unwrap();
    store.ask_for_hotseat_review(&ann, &kept, Times::ONE, minute(1)).await.unwrap();
    let now = store.hotseat_review(&ann, &kept).await.unwrap();
    assert_eq!((now.waiting, now.waiting_of_asker, now.under_way.unwrap().ahead), (1, 1, 0));
    let claim = store.claim_review(minute(2), minute(3)).await.unwrap().unwrap();
    assert_eq!(claim.game, ReviewedGame::Hotseat { kind: GameKind::Ankor, number });
    assert_eq!(store.claim_review(minute(2), minute(3)).await.unwrap(), None, "it is claimed");
    let judged = Judged { value: 0.5, proved: false, line: Vec::new() };
    store.add_judged(claim, &judged, true, minute(3)).await.unwrap().unwrap();
    let now = store.hotseat_review(&ann, &kept).await.unwrap();
    assert_eq!((now.done.unwrap().judged, now.under_way), (vec![judged], None));
    assert!(store.play_hotseat(&ann, &kept, "a1", minute(4)).await.unwrap());
    assert_eq!(store.hotseat_review(&ann, &kept).await.unwrap().done, None);
}
