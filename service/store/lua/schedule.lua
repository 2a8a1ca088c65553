-- Says when a game is to be looked at, at the latest: an earlier time that stands there already stays.
-- KEYS[1] the deadlines (sorted set: game ids by milliseconds since 1970; a lease is half a millisecond more)
-- ARGV[1] the game's id   ARGV[2] milliseconds since 1970
-- A lease is overwritten: whoever holds it has seen the game as it was before. Returns nothing.
-- Error: out of memory; then nothing was written.
local score = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]))
if not score or score % 1 ~= 0 or tonumber(ARGV[2]) < score then
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
end
