-- Writes a new game, whole or not at all.
-- KEYS[1] the state (hash: version, blob, nonce)   KEYS[2] the events (stream)
-- ARGV[1] nonce of this call   ARGV[2] blob   ARGV[3] milliseconds to live   ARGV[4..] the events, from number 1 on
-- Returns 1: written, or written already by this very call, whose reply was lost; 0: the key is taken.
-- Error: out of memory; only the first write can raise it.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.call('HGET', KEYS[1], 'nonce') == ARGV[1] and 1 or 0
end
redis.call('HSET', KEYS[1], 'version', 1, 'blob', ARGV[2], 'nonce', ARGV[1])
for i = 4, #ARGV do
  redis.call('XADD', KEYS[2], (i - 3) .. '-0', 'e', ARGV[i])
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return 1
