import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSecrets } from '@seine/activities/watches/definition-store.ts'
import { RunStore } from '@seine/activities/watches/run-store.ts'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import type { RunView } from '@seine/shared/watches/runs.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import { keyedWatchIdOf } from '@seine/shared/watches/watch-ids.ts'
import {
  definitionKey,
  deletedWatchesPrefix,
  watchIndexKey,
  watchIndexPrefix,
} from '@seine/shared/watches/watch-keys.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { ApiError } from '../http/api-error.ts'
import { JobEngineUnavailableError } from '../engine/job-engine.ts'
import { testGateway, type Answer, type TestGateway } from '../testing/test-gateway.ts'

const sealing = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 5).toString('base64') })
const start = async (t: TestContext): Promise<TestGateway> => await testGateway(t, { sealing })

const watch = {
  name: 'Shop',
  crawl: { url: 'https://example.com/shop/', limit: 10 },
  schedule: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' },
}

const send = async (
  gateway: TestGateway,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  key = 'acme-key',
): Promise<Answer> =>
  await gateway.call(method, path, {
    key,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

test('a watch is created, read, replaced and deleted', async (t) => {
  const gateway = await start(t)
  const created = await send(gateway, 'POST', '/v1/watches', watch)
  assert.equal(created.status, 201, created.text)
  const id = String(created.body['watch_id'])
  assert.match(id, /^watch-[0-9a-f-]{36}$/)
  assert.deepEqual([created.headers.get('location'), created.headers.get('etag')], [`/v1/watches/${id}`, '"1"'])
  assert.deepEqual(created.body['crawl'], watch.crawl)
  assert.deepEqual([created.body['status'], created.body['next_run_at']], ['active', '2030-01-01T00:00:00.000Z'])
  assert.equal(gateway.watches.schedules.get(id)?.version, 1)

  const path = `/watches/${id}`
  const stale = await send(gateway, 'PUT', path, watch, { 'if-match': '"7"' })
  assert.deepEqual([stale.status, stale.body['code']], [412, 'version_mismatch'])
  const replaced = await send(gateway, 'PUT', path, { ...watch, name: 'Other' }, { 'if-match': '"1"' })
  assert.deepEqual([replaced.status, replaced.body['name'], replaced.headers.get('etag')], [200, 'Other', '"2"'])
  assert.equal(gateway.watches.schedules.get(id)?.baseVersion, 1, 'another name makes no new base')
  const labelled = await send(gateway, 'PUT', path, { ...watch, tag: ['docs', 'a,b'] })
  assert.deepEqual(labelled.body['tag'], ['docs', 'a,b'])
  assert.equal(gateway.watches.schedules.get(id)?.baseVersion, 1, 'labels make no new base')
  const other = await send(gateway, 'PUT', path, { ...watch, track: { mode: 'text' } })
  assert.equal(other.status, 200)
  assert.equal(gateway.watches.schedules.get(id)?.baseVersion, 4)

  assert.equal((await send(gateway, 'DELETE', path)).status, 204)
  assert.equal(gateway.watches.schedules.size, 0)
  // A mark is left, for pages to which jobs refer.
  assert.deepEqual(
    [...gateway.watchObjects.objects.keys()].map((key) => key.startsWith(deletedWatchesPrefix)),
    [true],
  )
  assert.equal((await send(gateway, 'GET', path)).body['code'], 'watch_not_found')
})

test('all problems are reported at once, with pointers into the parts', async (t) => {
  const gateway = await start(t)
  const answer = await send(gateway, 'POST', '/watches', {
    crawl: { url: 'ftp://example.com/', limit: 0, webhook: { url: 'https://hooks.example.net/' } },
    schedule: { cron: '0 0 30 2 *', timezone: 'Mars/Base' },
    track: { ignore_selectors: ['..'], ignore_patterns: ['(?=a)'] },
    keep_runs: 1_000,
    colour: 'red',
  })
  assert.equal(answer.status, 422)
  const pointers = (answer.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)
  for (const pointer of [
    '/name',
    '/crawl/url',
    '/crawl/limit',
    '/crawl/webhook',
    '/schedule/cron',
    '/schedule/timezone',
    '/track/ignore_selectors/0',
    '/track/ignore_patterns/0',
    '/keep_runs',
    '/colour',
  ]) {
    assert.ok(pointers.includes(pointer), `${pointer} in ${pointers.join(' ')}`)
  }
  for (const body of [
    { ...watch, crawl: undefined },
    { ...watch, batch: { urls: ['https://example.com/'] } },
    { ...watch, schedule: {} },
    { ...watch, schedule: { cron: '* * * * *', every_seconds: 60 } },
    { ...watch, schedule: { every_seconds: 59 } },
    { ...watch, schedule: { every_seconds: 60 }, jitter_seconds: 61 },
    { ...watch, track: { mode: 'json' } },
  ]) {
    assert.equal((await send(gateway, 'POST', '/watches', body)).status, 422, JSON.stringify(body))
  }
  assert.equal(gateway.watchObjects.objects.size, 0)
})

test('secrets are stored sealed, shown hidden, and kept when they are sent back', async (t) => {
  const gateway = await start(t)
  const secret = {
    ...watch,
    crawl: { ...watch.crawl, scrape: { override_parameter: { headers: { Authorization: 'canary-1' } } } },
    webhook: {
      url: 'https://hooks.example.net/canary-2',
      headers: { 'X-Key': 'canary-3' },
      metadata: { a: 'canary-4' },
    },
    email: 'canary-5@example.net',
  }
  const created = await send(gateway, 'POST', '/watches', secret)
  assert.equal(created.status, 201, created.text)
  const path = `/watches/${String(created.body['watch_id'])}`
  const shown = await send(gateway, 'GET', path)
  assert.doesNotMatch(shown.text, /canary/)
  assert.doesNotMatch(
    [...gateway.watchObjects.objects.values()].map((bytes) => Buffer.from(bytes).toString()).join(),
    /canary/,
  )
  const { name, schedule, crawl, webhook, email } = shown.body
  const back = await send(gateway, 'PUT', path, { name, schedule, crawl, webhook, email })
  assert.equal(back.status, 200, back.text)
  const definition = gateway.watches.schedules.get(String(created.body['watch_id']))
  assert.deepEqual([definition?.version, definition?.baseVersion], [2, 1], 'nothing has changed')
  const opened = openSecrets(sealing, definition!)
  const { url, headers, metadata } = opened?.webhook ?? {}
  assert.deepEqual([url, headers, metadata], [secret.webhook.url, secret.webhook.headers, secret.webhook.metadata])
  assert.equal(opened?.email, secret.email)
})

const typed = (selector: string, value: string) => ({ action: 'type', selector, value })

/** Returns the body of a watch whose pages are loaded with actions. */
const withActions = (actions: unknown[]) => ({ ...watch, crawl: { ...watch.crawl, scrape: { actions } } })

test('masked values of actions keep the stored ones wherever their actions are, and are refused otherwise', async (t) => {
  const gateway = await testGateway(t, { sealing, workers: ['http://127.0.0.1:1'] })
  const created = await send(gateway, 'POST', '/watches', withActions([typed('#user', 'ann'), typed('#password', 'p')]))
  assert.equal(created.status, 201, created.text)
  const path = `/watches/${String(created.body['watch_id'])}`
  const [user, password] = (created.body['crawl'] as { scrape: { actions: object[] } }).scrape.actions
  const wait = { action: 'wait', duration_ms: 1_000 }
  const moved = await send(gateway, 'PUT', path, withActions([wait, password, user]))
  assert.equal(moved.status, 200, moved.text)
  const definition = gateway.watches.schedules.get(String(created.body['watch_id']))
  const { request } = openSecrets(sealing, definition!)!
  const { actions } = (request['crawl'] as { scrape: { actions: unknown[] } }).scrape
  assert.deepEqual(actions, [wait, typed('#password', 'p'), typed('#user', 'ann')])

  for (const [method, of, body] of [
    ['PUT', path, withActions([user, { ...password, selector: '#other' }])],
    ['POST', '/watches', withActions([typed('#user', 'ann'), password])],
  ] as const) {
    const refused = await send(gateway, method, of, body)
    const [problem] = refused.body['errors'] as { pointer: string; message: string }[]
    assert.deepEqual([refused.status, problem?.pointer], [422, '/crawl/scrape/actions/1/value'], refused.text)
    assert.match(problem?.message ?? '', /placeholder/)
  }
})

test('watches of others are not found, and are not listed', async (t) => {
  const gateway = await start(t)
  const created = await send(gateway, 'POST', '/watches', watch)
  const path = `/watches/${String(created.body['watch_id'])}`
  for (const [method, tail, body] of [
    ['GET', '', undefined],
    ['PUT', '', watch],
    ['DELETE', '', undefined],
    ['POST', '/run', undefined],
    ['POST', '/pause', undefined],
    ['POST', '/resume', undefined],
    ['GET', '/runs', undefined],
    ['GET', '/runs/run-x/changes', undefined],
    ['GET', '/runs/run-x/text?url=https://example.com/', undefined],
  ] as const) {
    const answer = await send(gateway, method, `${path}${tail}`, body, {}, 'other-key')
    assert.deepEqual([answer.status, answer.body['code']], [404, 'watch_not_found'], `${method} ${tail}`)
  }
  assert.deepEqual((await send(gateway, 'GET', '/watches', undefined, {}, 'other-key')).body['data'], [])
  const own = await send(gateway, 'GET', `${path}/runs/run-x/changes`)
  assert.deepEqual([own.status, own.body['code']], [404, 'run_not_found'])
})

test('the list is newest first, each watch once', async (t) => {
  const gateway = await start(t)
  const ids: unknown[] = []
  for (let at = 0; at < 5; at += 1) {
    ids.unshift((await send(gateway, 'POST', '/watches', { ...watch, name: `${at}` })).body['watch_id'])
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const seen: unknown[] = []
  let next: string | null = ''
  while (next !== null) {
    const page: Answer = await send(gateway, 'GET', `/watches?limit=2${next === '' ? '' : `&cursor=${next}`}`)
    seen.push(...(page.body['data'] as { watch_id: string }[]).map((each) => each.watch_id))
    next = page.body['next_cursor'] as string | null
  }
  assert.deepEqual(seen, ids)
  assert.equal((await send(gateway, 'GET', '/watches?cursor=bm90aGluZw')).status, 422)
})

test('a request under the same key makes nothing twice', async (t) => {
  const gateway = await start(t)
  const key = { 'idempotency-key': 'once' }
  const [first, again] = [
    await send(gateway, 'POST', '/watches', watch, key),
    await send(gateway, 'POST', '/watches', watch, key),
  ]
  assert.deepEqual([first.status, again.status, again.body['watch_id']], [201, 201, first.body['watch_id']])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await send(gateway, 'POST', '/watches', { ...watch, name: 'Other' }, key)
  assert.deepEqual([other.status, other.body['code']], [422, 'idempotency_key_reused'])

  const path = `/watches/${String(first.body['watch_id'])}/run`
  const run = await send(gateway, 'POST', path, undefined, { 'idempotency-key': 'run' })
  const rerun = await send(gateway, 'POST', path, undefined, { 'idempotency-key': 'run' })
  assert.deepEqual([run.status, rerun.status, rerun.body['run_id']], [202, 202, run.body['run_id']])
  const busy = await send(gateway, 'POST', path)
  assert.deepEqual([busy.status, busy.body['code']], [409, 'run_in_progress'])
})

test('a run counts as a running job of the key of its watch', async (t) => {
  const gateway = await start(t)
  const created = await send(gateway, 'POST', '/watches', watch)
  const path = `/watches/${String(created.body['watch_id'])}/run`
  gateway.running.fault = new ApiError('concurrency_limit_reached', 'too many')
  const refused = await send(gateway, 'POST', path)
  assert.deepEqual([refused.status, refused.body['code']], [429, 'concurrency_limit_reached'])
  gateway.running.fault = null
  const run = await send(gateway, 'POST', path)
  assert.deepEqual([...gateway.running.places.keys()], [run.body['job_id']])
  assert.equal((await send(gateway, 'POST', path)).status, 409)
  assert.deepEqual([...gateway.running.places.keys()], [run.body['job_id']], 'the place of the other run is free')
})

test('a run that another key of the tenant asks for takes a place of the key of the watch, too', async (t) => {
  for (const [quotas, status] of [
    [{}, 202],
    [{ concurrent_jobs: 0 }, 429],
  ] as const) {
    const gateway = await testGateway(t, { sealing, quotas })
    const created = await send(gateway, 'POST', '/watches', watch)
    const path = `/watches/${String(created.body['watch_id'])}/run`
    const run = await send(gateway, 'POST', path, undefined, {}, 'second-key')
    assert.equal(run.status, status, run.text)
    const places = status === 202 ? [[run.body['job_id'], 'id-acme-key']] : []
    assert.deepEqual([...gateway.running.places], places)
  }
})

test('a key stands for the whole request that created the watch, whatever has become of the watch', async (t) => {
  const gateway = await start(t)
  const key = { 'idempotency-key': 'once' }
  const whole = { ...watch, crawl: { ...watch.crawl, scrape: { session_id: 'Shop' } } }
  assert.equal((await send(gateway, 'POST', '/sessions', { session_id: 'Shop', domain: 'example.com' })).status, 201)
  const first = await send(gateway, 'POST', '/watches', whole, key)
  assert.equal(first.status, 201, first.text)
  for (const other of [
    { schedule: { every_seconds: 600 } },
    { webhook: { url: 'https://hooks.example.net/' } },
    { email: 'a@example.net' },
    { keep_runs: 2 },
    { paused: true },
  ]) {
    const refused = await send(gateway, 'POST', '/watches', { ...whole, ...other }, key)
    assert.deepEqual([refused.status, refused.body['code']], [422, 'idempotency_key_reused'], JSON.stringify(other))
  }
  const path = `/watches/${String(first.body['watch_id'])}`
  assert.equal((await send(gateway, 'PUT', path, { ...whole, name: 'Renamed' })).status, 200)
  assert.equal((await send(gateway, 'DELETE', '/sessions/Shop')).status, 204)
  const again = await send(gateway, 'POST', '/watches', whole, key)
  assert.deepEqual(
    [again.status, again.body['name'], again.headers.get('idempotent-replayed')],
    [201, 'Renamed', 'true'],
  )
})

test('requests under one key at once, and one that was interrupted, give one entry of the list', async (t) => {
  const gateway = await start(t)
  const { watchObjects: objects } = gateway
  const entries = (): string[] => [...objects.objects.keys()].filter((name) => name.startsWith('watch-index/'))
  const id = keyedWatchIdOf('acme', 'once')
  await objects.put(watchIndexKey({ tenant: 'acme', id }, 'id-acme-key', '2026-11-23T00:00:00.000Z'), '')
  const put = objects.put.bind(objects)
  const { promise: overtaken, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: waiting, resolve: written } = Promise.withResolvers<void>()
  objects.put = async (name, body) => {
    objects.put = put
    await put(name, body)
    written()
    await overtaken
  }
  const key = { 'idempotency-key': 'once' }
  const slow = send(gateway, 'POST', '/watches', watch, key)
  await waiting
  const fast = await send(gateway, 'POST', '/watches', watch, key)
  letGo()
  const replays = [fast, await slow].map(({ headers }) => headers.get('idempotent-replayed'))
  assert.deepEqual([fast.status, (await slow).status, replays], [201, 201, [null, 'true']])
  assert.equal(entries().length, 2)
  const listed = await send(gateway, 'GET', '/watches')
  assert.equal((listed.body['data'] as unknown[]).length, 1)
  assert.equal((await send(gateway, 'DELETE', `/watches/${id}`)).status, 204)
  assert.deepEqual(entries(), [])
})

test('a watch that is deleted during another request leaves no schedule and no definition', async (t) => {
  const gateway = await start(t)
  const { watches, watchObjects: objects } = gateway
  const left = (): string[] => [...objects.objects.keys()].filter((name) => !name.startsWith(deletedWatchesPrefix))
  const created = async (): Promise<string> =>
    `/watches/${String((await send(gateway, 'POST', '/watches', watch)).body['watch_id'])}`
  const remove = async (path: string): Promise<void> => {
    assert.equal((await send(gateway, 'DELETE', path)).status, 204)
  }

  const first = await created()
  t.mock.method(watches, 'schedule', async () => {
    t.mock.restoreAll()
    await remove(first)
    return null
  })
  const read = await send(gateway, 'GET', first)
  assert.deepEqual([read.status, read.body['code']], [404, 'watch_not_found'])
  assert.deepEqual([watches.schedules.size, left()], [0, []])

  const second = await created()
  const putIfAbsent = objects.putIfAbsent.bind(objects)
  t.mock.method(objects, 'putIfAbsent', async (name: string, body: string) => {
    t.mock.restoreAll()
    await remove(second)
    return await putIfAbsent(name, body)
  })
  const replaced = await send(gateway, 'PUT', second, { ...watch, name: 'Other' })
  assert.deepEqual([replaced.status, replaced.body['code']], [404, 'watch_not_found'])
  assert.deepEqual([watches.schedules.size, left()], [0, []])

  // The other way round: the definition is written and scheduled while the deletion is under way.
  const third = await created()
  const unschedule = watches.unschedule.bind(watches)
  t.mock.method(watches, 'unschedule', async (of: WatchRef) => {
    t.mock.restoreAll()
    await unschedule(of)
    assert.equal((await send(gateway, 'POST', `${third}/pause`)).status, 200)
  })
  await remove(third)
  assert.deepEqual([watches.schedules.size, left()], [0, []])
})

test('a watch whose index entry is lost gets it back', async (t) => {
  const gateway = await start(t)
  const { watches, watchObjects: objects } = gateway
  const id = String((await send(gateway, 'POST', '/watches', watch)).body['watch_id'])
  const path = `/watches/${id}`
  const lose = (): void => {
    for (const name of objects.objects.keys()) if (name.startsWith('watch-index/')) objects.objects.delete(name)
  }
  const listed = async (): Promise<unknown[]> => (await send(gateway, 'GET', '/watches')).body['data'] as unknown[]

  lose()
  const paused = await send(gateway, 'POST', `${path}/pause`)
  assert.deepEqual([paused.status, paused.body['status'], paused.body['version']], [200, 'paused', 2], paused.text)
  assert.deepEqual([watches.schedules.get(id)?.version, (await listed()).length], [2, 1])

  lose()
  assert.equal((await send(gateway, 'PUT', path, { ...watch, name: 'Other' })).status, 200)
  assert.deepEqual([watches.schedules.get(id)?.version, (await listed()).length], [3, 1])

  lose()
  watches.schedules.delete(id)
  assert.equal((await send(gateway, 'GET', path)).status, 200)
  assert.deepEqual([watches.schedules.get(id)?.version, (await listed()).length], [3, 1])

  // A deletion that begins while the entry is written leaves nothing.
  lose()
  const put = objects.put.bind(objects)
  t.mock.method(objects, 'put', async (name: string, body: string) => {
    t.mock.restoreAll()
    assert.equal((await send(gateway, 'DELETE', path)).status, 204)
    await put(name, body)
  })
  const late = await send(gateway, 'POST', `${path}/pause`)
  assert.deepEqual([late.status, late.body['code']], [404, 'watch_not_found'])
  const left = [...objects.objects.keys()].filter((name) => !name.startsWith(deletedWatchesPrefix))
  assert.deepEqual([watches.schedules.size, left], [0, []])
})

test('a schedule that a request could not bring about is brought about by the next one', async (t) => {
  const gateway = await start(t)
  const created = await send(gateway, 'POST', '/watches', watch)
  const id = String(created.body['watch_id'])
  gateway.watches.fault = new JobEngineUnavailableError('away')
  const failed = await send(gateway, 'POST', `/watches/${id}/pause`)
  assert.deepEqual([failed.status, failed.body['code']], [503, 'workflow_service_unavailable'])
  assert.equal((await send(gateway, 'POST', '/watches', watch)).status, 503)
  gateway.watches.fault = null
  const read = await send(gateway, 'GET', `/watches/${id}`)
  assert.deepEqual([read.body['status'], read.body['next_run_at']], ['paused', null])
  assert.equal(gateway.watches.schedules.get(id)?.paused, true)
  assert.equal(((await send(gateway, 'GET', '/watches')).body['data'] as unknown[]).length, 1)
})

test('runs are listed newest first; one that never ended is failed once there is a later one', async (t) => {
  const gateway = await start(t)
  const id = String((await send(gateway, 'POST', '/watches', watch)).body['watch_id'])
  const runs = new RunStore(gateway.watchObjects)
  for (const n of [1, 2, 3]) {
    await runs.begin(
      { tenant: 'acme', id },
      {
        n,
        runId: `run-${n}`,
        jobId: `crawl-${n}`,
        trigger: 'manual',
        nominalAt: '2026-11-23T00:00:00.000Z',
        startedAt: '2026-11-23T00:00:00.000Z',
        version: 1,
        baseVersion: 1,
        base: null,
      },
    )
  }
  const first = await send(gateway, 'GET', `/watches/${id}/runs?limit=2`)
  const second = await send(gateway, 'GET', `/watches/${id}/runs?limit=2&cursor=${first.body['next_cursor'] as string}`)
  const listed = [...(first.body['data'] as RunView[]), ...(second.body['data'] as RunView[])]
  assert.deepEqual(
    listed.map(({ run_id, status }) => [run_id, status]),
    [
      ['run-3', 'running'],
      ['run-2', 'failed'],
      ['run-1', 'failed'],
    ],
  )
  assert.equal(second.body['next_cursor'], null)
})

test('a key has a quota of watches', async (t) => {
  const gateway = await start(t)
  const at = '2026-11-23T00:00:00.000Z'
  for (let n = 0; n < watchLimits.perKeyMax; n += 1) {
    const id = `watch-00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    await gateway.watchObjects.put(watchIndexKey({ tenant: 'acme', id }, 'id-acme-key', at), '')
    await gateway.watchObjects.put(definitionKey({ tenant: 'acme', id }, 1), '{}')
  }
  const full = await send(gateway, 'POST', '/watches', watch)
  assert.deepEqual([full.status, full.body['code']], [409, 'watch_quota_reached'])
  assert.equal((await send(gateway, 'POST', '/watches', watch, {}, 'other-key')).status, 201)
})

test('creations that were interrupted do not count, once they are old', async (t) => {
  const gateway = await start(t)
  const entry = async (n: number, ageMs: number): Promise<void> => {
    const id = `watch-00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    const at = new Date(Date.now() - ageMs).toISOString()
    await gateway.watchObjects.put(watchIndexKey({ tenant: 'acme', id }, 'id-acme-key', at), '')
  }
  for (let n = 0; n < watchLimits.perKeyMax; n += 1) await entry(n, watchLimits.creationMaxMs / 2)
  assert.equal((await send(gateway, 'POST', '/watches', watch)).body['code'], 'watch_quota_reached')
  await entry(watchLimits.perKeyMax, watchLimits.creationMaxMs * 2)
  assert.equal((await send(gateway, 'POST', '/watches', watch)).body['code'], 'watch_quota_reached')
  assert.equal((await gateway.watchObjects.list(watchIndexPrefix('acme'))).length, watchLimits.perKeyMax)
  const [first] = await gateway.watchObjects.list(watchIndexPrefix('acme'))
  await gateway.watchObjects.delete([first!])
  await entry(watchLimits.perKeyMax, watchLimits.creationMaxMs * 2)
  assert.equal((await send(gateway, 'POST', '/watches', watch)).status, 201)
})
