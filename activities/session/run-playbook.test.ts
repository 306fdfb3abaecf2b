import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyPlaybook, emptyState, type PageCondition, type StoredPlaybook } from '@seine/shared/sessions/state.ts'
import { BrowserUnavailableError, type PagePorts } from '@seine/shared/pages/page.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { runPlaybook } from './run-playbook.ts'
import { fakeAccess, shopFolder } from './testing/fake-access.ts'
import { sitePorts } from './testing/page-ports.ts'

const never: PageCondition = {
  urlPattern: null,
  selector: null,
  selectorAbsent: null,
  text: 'welcome',
  cookie: null,
  status: null,
}

const playbook: StoredPlaybook = {
  ...emptyPlaybook(),
  startUrl: 'https://example.com/in/sesame-open',
  secrets: { key: 'sesame-open' },
}

async function run(change: Partial<StoredPlaybook>, ports: PagePorts) {
  const { store } = fakeAccess()
  await store.writePlaybook(shopFolder, 1, { ...playbook, ...change })
  const input = { ...shopFolder, domain: 'example.com', fence: 7, version: 1, stateKey: null, runMaxMs: 10_000 }
  const bounds = { deadlineMs: Date.now() + 10_000, signal: new AbortController().signal }
  const result = await runPlaybook({ sessionStore: store, playbookPages: ports }, input, bounds)
  return { result, state: result.ok ? (await store.readState(result.stateKey)).state : null }
}

test('a page that loads is a success where nothing else is requested, and what it leaves is a state', async () => {
  const { result, state } = await run({}, sitePorts('<p>Hello</p>'))
  assert.ok(result.ok, JSON.stringify(result))
  assert.match(result.stateKey, /state-0*7\.json$/)
  assert.equal(state?.access?.lane, 'http')
})

test('an error status, and a condition that does not hold, are failures reported without secrets', async () => {
  const { result: refused } = await run({}, sitePorts('<p>No</p>', 403))
  assert.deepEqual(refused, { ok: false, error: 'the site answered 403' })
  const { result: unmet } = await run({ success: never }, sitePorts('<p>No</p>'))
  assert.deepEqual(unmet, { ok: false, error: '`success` does not hold on /in/[secret] (status 200)' })
  assert.ok((await run({ success: { ...never, status: 403, text: null } }, sitePorts('<p>No</p>', 403))).result.ok)
})

test('a playbook that needs a browser fails without one, and is retried while all are busy', async () => {
  const { result } = await run({ jsRender: true }, sitePorts(''))
  assert.match(result.ok ? '' : result.error, /^browser_unavailable/)
  const busy: PagePorts = {
    ...sitePorts(''),
    browser: {
      view: async () =>
        await Promise.reject(new BrowserUnavailableError('concurrency_limit_reached', 'all browsers are busy')),
    },
  }
  await assert.rejects(run({ jsRender: true }, busy), BrowserUnavailableError)
})

test('a run deletes the states that have been replaced, and never the one that it begins with', async () => {
  const { store, objects } = fakeAccess()
  await store.writePlaybook(shopFolder, 1, playbook)
  const states = () => [...objects.objects.keys()].filter((key) => key.includes('/state-'))
  const runWith = async (stateKey: string | null, fence: number, html: string, status?: number) => {
    const input = { ...shopFolder, domain: 'example.com', fence, version: 1, stateKey, runMaxMs: 10_000 }
    const bounds = { deadlineMs: monotonicNow() + 10_000, signal: new AbortController().signal }
    return await runPlaybook({ sessionStore: store, playbookPages: sitePorts(html, status) }, input, bounds)
  }
  const used = await store.writeState(shopFolder, 2, emptyState())
  const first = await runWith(used, 3, '<p>Hello</p>')
  assert.ok(first.ok)
  assert.deepEqual(states(), [used, first.stateKey])
  const failing = await runWith(first.stateKey, 5, '<p>No</p>', 403)
  assert.deepEqual([failing.ok, states()], [false, [first.stateKey]])
  const second = await runWith(first.stateKey, 7, '<p>Hello</p>')
  assert.ok(second.ok)
  assert.deepEqual(states(), [first.stateKey, second.stateKey])
  // The playbook was replaced: the session has no state.
  const third = await runWith(null, 9, '<p>Hello</p>')
  assert.ok(third.ok)
  assert.deepEqual(states(), [third.stateKey])
})

test('a run that was cancelled, or whose session was deleted meanwhile, leaves no state', async () => {
  const { store, objects } = fakeAccess()
  const runWhile = async (event: () => void | Promise<void>, signal: AbortSignal) => {
    await store.writePlaybook(shopFolder, 1, playbook)
    const ports = sitePorts('<p>Hello</p>')
    const extract = ports.extractor.extract.bind(ports.extractor)
    ports.extractor.extract = async (...args) => {
      const extraction = await extract(...args)
      await event()
      return extraction
    }
    const input = { ...shopFolder, domain: 'example.com', fence: 7, version: 1, stateKey: null, runMaxMs: 10_000 }
    const bounds = { deadlineMs: monotonicNow() + 10_000, signal }
    return await runPlaybook({ sessionStore: store, playbookPages: ports }, input, bounds)
  }
  const cancelling = new AbortController()
  const cancelled = runWhile(() => {
    cancelling.abort(new Error('cancelled'))
  }, cancelling.signal)
  await assert.rejects(cancelled, /cancelled/)
  assert.deepEqual(
    [...objects.objects.keys()].filter((key) => key.includes('/state-')),
    [],
  )
  const { signal } = new AbortController()
  const deleted = await runWhile(async () => {
    await store.removeAll(shopFolder)
  }, signal)
  assert.deepEqual([deleted.ok, objects.objects.size], [false, 0])
})
