-- Gives a game back that was claimed, if it still stands as it was claimed.
-- KEYS[1] the deadlines (sorted set: game ids by milliseconds since 1970; a lease is half a millisecond more)
-- ARGV[1] the game's id   ARGV[2] the lease   ARGV[3] when to look at it again, empty: never
-- Returns nothing. Error: out of memory; then nothing was written.
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1])) ~= tonumber(ARGV[2]) then
  return
end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
