/**
 * The Redis users of a deployment: their URLs, each a secret, and the Redis ACL file, which contains only password
 * hashes.
 */
import { createHash, randomBytes } from 'node:crypto'
import { userRules } from '@seine/shared/redis/user-rules.ts'

export type RedisUser = 'gateway' | 'scrape-worker' | 'browser-worker'

const rulesOf: Record<RedisUser, string> = {
  gateway: userRules.gateway,
  'scrape-worker': userRules.worker,
  'browser-worker': userRules.worker,
}

/** Returns a URL with a new password. @param host host name under which the user reaches Redis. */
export const newRedisUrl = (user: RedisUser, host: string): string =>
  `redis://${user}:${randomBytes(24).toString('hex')}@${host}:6379`

/** Returns the ACL file. Other users have no permissions; `health` answers checks without a password. */
export function redisUsersFile(urls: Readonly<Record<RedisUser, string>>): string {
  const users = Object.entries(urls).map(([user, url]) => {
    const sha256 = createHash('sha256').update(new URL(url).password).digest('hex')
    return `user ${user} on #${sha256} ${rulesOf[user as RedisUser]}`
  })
  return ['user default off resetpass resetkeys resetchannels -@all', 'user health on nopass +ping', ...users, ''].join(
    '\n',
  )
}
