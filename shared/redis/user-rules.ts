/**
 * What the users of a Redis or Valkey may do: the commands that Seine calls, on its own keys. In the words of ACLs
 * (https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/).
 */

/** Of the client, when it connects. */
const connecting = '+info'

export const userRules = {
  /** Counts requests: one script and the commands in it. */
  gateway: `~seine:rate:* ${connecting} +eval +evalsha +set +incrby +pttl +expire`,
  /** Shares hosts. */
  worker: `~seine:hosts* ${connecting} +time +zadd +zremrangebyscore +zcard +hset +hdel +hgetall +pexpire`,
} as const
