/** The users of the Redis of a deployment: their URLs, each a secret, and its ACL file, which knows them by hashes. */
import { createHash, randomBytes } from 'node:crypto'
import { userRules } from '@seine/shared/redis/user-rules.ts'

export type RedisUser = 'gateway' | 'scrape-worker' | 'browser-worker'

const rulesOf: Record<RedisUser, string> = {
  gateway: userRules.gateway,
  'scrape-worker': userRules.worker,
  'browser-worker': userRules.worker,
}

/** A URL with a new password. @param host by which the user reaches it. */
export const newRedisUrl = (user: RedisUser, host: string): string =>
  `redis://${user}:${randomBytes(24).toString('hex')}@${host}:6379`

/** Nobody else may do anything; `health` answers checks, without a password. */
export function redisUsersFile(urls: Readonly<Record<RedisUser, string>>): string {
  const users = Object.entries(urls).map(([user, url]) => {
    const sha256 = createHash('sha256').update(new URL(url).password).digest('hex')
    return `user ${user} on #${sha256} ${rulesOf[user as RedisUser]}`
  })
  return ['user default off resetpass resetkeys resetchannels -@all', 'user health on nopass +ping', ...users, ''].join(
    '\n',
  )
}
