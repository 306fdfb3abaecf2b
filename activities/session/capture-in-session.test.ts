import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NetworkTask } from '@seine/shared/tasks/browser-page.ts'
import { capturedPage } from '@seine/shared/api/testing/captured-page.ts'
import { defaultBrowserOptions } from '@seine/shared/api/testing/page-options.ts'
import type { NetworkReply } from '@seine/shared/pages/worker-reply.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { stateCookie } from '@seine/shared/sessions/testing/state-cookie.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { captureInNewSession, captureInSession, type Captured, type SessionCapturePorts } from './capture-in-session.ts'
import { fakeAccess } from './testing/fake-access.ts'

const url = 'https://www.example.com/a'
const filter = { resourceTypes: [], urlPattern: null, host: null }
const task: NetworkTask = { url, page: defaultBrowserOptions(), format: 'json', filter, tenant: 'acme' }
const page = capturedPage(url)
const har = { log: { version: '1.2' as const, creator: { name: 'seine', version: '1' }, pages: [], entries: [] } }
const cookie = stateCookie('a', '1', { domain: 'www.example.com' })

/** A capture whose page sets a cookie. */
const capturing =
  (body: NetworkReply, succeeded = true) =>
  async (_task: NetworkTask, session: PageSession | null) => {
    if (session !== null) session.state = { ...session.state, cookies: [cookie] }
    return await Promise.resolve({ answer: { status: 200, body }, seen: null, succeeded })
  }

test('a session begins with a capture that names none, and both forms of the answer say which', async () => {
  const sessions = fakeAccess()
  const result = await captureInNewSession({ task }, { sessions }, capturing({ kind: 'result', result: page }))
  const body = result.body as Extract<NetworkReply, { kind: 'result' }>
  const id = String(body.result.session_id)
  assert.match(id, /^imp-\d{8}-/)
  const kept = await sessions.store.readImplicit({ tenant: 'acme', id })
  assert.deepEqual([kept?.domain, kept?.state.cookies], ['example.com', [cookie]])
  const archive = await captureInNewSession({ task }, { sessions }, capturing({ kind: 'har', har }))
  assert.match(String((archive.body as Extract<NetworkReply, { kind: 'har' }>).har.log._session_id), /^imp-/)
})

test('none begins with a capture that failed, and none where there are no sessions', async () => {
  const sessions = fakeAccess()
  const failed: NetworkReply = { kind: 'result', result: { ...page, success: false } }
  assert.deepEqual((await captureInNewSession({ task }, { sessions }, capturing(failed, false))).body, failed)
  const failedHar: NetworkReply = { kind: 'har', har }
  assert.deepEqual((await captureInNewSession({ task }, { sessions }, capturing(failedHar, false))).body, failedHar)
  assert.equal(sessions.objects.objects.size, 0)
  const whole: NetworkReply = { kind: 'result', result: page }
  assert.deepEqual((await captureInNewSession({ task }, { sessions: null }, capturing(whole))).body, whole)
  const { tenant: _, ...nobodys } = task
  assert.deepEqual((await captureInNewSession({ task: nobodys }, { sessions }, capturing(whole))).body, whole)
})

test('a capture succeeds with a warning when its session cannot be stored', async () => {
  const sessions = fakeAccess()
  sessions.objects.down = true
  const { body } = await captureInNewSession({ task }, { sessions }, capturing({ kind: 'result', result: page }))
  const { result } = body as Extract<NetworkReply, { kind: 'result' }>
  assert.deepEqual([result.session_id, result.warnings.length], [null, 1])
})

test('a capture counts as a use of its session only when something was requested', async () => {
  const sessions = fakeAccess()
  const ports = { sessions } as unknown as SessionCapturePorts
  const call = { task, deadlineMs: monotonicNow() + 60_000, signal: new AbortController().signal, requestId: null }
  const usesAfter = async (captured: Omit<Captured, 'succeeded'>): Promise<number | undefined> => {
    await captureInSession(
      call,
      { tenant: 'acme', sessionId: 'shop' },
      ports,
      async () => await Promise.resolve({ ...captured, succeeded: true }),
    )
    return sessions.session?.useCount
  }
  const problem: NetworkReply = { kind: 'problem', code: 'browser_unavailable', detail: 'none', attempts: [] }
  const tooCostly: NetworkReply = { ...problem, code: 'pattern_too_costly' }
  assert.equal(await usesAfter({ answer: { status: 429, body: { error: 'no slot' } }, seen: null }), 0)
  assert.equal(await usesAfter({ answer: { status: 200, body: problem }, seen: null }), 0)
  assert.equal(await usesAfter({ answer: { status: 200, body: tooCostly }, seen: { url, status: 200, text: null } }), 1)
  assert.equal(await usesAfter({ answer: { status: 200, body: { kind: 'result', result: page } }, seen: null }), 2)
})
