import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retentionLimits } from '@seine/shared/config/limits.ts'
import { SessionsUnavailableError, type SessionFacts } from '@seine/shared/sessions/session-client.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { playbookKey, sessionOfFolder, sessionStateKey, type SessionFolder } from '@seine/shared/storage/object-keys.ts'
import { sweepSessions } from './sweep-sessions.ts'

const settledMs = (): number => Date.now() + retentionLimits.sessionSettleMs + 1_000

/** Returns sessions of which one incarnation each is alive. */
const aliveOf = (...alive: SessionFolder[]) => {
  const asked: string[] = []
  return {
    asked,
    facts: async ({ tenant, id }: SessionRef): Promise<SessionFacts | null> => {
      asked.push(`${tenant}/${id}`)
      const found = alive.find((each) => each.tenant === tenant && each.id === id)
      return found === undefined ? null : { ...found, domain: 'example.com', implicit: false }
    },
  }
}

const folder = (tenant: string, id: string, incarnation = 'one'): SessionFolder => ({ tenant, id, incarnation })

test('what no session has is deleted, and what one has stays', async () => {
  const store = new MemoryStore()
  const alive = folder('acme', 'shop', 'second')
  const kept = [playbookKey(alive, 1), playbookKey(alive, 2), sessionStateKey(alive, 7)]
  const left = [
    playbookKey(folder('acme', 'shop', 'first'), 1),
    sessionStateKey(folder('acme', 'shop', 'first'), 3),
    // The same id under another tenant is another session.
    playbookKey(folder('other', 'shop', 'second'), 1),
    playbookKey(folder('acme', 'died-half-way'), 1),
  ]
  for (const key of [...kept, ...left]) await store.put(key, 'x')
  const sessions = aliveOf(alive)
  assert.deepEqual(await sweepSessions(store, sessions, null, settledMs()), { deleted: 3, after: null })
  assert.deepEqual(await store.list(''), kept.toSorted())
})

test('what was just written is left alone: its session may not have begun', async () => {
  const store = new MemoryStore()
  await store.put(playbookKey(folder('acme', 'shop'), 1), 'x')
  const sessions = aliveOf()
  assert.deepEqual(await sweepSessions(store, sessions, null, Date.now()), { deleted: 0, after: null })
  assert.deepEqual(sessions.asked, [], 'nobody is asked either')
  assert.equal((await store.list('')).length, 1)
})

test('nothing is deleted while the list of sessions is unavailable', async () => {
  const store = new MemoryStore()
  await store.put(playbookKey(folder('acme', 'shop'), 1), 'x')
  const facts = async (): Promise<never> => await Promise.reject(new SessionsUnavailableError('away'))
  await assert.rejects(sweepSessions(store, { facts }, null, settledMs()), SessionsUnavailableError)
  assert.equal((await store.list('')).length, 1)
})

test('many sessions are looked at in parts, each of them once', async () => {
  const store = new MemoryStore()
  const count = retentionLimits.foldersPerCallMax + 3
  const living: SessionFolder[] = []
  for (let at = 0; at < count; at += 1) {
    const session = folder(`tenant-${at % 2}`, `s-${at}`)
    if (at % 5 === 0) living.push(session)
    await store.put(playbookKey(session, 1), 'x')
  }
  const sessions = aliveOf(...living)
  const first = await sweepSessions(store, sessions, null, settledMs())
  assert.notEqual(first.after, null)
  const second = await sweepSessions(store, sessions, first.after, settledMs())
  assert.deepEqual([first.deleted + second.deleted, second.after], [count - living.length, null])
  assert.equal(new Set(sessions.asked).size, count)
  assert.equal(sessions.asked.length, count)
})

test('folders are those of ids, nothing above or below', () => {
  assert.deepEqual(sessionOfFolder('sessions/acme/shop/'), { tenant: 'acme', id: 'shop' })
  for (const other of ['sessions/acme/', 'sessions/acme/shop/one/', '']) assert.equal(sessionOfFolder(other), null)
})
