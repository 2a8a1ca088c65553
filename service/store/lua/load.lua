-- Reads a game with who was heard of in it, and writes down first who is heard of now.
-- KEYS[1] the state (hash: version, blob, nonce)   KEYS[2] who was heard of (hash: who, when)
-- and if a receipt is asked for: KEYS[3] the receipt
-- ARGV: nothing, or ARGV[1] who   ARGV[2] when
-- Returns {version, blob, who and when in turn, receipt}; version and blob are nil where there is no game.
-- Who is heard of is no reason to fail: where nothing can be written, it is left out.
local stored = redis.call('HMGET', KEYS[1], 'version', 'blob')
if ARGV[1] and stored[1] and type(redis.pcall('HSET', KEYS[2], ARGV[1], ARGV[2])) == 'number' then
  redis.call('PEXPIRE', KEYS[2], redis.call('PTTL', KEYS[1]))
end
return {stored[1], stored[2], redis.call('HGETALL', KEYS[2]), KEYS[3] and redis.call('GET', KEYS[3])}
