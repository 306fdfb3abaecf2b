import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { randomNumbers } from '@seine/activities/extract/testing/random-numbers.ts'
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { runningKey, runningPrefix } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { JobEngineUnavailableError } from '../engine/job-engine.ts'
import { RunningJobs, type JobStarter, type RunningTicket } from './running-jobs-quota.ts'
import { createRunningTickets, type RunningTickets } from '@seine/shared/jobs/running-tickets.ts'
import { FakeEngine, lifecycleView } from '../testing/fake-ports.ts'

const newId = (): string => `crawl-${randomUUID()}`
const starter = (max?: number): JobStarter => ({
  tenant: 'acme',
  keyId: 'k',
  quotas: max === undefined ? {} : { concurrent_jobs: max },
})
const tooMany = { name: 'ApiError', code: 'concurrency_limit_reached', status: 429, retryAfterSecs: 5 }

function setUp(defaultMax = 2) {
  const store = new MemoryStore()
  const engine = new FakeEngine()
  const tickets = createRunningTickets(store)
  const gateway = (through: RunningTickets = tickets): RunningJobs =>
    new RunningJobs({ tickets: through, engine, defaultMax, pause: turns })
  const keyOf = (id: string): string => runningKey({ tenant: 'acme', id }, 'k')
  return {
    store,
    engine,
    tickets,
    gateway,
    keyOf,
    held: () => [...store.objects.keys()].filter((key) => key.startsWith(runningPrefix('acme', 'k'))),
    end: async (id: string) => await store.delete(await store.list(keyOf(id))),
    /** Stores a ticket that was written `ageMs` ago. */
    leftBehind: (id: string, ageMs: number) => {
      store.objects.set(keyOf(id), Buffer.from('{}'))
      store.writtenAtMs.set(keyOf(id), Date.now() - ageMs)
    },
  }
}

test('so many jobs run as the quota says; one more is refused and leaves no ticket', async () => {
  const { gateway, held, end } = setUp()
  const running = gateway()
  const first = newId()
  await running.take(starter(), first)
  await running.take(starter(), newId())
  await assert.rejects(running.take(starter(), newId()), tooMany)
  assert.equal(held().length, 2)
  await end(first)
  await running.take(starter(), newId())
  await assert.rejects(running.take(starter(), newId()), tooMany)
})

test('the quota of a key goes before the setting; 0 allows none', async () => {
  const { gateway, held } = setUp()
  const running = gateway()
  await running.take(starter(1), newId())
  await assert.rejects(running.take(starter(1), newId()), tooMany)
  await running.take({ ...starter(1), keyId: 'other' }, newId())
  await assert.rejects(running.take({ ...starter(0), keyId: 'none' }, newId()), tooMany)
  assert.equal(held().length, 1)
})

test('a repeat for the same job takes no second place, at the quota too', async () => {
  const { gateway, held } = setUp(1)
  const running = gateway()
  const id = newId()
  await Promise.all([running.take(starter(), id), running.take(starter(), id)])
  await running.take(starter(), id)
  await gateway().take(starter(), id)
  assert.equal(held().length, 1)
})

test('of many starts at once in one gateway exactly the quota is let in, the first to ask first', async () => {
  const { gateway } = setUp(3)
  const running = gateway()
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => running.take(starter(), newId())))
  assert.deepEqual(
    results.map(({ status }) => status === 'fulfilled'),
    [true, true, true, ...Array<boolean>(7).fill(false)],
  )
})

test('two gateways at the boundary: one is let in, sooner or later, and never both', async () => {
  const { gateway, tickets } = setUp(1)
  // Both write their tickets before either lists them: both see two.
  let waiting: (() => void)[] = []
  const inStep: RunningTickets = {
    ...tickets,
    list: async (holder) => {
      if (waiting.length < 2)
        await new Promise<void>(
          (resolve) => waiting.push(resolve) && waiting.length === 2 && waiting.forEach((go) => go()),
        )
      return tickets.list(holder)
    },
  }
  const results = await Promise.allSettled([
    gateway(inStep).take(starter(), newId()),
    gateway(inStep).take(starter(), newId()),
  ])
  waiting = []
  assert.ok(results.filter(({ status }) => status === 'fulfilled').length <= 1)
  for (let tries = 0; ; tries += 1) {
    assert.ok(tries < 100)
    const again = await Promise.allSettled([gateway().take(starter(), newId()), gateway().take(starter(), newId())])
    const letIn = [...results, ...again].filter(({ status }) => status === 'fulfilled').length
    assert.ok(letIn <= 1)
    if (letIn === 1) break
  }
})

