-- Writes a new game, whole or not at all.
-- KEYS[1] the state (hash: version, blob, nonce)   KEYS[2] the events (stream)
-- and if a receipt is kept: KEYS[3] names of the receipts (sorted set)   KEYS[4] the receipt, KEYS[3] .. ':' .. its name
-- ARGV[1] nonce of this call   ARGV[2] blob   ARGV[3] milliseconds to live
-- ARGV[4] receipt   ARGV[5] its milliseconds to live   ARGV[6] unused here   ARGV[7..] the events, from number 1 on
-- Returns 1: written, or written already by this very call, whose reply was lost; 0: the key is taken.
-- Error: out of memory; only the first write can raise it.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return string.find(redis.call('HGET', KEYS[1], 'nonce'), ARGV[1], 1, true) and 1 or 0
end
redis.call('HSET', KEYS[1], 'version', 1, 'blob', ARGV[2], 'nonce', ARGV[1])
for i = 7, #ARGV do
  redis.call('XADD', KEYS[2], (i - 6) .. '-0', 'e', ARGV[i])
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
if KEYS[3] then
  redis.call('SET', KEYS[4], ARGV[4], 'PX', ARGV[5])
  redis.call('ZADD', KEYS[3], 1, string.sub(KEYS[4], #KEYS[3] + 2))
  redis.call('PEXPIRE', KEYS[3], ARGV[3])
end
return 1
