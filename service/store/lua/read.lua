-- Reads a game and the events after a number, as of one moment.
-- KEYS[1] the state (hash: version, blob, nonce)   KEYS[2] the events (stream)
-- ARGV[1] the number after which to begin   ARGV[2] how many events at most
-- and if somebody is heard of: KEYS[3] who was heard of (hash: who, when)   ARGV[3] who   ARGV[4] when
-- Returns {version, blob, entries as XRANGE gives them}; version and blob are nil where there is no game.
local stored = redis.call('HMGET', KEYS[1], 'version', 'blob')
if KEYS[3] and stored[1] and type(redis.pcall('HSET', KEYS[3], ARGV[3], ARGV[4])) == 'number' then
  redis.call('PEXPIRE', KEYS[3], redis.call('PTTL', KEYS[1]))
end
return {stored[1], stored[2], redis.call('XRANGE', KEYS[2], '(' .. ARGV[1] .. '-0', '+', 'COUNT', ARGV[2])}