test('a gateway that is refused leaves the place of the same job in another gateway alone', async () => {
  const { store, gateway, held, keyOf, leftBehind } = setUp(1)
  const id = newId()
  await gateway(createRunningTickets(store)).take(starter(), id)
  // To the second gateway the quota looks full: a third gateway requests another job and backs off a moment later.
  leftBehind(newId(), 0)
  await assert.rejects(gateway(createRunningTickets(store)).take(starter(), id), tooMany)
  assert.ok(held().some((key) => key.startsWith(keyOf(id))))
  assert.equal(held().length, 2)
})

test('two gateways that receive starts at once accept no more jobs than the quota', async () => {
  const { store, gateway } = setUp(4)
  const ids = Array.from({ length: 12 }, newId)
  const gateways = [ids, ids.toReversed()].map((order) => ({
    order,
    running: gateway(createRunningTickets(store)),
  }))
  const takes = gateways.flatMap(({ order, running }) =>
    order.map((id) =>
      running.take(starter(), id).then(
        () => id,
        () => null,
      ),
    ),
  )
  const letIn = new Set((await Promise.all(takes)).filter((id) => id !== null))
  assert.ok(letIn.size <= 4, `${letIn.size} were let in`)
})

test('tickets that several killed gateways left behind for one job make room together', async () => {
  const { store, engine, gateway, held } = setUp(1)
  const id = newId()
  await createRunningTickets(store).put({ tenant: 'acme', keyId: 'k' }, id)
  await createRunningTickets(store).put({ tenant: 'acme', keyId: 'k' }, id)
  assert.equal(held().length, 2)
  await assert.rejects(gateway().take(starter(), newId()), tooMany)
  for (const key of held()) store.writtenAtMs.set(key, Date.now() - apiLimits.ticketStaleMs)
  assert.equal(engine.workflows.size, 0)
  const next = newId()
  await gateway().take(starter(), next)
  assert.equal(held().length, 1)
})

/** Advances time; a turn of the event loop stands for 10 ms. */
async function turns(ms: number): Promise<void> {
  for (let left = ms / 10; left > 0; left -= 1) await turn()
}

for (let seed = 1; seed <= 12; seed += 1) {
  test(`three gateways, slow stores, jobs that come and go: never more than the quota run (${seed})`, async (t) => {
    const random = randomNumbers(seed)
    t.mock.method(Math, 'random', random)
    const max = 1 + (seed % 4)
    const { gateway, tickets, end } = setUp(max)
    const late = (): Promise<void> => turns(random() * 60)
    const slow: RunningTickets = {
      remove: async (...args) => (await late(), await tickets.remove(...args), await late()),
      put: async (...args) => (await late(), await tickets.put(...args), await late()),
      list: async (...args) => {
        await late()
        const listed = await tickets.list(...args)
        await late()
        return listed
      },
      delete: async (...args) => (await late(), await tickets.delete(...args), await late()),
    }
    let runningNow = 0
    let ended = 0
    async function client(through: RunningJobs): Promise<void> {
      for (let job = 0; job < 4;) {
        const id = newId()
        await late()
        const ticket = await through.take(starter(), id).catch(() => null)
        if (ticket === null) {
          await turns(random() * 2_000)
          continue
        }
        runningNow += 1
        assert.ok(runningNow <= max, `${runningNow} of ${max} run`)
        await late()
        runningNow -= 1
        await end(id)
        ended += 1
        job += 1
      }
    }
    const gateways = [gateway(slow), gateway(slow), gateway(slow)]
    await Promise.all([0, 1, 2, 3, 4, 5].map((index) => client(gateways[index % 3]!)))
    assert.equal(ended, 24)
  })
}

test('far below the quota starts share a count', async (t) => {
  let clockMs = 0
  t.mock.method(performance, 'now', () => clockMs)
  const { gateway, tickets, held } = setUp(apiLimits.runningCountMarginJobs + 4)
  const list = t.mock.fn<RunningTickets['list']>((holder) => tickets.list(holder))
  const running = gateway({ ...tickets, list })
  for (let job = 0; job < 4; job += 1) await running.take(starter(), newId())
  assert.equal(list.mock.callCount(), 1)
  assert.equal(held().length, 4)
  // Within the safety margin below the quota, each start needs a new listing.
  await running.take(starter(), newId())
  assert.equal(list.mock.callCount(), 2)
  clockMs += apiLimits.runningCountFreshMs + 1
  await running.take(starter(), newId())
  assert.equal(list.mock.callCount(), 3)
})

test('old tickets of jobs that do not run make room once the quota is met', async () => {
  const { gateway, engine, leftBehind, held, keyOf } = setUp(3)
  const [unknown, over, runs] = [newId(), newId(), newId()]
  for (const id of [unknown, over, runs]) leftBehind(id, apiLimits.ticketStaleMs)
  engine.workflows.set(over, lifecycleView({ state: 'completed' }))
  engine.workflows.set(runs, lifecycleView())
  const running = gateway()
  const id = newId()
  await running.take(starter(), id)
  assert.deepEqual(new Set(held().map((key) => key.split('~', 1)[0])), new Set([keyOf(runs), keyOf(id)]))
})

