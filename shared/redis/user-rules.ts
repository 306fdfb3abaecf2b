/**
 * The permissions of Seine's users in Redis or Valkey: the commands that Seine calls, on its own keys, in the syntax of
 * ACLs (https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/).
 */

/** Commands that the client sends when it connects. */
const connecting = '+info'

export const userRules = {
  /** Counts requests: runs one script, which calls the other commands. */
  gateway: `~seine:rate:* ${connecting} +eval +evalsha +set +incrby +pttl +expire`,
  /** Shares the load on hosts. */
  worker: `~seine:hosts* ${connecting} +time +zadd +zremrangebyscore +zcard +hset +hdel +hgetall +pexpire`,
} as const
