import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TenantQueue } from './tenant-queue.ts'

interface Named {
  tenant: string
  name: string
  rank?: number
}

const lineOf = (...names: string[]): TenantQueue<Named> => {
  const line = new TenantQueue<Named>()
  for (const name of names) line.push({ tenant: name[0]!, name })
  return line
}

const namesOf = (line: ReturnType<typeof lineOf>): string[] => {
  const names: string[] = []
  for (let item = line.take(); item !== undefined; item = line.take()) names.push(item.name)
  return names
}

describe('TenantQueue', () => {
  it('gives tenants turns, and keeps the order of each', () => {
    const line = lineOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2')
    assert.equal(line.size, 6)
    assert.deepEqual(namesOf(line), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
    assert.equal(line.size, 0)
  })

  it('puts a tenant who comes again behind those who wait', () => {
    const line = lineOf('a1', 'a2', 'b1')
    assert.equal(line.take()?.name, 'a1')
    line.push({ tenant: 'c', name: 'c1' })
    assert.deepEqual(namesOf(line), ['b1', 'a2', 'c1'])
  })

  it('puts something before all else of its tenant', () => {
    const line = lineOf('a1', 'b1')
    line.putFirst({ tenant: 'b', name: 'b0' })
    assert.deepEqual(namesOf(line), ['a1', 'b0', 'b1'])
  })

  it('puts lower ranks before higher ones, in their order and of their tenant alone', () => {
    const line = lineOf('a1', 'b1')
    for (const name of ['a2', 'a3']) line.push({ tenant: 'a', name, rank: -1 })
    line.push({ tenant: 'a', name: 'a4' })
    assert.deepEqual(namesOf(line), ['a2', 'b1', 'a3', 'a1', 'a4'])
  })

  it('passes over tenants who may have no turn, who keep their place', () => {
    const line = lineOf('a1', 'a2', 'b1', 'c1')
    assert.equal(line.take((tenant) => tenant !== 'a')?.name, 'b1')
    assert.equal(
      line.take((tenant) => tenant === 'b'),
      undefined,
    )
    assert.equal(
      line.hasAny((tenant) => tenant === 'b'),
      false,
    )
    assert.deepEqual([line.sizeOf('a'), line.sizeOf('b')], [2, 0])
    assert.deepEqual(namesOf(line), ['a1', 'c1', 'a2'])
  })

  it('lets an item leave, and forgets a tenant without any', () => {
    const line = lineOf('a1', 'b1')
    const item = { tenant: 'a', name: 'a2' }
    line.push(item)
    line.remove(item)
    line.remove(item)
    assert.equal(line.size, 2)
    const only = { tenant: 'c', name: 'c1' }
    line.push(only)
    line.remove(only)
    assert.equal(
      line.hasAny((tenant) => tenant === 'c'),
      false,
    )
    assert.deepEqual(namesOf(line), ['a1', 'b1'])
  })

  it('gives everything at once', () => {
    const line = lineOf('a1', 'b1', 'a2')
    assert.deepEqual(
      line.drain().map(({ name }) => name),
      ['a1', 'a2', 'b1'],
    )
    assert.deepEqual([line.size, line.take(), line.sizeOf('a')], [0, undefined, 0])
  })
})