test('places of jobs that do not run are not counted as used', async () => {
  const { gateway, leftBehind, held, engine } = setUp(5)
  const [gone, running] = [newId(), newId()]
  leftBehind(gone, 3 * apiLimits.ticketStaleMs)
  leftBehind(running, 3 * apiLimits.ticketStaleMs)
  engine.workflows.set(running, lifecycleView())
  await gateway().take(starter(), newId())
  assert.deepEqual(await gateway().standing(starter()), { limit: 5, used: 2 })
  assert.equal(held().length, 2)
})

test('young tickets are left alone, and so are all while the engine is unavailable', async () => {
  const { gateway, engine, leftBehind } = setUp(1)
  leftBehind(newId(), apiLimits.ticketStaleMs - 2_000)
  await assert.rejects(gateway().take(starter(), newId()), tooMany)
  const away = setUp(1)
  away.leftBehind(newId(), apiLimits.ticketStaleMs)
  away.engine.fault = new JobEngineUnavailableError('away')
  await assert.rejects(away.gateway().take(starter(), newId()), tooMany)
  assert.equal(away.held().length, 1)
  assert.equal(engine.fault, null)
})

test('a bounded number of old tickets is looked into, and that once in a while', async (t) => {
  let clockMs = 0
  t.mock.method(performance, 'now', () => clockMs)
  const { gateway, engine, leftBehind } = setUp(10)
  const looks: string[] = []
  engine.onDescribe = (id) => looks.push(id)
  const ids = Array.from({ length: apiLimits.ticketsCheckedMax + 10 }, newId)
  for (const id of ids) {
    leftBehind(id, apiLimits.ticketStaleMs)
    engine.workflows.set(id, lifecycleView())
  }
  const running = gateway()
  const ask = (): Promise<void> => assert.rejects(running.take(starter(), newId()), tooMany)
  await ask()
  await ask()
  assert.equal(looks.length, apiLimits.ticketsCheckedMax)
  clockMs += apiLimits.ticketCheckIntervalMs
  await ask()
  assert.deepEqual(looks.toSorted(), ids.toSorted())
  clockMs += apiLimits.ticketCheckIntervalMs
  await ask()
  assert.equal(looks.length, ids.length)
})

test('a start that fails gives its ticket back, unless the job runs after all', async () => {
  const { gateway, engine, held } = setUp(1)
  const running = gateway()
  await (await running.take(starter(), newId())).giveBack()
  assert.equal(held().length, 0)
  const id = newId()
  const ticket = await running.take(starter(), id)
  engine.workflows.set(id, lifecycleView())
  await ticket.giveBack()
  assert.equal(held().length, 1)
})

test('what could not be given back while the engine was unavailable makes room at once when it is back', async () => {
  const { gateway, engine } = setUp(2)
  const running = gateway()
  engine.fault = new JobEngineUnavailableError('away')
  const given: RunningTicket[] = [await running.take(starter(), newId()), await running.take(starter(), newId())]
  await Promise.all(given.map((ticket) => ticket.giveBack()))
  engine.fault = null
  await running.take(starter(), newId())
})

test('while the store is unavailable a start fails as such, and takes no place for good', async () => {
  const { gateway, store } = setUp(1)
  const running = gateway()
  store.down = true
  await assert.rejects(running.take(starter(), newId()), StoreUnavailableError)
  store.down = false
  const listing = store.listObjects.bind(store)
  store.listObjects = () => Promise.reject(new StoreUnavailableError('listing failed'))
  await assert.rejects(running.take(starter(), newId()), StoreUnavailableError)
  store.listObjects = listing
  await running.take(starter(), newId())
})

test('what is no ticket is not counted', async () => {
  const { gateway, store } = setUp(1)
  await store.put(`${runningPrefix('acme', 'k')}else`, '')
  await gateway().take(starter(), newId())
})

test('starts that failed while the store was unavailable do not count', async (t) => {
  t.mock.method(performance, 'now', () => 0)
  const { gateway, store, tickets } = setUp(apiLimits.runningCountMarginJobs + 5)
  const list = t.mock.fn<RunningTickets['list']>((holder) => tickets.list(holder))
  const running = gateway({ ...tickets, list })
  store.down = true
  for (let tries = 0; tries < 20; tries += 1) await assert.rejects(running.take(starter(), newId()))
  store.down = false
  for (let job = 0; job < 4; job += 1) await running.take(starter(), newId())
  assert.equal(list.mock.callCount(), 1)
})
