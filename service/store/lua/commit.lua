-- Writes the next version of a game and what has happened in it, whole or not at all, renews the game's life, and wakes
-- whoever waits for the game: the channel (sharded) has the name of the state, the message is the version.
-- KEYS[1] the state (hash: version, blob, nonce)   KEYS[2] the events (stream)
-- and if a receipt is kept: KEYS[3] names of the receipts (sorted set)   KEYS[4] the receipt, KEYS[3] .. ':' .. its name
-- ARGV[1] nonce of this call   ARGV[2] blob   ARGV[3] milliseconds to live
-- ARGV[4] receipt   ARGV[5] its milliseconds to live   ARGV[6] how many receipts a game keeps
-- ARGV[7] number of the first event   ARGV[8] version that the change was made from   ARGV[9..] the events
-- Returns 1: written, or written already by this very call, whose reply was lost; 0: the version is another, or the
-- game is gone. Error: out of memory, or a number that the stream has passed; only the first write can raise it.
local stored = redis.call('HMGET', KEYS[1], 'version', 'nonce')
if stored[1] ~= ARGV[8] then
  return stored[2] and string.find(stored[2], ARGV[1], 1, true) and 1 or 0
end
for i = 9, #ARGV do
  redis.call('XADD', KEYS[2], (ARGV[7] + i - 9) .. '-0', 'e', ARGV[i])
end
-- Of the last eight calls each is known again: others may have written before this one is repeated.
local nonces = ARGV[1] .. string.sub(stored[2], 1, 7 * #ARGV[1])
redis.call('HSET', KEYS[1], 'version', ARGV[8] + 1, 'blob', ARGV[2], 'nonce', nonces)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
if KEYS[3] then
  redis.call('SET', KEYS[4], ARGV[4], 'PX', ARGV[5])
  redis.call('ZADD', KEYS[3], ARGV[8] + 1, string.sub(KEYS[4], #KEYS[3] + 2))
  if redis.call('ZCARD', KEYS[3]) > tonumber(ARGV[6]) then
    -- A key that no caller can name beforehand; its braces put it into the slot of the others.
    redis.call('DEL', KEYS[3] .. ':' .. redis.call('ZPOPMIN', KEYS[3])[1])
  end
  redis.call('PEXPIRE', KEYS[3], ARGV[3])
end
-- What is written stays written, whether or not anybody can be woken.
redis.pcall('SPUBLISH', KEYS[1], ARGV[8] + 1)
return 1
