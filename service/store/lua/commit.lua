-- Writes the next version of a game and what has happened in it, whole or not at all, and renews the game's life.
-- KEYS[1] the state (hash: version, blob, nonce)   KEYS[2] the events (stream)
-- ARGV[1] nonce of this call   ARGV[2] blob   ARGV[3] milliseconds to live
-- ARGV[4] number of the first event   ARGV[5] version that the change was made from   ARGV[6..] the events
-- Returns 1: written, or written already by this very call, whose reply was lost; 0: the version is another, or the
-- game is gone. Error: out of memory, or a number that the stream has passed; only the first write can raise it.
local stored = redis.call('HMGET', KEYS[1], 'version', 'nonce')
if stored[1] ~= ARGV[5] then
  return stored[2] == ARGV[1] and 1 or 0
end
for i = 6, #ARGV do
  redis.call('XADD', KEYS[2], (ARGV[4] + i - 6) .. '-0', 'e', ARGV[i])
end
redis.call('HSET', KEYS[1], 'version', ARGV[5] + 1, 'blob', ARGV[2], 'nonce', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return 1
