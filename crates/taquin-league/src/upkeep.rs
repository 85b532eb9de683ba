//! What happens by itself: the days' boards, the nightly dump, forgetting addresses.

use std::time::Duration;

use taquin_core::Shape;

use crate::deal::DAILY_SIDES;
use crate::{League, write_dump};

/// How often it is looked whether there is something to do.
const ROUND: Duration = Duration::from_secs(30);
/// So many dumps are kept; each holds everything.
const KEPT: usize = 7;

impl League {
    /// Looks after the league for as long as it is polled.
    pub async fn look_after(self) {
        crate::api::recorder();
        loop {
            let today = self.clock().today();
            for side in DAILY_SIDES {
                let Ok(shape) = Shape::new(side, side) else { continue };
                if let Err(why) = self.day(today, shape).await {
                    tracing::warn!(%why, "the day's board was not dealt");
                }
            }
            self.settings().limits.forget();
            crate::api::recorder().run_upkeep();
            tokio::time::sleep(ROUND).await;
            // A league that is started over and over must not begin each time by reading everything.
            if let Err(why) = nightly(&self, &today.to_string()).await {
                tracing::error!(%why, "the dump was not written");
            }
        }
    }
}

/// Writes the dump of everything before today, once a day, and takes the oldest away.
async fn nightly(league: &League, today: &str) -> Result<(), crate::DumpFailure> {
    let Some(folder) = &league.settings().dumps else { return Ok(()) };
    let name = format!("taquin-league-{today}.ndjson");
    let path = folder.join(&name);
    if tokio::fs::try_exists(&path).await? {
        return Ok(());
    }
    tokio::fs::create_dir_all(folder).await?;
    let unfinished = folder.join(format!("{name}.part"));
    let file = std::io::BufWriter::new(std::fs::File::create(&unfinished)?);
    write_dump(league.store(), file, league.clock().now_ms(), Some(today)).await?;
    tokio::fs::rename(&unfinished, &path).await?;
    for old in dumps(league).await.into_iter().skip(KEPT) {
        tokio::fs::remove_file(folder.join(old)).await?;
    }
    Ok(())
}

/// The names of the dumps there are, the latest first.
pub(crate) async fn dumps(league: &League) -> Vec<String> {
    let Some(folder) = &league.settings().dumps else { return Vec::new() };
    let mut names = Vec::new();
    if let Ok(mut entries) = tokio::fs::read_dir(folder).await {
        while let Ok(Some(entry)) = entries.next_entry().await {
            names.extend(entry.file_name().into_string().ok().filter(|name| name.ends_with(".ndjson")));
        }
    }
    names.sort_unstable_by(|a, b| b.cmp(a));
    names
}
