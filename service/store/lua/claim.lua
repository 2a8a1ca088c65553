-- Takes the games whose time has come: nobody else is given them until the lease is over.
-- KEYS[1] the deadlines (sorted set: game ids by milliseconds since 1970; a lease is half a millisecond more)
-- ARGV[1] milliseconds since 1970, now   ARGV[2] the lease   ARGV[3] how many games at most
-- Returns their ids. Error: out of memory, where there are some; then nothing was written.
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, game in ipairs(due) do
  redis.call('ZADD', KEYS[1], ARGV[2], game)
end
return due
