-- Nothing is NULL: a moment of 0 has not come, a number of -1 and a text of '' are not there, a truth is 0 or 1.
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
);
CREATE TABLE players (
    id        TEXT PRIMARY KEY,
    key       BLOB NOT NULL,
    name      TEXT NOT NULL,
    skeleton  TEXT NOT NULL UNIQUE,
    joined_ms BIGINT NOT NULL
);
CREATE TABLE days (
    day    TEXT NOT NULL,
    size   TEXT NOT NULL,
    board  TEXT NOT NULL,
    par    BIGINT NOT NULL,
    proven BIGINT NOT NULL,
    PRIMARY KEY (day, size)
);
CREATE TABLE attempts (
    id        TEXT PRIMARY KEY,
    player    TEXT NOT NULL REFERENCES players (id),
    event     TEXT NOT NULL,
    board     TEXT NOT NULL,
    opened_ms BIGINT NOT NULL,
    known     BIGINT NOT NULL,
    -- What the client calls its request: asked twice, there is one attempt.
    token     TEXT NOT NULL,
    -- Once for each player where the event is one of those; otherwise the attempt's own id.
    slot      TEXT NOT NULL UNIQUE,
    closed_ms BIGINT NOT NULL,
    record    TEXT NOT NULL,
    line      TEXT NOT NULL,
    copied    BIGINT NOT NULL,
    standing  TEXT NOT NULL,
    reasons   TEXT NOT NULL,
    time_ms   BIGINT NOT NULL,
    slides    BIGINT NOT NULL,
    class     TEXT NOT NULL,
    UNIQUE (player, token)
);
CREATE INDEX attempts_in_a_row ON attempts (player, event, opened_ms, id);
CREATE INDEX attempts_by_line ON attempts (board, line);
CREATE TABLE bests (
    board   TEXT NOT NULL,
    period  TEXT NOT NULL,
    player  TEXT NOT NULL REFERENCES players (id),
    value   BIGINT NOT NULL,
    at_ms   BIGINT NOT NULL,
    attempt TEXT NOT NULL,
    PRIMARY KEY (board, period, player)
);
CREATE INDEX bests_in_order ON bests (board, period, value, at_ms, player);
CREATE INDEX bests_of_player ON bests (player);
