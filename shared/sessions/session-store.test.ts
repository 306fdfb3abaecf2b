import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { implicitSessionKey, playbookKey, sessionStateKey } from '../storage/object-keys.ts'
import { MemoryStore } from '../storage/testing/memory-store.ts'
import { readSealing, SealError } from '../storage/sealing.ts'
import { implicitIdOf, implicitKeyOf } from './implicit-id.ts'
import { implicitInput, SessionStore } from './session-store.ts'
import { emptyPlaybook, emptyState, type SessionState, type StoredPlaybook } from './state.ts'

const sealing = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 3).toString('base64') })
const session = { tenant: 'acme', id: 'shop', incarnation: 'one' }

const state: SessionState = { ...emptyState(), localStorage: { 'https://example.com': { token: 'very secret' } } }

const playbook: StoredPlaybook = {
  ...emptyPlaybook(),
  headers: { 'X-Key': 'very secret' },
  secrets: { password: 'very secret' },
}

test('playbooks and states come back as they were written, and nothing of them is readable in between', async () => {
  const objects = new MemoryStore()
  const store = new SessionStore(objects, sealing)
  assert.ok(await store.writePlaybook(session, 1, playbook))
  assert.ok(!(await store.writePlaybook(session, 1, playbook)), 'a version is written once')
  assert.deepEqual(await store.readPlaybook(session, 1), playbook)
  assert.equal(await store.readPlaybook(session, 2), null)
  const key = await store.writeState(session, 4, state)
  assert.equal(key, sessionStateKey(session, 4))
  assert.deepEqual(await store.readState(key), { state, replaces: null })
  const ofRun = await store.writeRunState(session, 5, state, key)
  assert.deepEqual(await store.readState(ofRun), { state, replaces: key })
  assert.deepEqual(await store.readState(null), { state: emptyState(), replaces: null })
  for (const body of objects.objects.values()) assert.ok(!body.toString().includes('very secret'))
})

test('a text that was moved to another place does not open', async () => {
  const objects = new MemoryStore()
  const store = new SessionStore(objects, sealing)
  const key = await store.writeState(session, 1, state)
  const stolen = sessionStateKey({ ...session, tenant: 'other' }, 1)
  objects.objects.set(stolen, objects.objects.get(key)!)
  await assert.rejects(store.readState(stolen), SealError)
  await assert.rejects(new SessionStore(objects, null).readState(key), SealError)
})

test('everything of a session is deleted, and nothing of another', async () => {
  const objects = new MemoryStore()
  const store = new SessionStore(objects, sealing)
  const id = implicitIdOf(Date.UTC(2026, 10, 22), randomUUID())
  const implicit = { domain: 'example.com', createdAt: '2026-11-22T00:00:00.000Z', state }
  for (const each of [session, { ...session, incarnation: 'two' }, { ...session, id: 'shop2' }]) {
    await store.writePlaybook(each, 1, playbook)
    await store.writeState(each, 1, state)
  }
  await store.removeAll(session)
  assert.equal(objects.objects.size, 4)
  await store.writeImplicit({ tenant: 'acme', id }, implicit)
  await store.removeAll({ tenant: 'acme', id, incarnation: 'three' })
  assert.equal(await store.readImplicit({ tenant: 'acme', id }), null)
  assert.equal(objects.objects.size, 4)
  assert.ok(objects.objects.has(playbookKey({ ...session, incarnation: 'two' }, 1)))
})

test('a state that is written while its session is deleted is deleted too', async () => {
  const objects = new MemoryStore()
  const store = new SessionStore(objects, sealing)
  await store.writePlaybook(session, 1, playbook)
  const remove = objects.delete.bind(objects)
  objects.delete = async (keys) => {
    objects.delete = remove
    await store.writeState(session, 1, state)
    await remove(keys)
  }
  await store.removeAll(session)
  assert.deepEqual([...objects.objects.keys()], [])
})

test('the state of an implicit session is found by its id, and is what its entity begins with', async () => {
  const store = new SessionStore(new MemoryStore(), sealing)
  const uuid = randomUUID()
  const ref = { tenant: 'acme', id: implicitIdOf(Date.UTC(2026, 10, 22, 23), uuid) }
  assert.equal(ref.id, `imp-20261122-${uuid}`)
  assert.equal(implicitKeyOf(ref), implicitSessionKey('2026-11-22', ref))
  for (const id of ['imp-20261122', 'shop']) assert.equal(implicitKeyOf({ tenant: 'acme', id }), null, id)
  const implicit = { domain: 'example.com', createdAt: '2026-11-22T23:00:00.000Z', state }
  await store.writeImplicit(ref, implicit)
  assert.deepEqual(await store.readImplicit(ref), implicit)
  assert.deepEqual(await store.readState(implicitInput(ref, implicit, uuid).stateKey), { state, replaces: null })
  assert.equal(await store.readImplicit({ tenant: 'acme', id: 'shop' }), null)
  await assert.rejects(store.writeImplicit({ tenant: 'acme', id: 'shop' }, implicit), TypeError)
})
