-- Reads a game and the events after a number, as of one moment.
-- KEYS[1] the state (hash: version, blob, nonce)   KEYS[2] the events (stream)
-- ARGV[1] the number after which to begin   ARGV[2] how many events at most
-- Returns {version, blob, entries as XRANGE gives them}; version and blob are nil where there is no game.
local stored = redis.call('HMGET', KEYS[1], 'version', 'blob')
return {stored[1], stored[2], redis.call('XRANGE', KEYS[2], '(' .. ARGV[1] .. '-0', '+', 'COUNT', ARGV[2])}
