use super::*;

fn room() -> Room {
    Room::new(Shape::new(3, 3).unwrap(), Source::Keys)
}

fn row(player: &str) -> AttemptRow {
    AttemptRow {
        id: format!("attempt of {player}"),
        player: player.into(),
        event: room().event(),
        board: "1 2 3/4 5 6/0 7 8".into(),
        opened_ms: 5,
        known: false,
        outcome: None,
    }
}

fn outcome(standing: &str, record: &str) -> Outcome {
    Outcome {
        closed_ms: 9,
        record: record.into(),
        copied: false,
        standing: standing.into(),
        reasons: Vec::new(),
        time_ms: Some(2),
        slides: Some(2),
        class: "keys".into(),
        cleared: None,
    }
}

/// A race of these on a board two slides from home.
fn racing(players: &[&str]) -> Room {
    let mut room = room();
    for player in players {
        assert!(room.sit(player, player));
        room.ready(player, true);
    }
    assert!(room.count(100));
    assert_eq!(room.close(100), players);
    let rows: Vec<AttemptRow> = players.iter().map(|player| row(player)).collect();
    room.start(rows[0].board.parse().unwrap(), 5, &rows);
    room
}

/// Every order of what two people and the clock can do, six steps long: a race is counted down to and begun only by two who are here and
/// ready at that moment.
#[test]
fn no_order_of_coming_going_and_being_ready_begins_a_race_of_one() {
    const STEPS: usize = 10;
    let mut begun = 0;
    for order in 0..STEPS.pow(6) {
        let (mut room, mut rest) = (room(), order);
        // What the room should know of both: pages open, ready.
        let mut both = [(0u32, false); 2];
        let mut starts = 0;
        for step in 0..6 {
            let (what, who) = (rest % STEPS / 2, rest % 2);
            rest /= STEPS;
            let player = ["a", "b"][who];
            match what {
                0 => {
                    assert!(room.sit(player, player));
                    both[who].0 += 1;
                }
                1 => {
                    room.leave(player);
                    both[who].0 = both[who].0.saturating_sub(1);
                    both[who].1 &= both[who].0 > 0;
                }
                2 | 3 => {
                    room.ready(player, what == 2);
                    both[who].1 = what == 2 && both[who].0 > 0;
                }
                _ if who == 0 => {
                    let was_waiting = room.phase == Phase::Waiting;
                    let here = both.iter().filter(|(pages, _)| *pages > 0).count();
                    let ready = both.iter().filter(|(_, ready)| *ready).count();
                    assert_eq!(room.count(step), was_waiting && here == 2 && ready == 2);
                    starts = if was_waiting { step } else { starts };
                }
                _ => {
                    let counting = room.phase == Phase::Counting { starts_ms: starts };
                    let players = room.close(starts);
                    assert_eq!(players.len(), if counting { 2 } else { 0 });
                    begun += u32::from(counting);
                    if counting {
                        break;
                    }
                }
            }
            if let Phase::Counting { .. } = room.phase {
                assert!(both.iter().all(|(pages, ready)| *pages > 0 && *ready), "order {order}");
            }
        }
    }
    assert!(begun > 0, "some orders do begin one");
}

#[test]
fn a_race_is_over_when_nobody_is_on_the_way_who_is_waited_for() {
    let record = "AUgDAwIKALQBqFmlXg";
    let mut room = racing(&["a", "b", "c"]);
    room.finished("attempt of a", &outcome("ranked", record));
    room.settle(6);
    assert!(room.is_racing());
    room.leave("b");
    room.settle(6);
    assert!(room.is_racing(), "they may come back");
    room.finished("attempt of c", &outcome("unranked", record));
    room.settle(6);
    assert!(room.is_racing());
    room.miss(Some("b"));
    room.settle(6);
    assert!(!room.is_racing());

    let mut room = racing(&["a", "b"]);
    room.leave("b");
    room.miss(Some("b"));
    room.finished("attempt of a", &outcome("ranked", record));
    assert!(room.sit("b", "b"), "back again");
    room.settle(6);
    assert!(room.is_racing());
    room.settle(5 + RACE_MS);
    assert!(!room.is_racing(), "the time is over");
}

#[test]
fn the_table_has_the_first_first_and_who_is_refused_last() {
    let mut room = racing(&["a", "b", "c", "d"]);
    let at = |ms: u64| {
        let left = taquin_core::replay::Act::Push(taquin_core::game::Push {
            direction: taquin_core::Direction::Left,
            tiles: 1,
        });
        let board = "1 2 3/4 5 6/0 7 8".parse().unwrap();
        Record::new(board, Goal::BlankLast, Source::Keys, vec![(left, 1), (left, ms)])
            .unwrap()
            .encode()
            .unwrap()
    };
    room.finished("attempt of d", &outcome("refused", &at(2)));
    room.finished("attempt of c", &outcome("unranked", &at(900)));
    room.finished("attempt of b", &outcome("ranked", &at(700)));
    let names: Vec<&str> = room.told().players.iter().map(|seat| seat.name).collect();
    assert_eq!(names, ["b", "c", "a", "d"]);
}

#[test]
fn progress_is_what_the_slides_bring() {
    let mut room = racing(&["a", "b"]);
    let record = |text: &str| Record::decode(text).unwrap();
    let whole = record("AUgDAwIKALQBqFmlXg");
    assert_eq!(whole.start().to_string(), row("a").board);
    for slides in 0..=2 {
        let acts = whole.acts()[..slides].to_vec();
        let part = Record::new(whole.start().clone(), Goal::BlankLast, Source::Keys, acts).unwrap();
        room.tell("a", part.encode().unwrap()).unwrap();
        let told = room.told();
        let seat = told.players.iter().find(|seat| seat.id == "a").unwrap();
        assert_eq!((seat.progress, seat.slides), (slides as u64 * 50, slides as u64));
    }
    assert!(room.tell("nobody", whole.encode().unwrap()).is_err());
    assert!(room.told_by("a").is_some() && room.told_by("b").is_none());
}
