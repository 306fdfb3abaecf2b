import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectRedis, type Redis } from './connect-redis.ts'
import { OutageLog } from './outage-log.ts'
import { noRedis, testRedis } from './testing/redis-server.ts'
import { userRules } from './user-rules.ts'

const silent = { info: () => undefined, warn: () => undefined }

async function connected(t: TestContext, url: string): Promise<Redis> {
  const redis = connectRedis(url, new OutageLog(silent, '', ''))
  t.after(() => redis.disconnect())
  while (redis.status !== 'ready') await sleep(5)
  return redis
}

test('a user connects, and may neither read other keys nor call other commands', { skip: noRedis }, async (t) => {
  const { url } = await testRedis(t)
  const owner = await connected(t, url)
  for (const [name, rules] of Object.entries(userRules)) {
    await owner.call('ACL', 'SETUSER', name, 'on', '>password', ...rules.split(' '))
    const user = await connected(t, url.replace('//', `//${name}:password@`))
    await assert.rejects(user.call('KEYS', '*'), /NOPERM/)
    await assert.rejects(user.call('CONFIG', 'GET', '*'), /NOPERM/)
    await assert.rejects(user.call('FLUSHALL'), /NOPERM/)
  }
  const gateway = await connected(t, url.replace('//', '//gateway:password@'))
  await gateway.set('seine:rate:start:k', '1')
  await assert.rejects(gateway.set('seine:hosts', '1'), /NOPERM/)
  const worker = await connected(t, url.replace('//', '//worker:password@'))
  await worker.hset('seine:hosts:a.test', 'one', '{}')
  await assert.rejects(worker.hset('seine:rate:start:k', 'one', '{}'), /NOPERM/)
})
