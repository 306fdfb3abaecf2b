import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { ApiKeyEntry } from '@seine/shared/api/keys/api-keys-file.ts'
import { createRunningTickets } from '@seine/shared/jobs/running-tickets.ts'
import { runningKey, runningPrefix } from '@seine/shared/storage/object-keys.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { RunPlaces, type RunPlacesPorts } from './run-places.ts'

const watch = { tenant: 'acme', keyId: 'k' }
const newId = (): string => `crawl-${randomUUID()}`
const keyOf = (id: string, tenant: string, jobsMax?: number): ApiKeyEntry => ({
  id,
  tenant,
  sha256: '0'.repeat(64),
  ...(jobsMax === undefined ? {} : { quotas: { concurrent_jobs: jobsMax } }),
})

function lab(entries: ApiKeyEntry[] | Error | null, defaultMax = 2) {
  const store = new MemoryStore()
  const running = new Set<string>()
  const ports: RunPlacesPorts = {
    keys:
      entries === null
        ? null
        : {
            entries: async () => await (entries instanceof Error ? Promise.reject(entries) : Promise.resolve(entries)),
          },
    tickets: createRunningTickets(store),
    engine: { describe: async (id) => await Promise.resolve(running.has(id) ? { state: 'running' } : null) },
    defaultMax,
  }
  return { store, running, ports, places: new RunPlaces(ports), held: () => store.list(runningPrefix('acme', 'k')) }
}

test('so many runs of a key begin as its quota says, and others with the place of an ended one', async () => {
  const { places, held, store } = lab([keyOf('k', 'acme', 1), keyOf('k', 'other', 5)])
  const first = newId()
  assert.equal(await places.take(watch, first, false), 'in')
  assert.equal(await places.take(watch, first, false), 'in')
  assert.equal(await places.take(watch, newId(), false), 'full')
  assert.equal((await held()).length, 1)
  await store.delete(await store.list(runningKey({ tenant: 'acme', id: first }, 'k')))
  assert.equal(await places.take(watch, newId(), false), 'in')
})

test('jobs that a gateway has started count, unless they do not run any more', async () => {
  const { places, ports, running, store } = lab(null, 1)
  const other = newId()
  running.add(other)
  await createRunningTickets(store).put(watch, other)
  const [key] = await store.list(runningKey({ tenant: 'acme', id: other }, 'k'))
  store.writtenAtMs.set(key!, Date.now() - 3_600_000)
  assert.equal(await places.take(watch, newId(), false), 'full')
  running.clear()
  // Another process: this one has just looked.
  const next = new RunPlaces({ ...ports, tickets: createRunningTickets(store) })
  assert.equal(await next.take(watch, newId(), false), 'in')
})

test('a run that has begun keeps its place', async () => {
  const { places, held } = lab([], 0)
  assert.equal(await places.take(watch, newId(), true), 'in')
  assert.equal((await held()).length, 1)
})

test('no run begins for a quota of 0, or a tenant without keys', async () => {
  assert.equal(await lab([keyOf('k', 'acme', 0)]).places.take(watch, newId(), false), 'none_allowed')
  assert.equal(await lab([keyOf('k', 'other')]).places.take(watch, newId(), false), 'no_key')
  assert.equal(await lab([]).places.take(watch, newId(), false), 'no_key')
})

test('watches continue when their key was replaced, and where the keys are not known', async () => {
  for (const entries of [[keyOf('next', 'acme', 0)], null, new Error('the file cannot be read')]) {
    assert.equal(await lab(entries).places.take(watch, newId(), false), 'in')
  }
})
