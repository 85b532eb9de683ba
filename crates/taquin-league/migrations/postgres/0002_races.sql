-- The room whose race it was, or ''. It is in no dump: whoever has a room's name can go there.
ALTER TABLE attempts ADD COLUMN room TEXT NOT NULL DEFAULT '';
-- When somebody has looked at a flagged result and found nothing against it, and what they say of it.
ALTER TABLE attempts ADD COLUMN cleared_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE attempts ADD COLUMN cleared TEXT NOT NULL DEFAULT '';
CREATE INDEX attempts_of_room ON attempts (room, opened_ms);
