-- Nothing is NULL: a moment of 0 has not come, a number of -1 and a text of '' are not there, a truth is 0 or 1.
CREATE TABLE secrets (
    name  TEXT COLLATE "C" PRIMARY KEY,
    value BYTEA NOT NULL
);
CREATE TABLE players (
    id        TEXT COLLATE "C" PRIMARY KEY,
    key       BYTEA NOT NULL,
    name      TEXT COLLATE "C" NOT NULL,
    skeleton  TEXT COLLATE "C" NOT NULL UNIQUE,
    joined_ms BIGINT NOT NULL
);
CREATE TABLE days (
    day    TEXT COLLATE "C" NOT NULL,
    size   TEXT COLLATE "C" NOT NULL,
    board  TEXT COLLATE "C" NOT NULL,
    par    BIGINT NOT NULL,
    proven BIGINT NOT NULL,
    PRIMARY KEY (day, size)
);
CREATE TABLE attempts (
    id        TEXT COLLATE "C" PRIMARY KEY,
    player    TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    event     TEXT COLLATE "C" NOT NULL,
    board     TEXT COLLATE "C" NOT NULL,
    opened_ms BIGINT NOT NULL,
    known     BIGINT NOT NULL,
    -- What the client calls its request: asked twice, there is one attempt.
    token     TEXT COLLATE "C" NOT NULL,
    -- Once for each player where the event is one of those; otherwise the attempt's own id.
    slot      TEXT COLLATE "C" NOT NULL UNIQUE,
    closed_ms BIGINT NOT NULL,
    record    TEXT COLLATE "C" NOT NULL,
    line      TEXT COLLATE "C" NOT NULL,
    copied    BIGINT NOT NULL,
    standing  TEXT COLLATE "C" NOT NULL,
    reasons   TEXT COLLATE "C" NOT NULL,
    time_ms   BIGINT NOT NULL,
    slides    BIGINT NOT NULL,
    class     TEXT COLLATE "C" NOT NULL,
    UNIQUE (player, token)
);
CREATE INDEX attempts_in_a_row ON attempts (player, event, opened_ms, id);
CREATE INDEX attempts_by_line ON attempts (board, line);
CREATE TABLE bests (
    board   TEXT COLLATE "C" NOT NULL,
    period  TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    value   BIGINT NOT NULL,
    at_ms   BIGINT NOT NULL,
    attempt TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (board, period, player)
);
CREATE INDEX bests_in_order ON bests (board, period, value, at_ms, player);
CREATE INDEX bests_of_player ON bests (player);
