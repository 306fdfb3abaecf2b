import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { streamLimits } from './stream-limits.ts'
import { EventPortions } from './event-portions.ts'
import { FakeNotes, newJobId, pageNote } from '../testing/fake-ports.ts'

const notesOf = (id: string, count: number): FakeNotes => {
  const notes = new FakeNotes()
  notes.ofJob.set(
    id,
    Array.from({ length: count }, (_, index) => pageNote({ index })),
  )
  return notes
}

describe('portions of events', () => {
  const job = { tenant: 'acme', id: newJobId() }
  const size = streamLimits.notesPerRead

  it('end at the same numbers wherever they begin', async () => {
    const portions = new EventPortions(notesOf(job.id, 2 * size + 3))
    assert.equal((await portions.read(job, 0)).count, size)
    assert.equal((await portions.read(job, 7)).count, size - 7)
    assert.equal((await portions.read(job, size)).count, size)
    assert.equal((await portions.read(job, 2 * size)).count, 3)
    assert.equal((await portions.read(job, 2 * size + 3)).count, 0)
  })

  it('are kept by tenant, job and place, unless they are empty', async () => {
    const portions = new EventPortions(notesOf(job.id, 1))
    const portion = await portions.read(job, 0)
    await portions.read(job, 1)
    assert.equal(portions.kept(job, 0), portion)
    assert.equal(portions.kept(job, 1), null)
    assert.equal(portions.kept({ ...job, tenant: 'other' }, 0), null)
    assert.equal(portions.kept({ ...job, id: newJobId() }, 0), null)
  })

  it('are evicted beyond the bound, least recently used first', async () => {
    const notes = notesOf(job.id, 3)
    const { length } = (await new EventPortions(notes).read(job, 2)).events
    const portions = new EventPortions(notes, 6 * length)
    await portions.read(job, 0)
    await portions.read(job, 1)
    assert.ok(portions.kept(job, 0) !== null)
    await portions.read(job, 2)
    assert.ok(portions.kept(job, 0) !== null)
    await portions.read(job, 2)
    assert.equal(portions.bytes, 6 * length)
    await portions.read({ ...job, tenant: 'other' }, 2)
    assert.equal(portions.kept(job, 1), null)
    assert.ok(portions.kept(job, 0) !== null)
    assert.ok(portions.bytes <= 6 * length)
  })
})
