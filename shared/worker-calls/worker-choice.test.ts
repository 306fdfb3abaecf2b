import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseWorker, type ChoiceFacts } from './worker-choice.ts'

const named = (...keys: string[]) => keys.map((key) => ({ key }))
const idle: ChoiceFacts = { affinity: null, inFlight: () => 0, random: Math.random }

/** A random source that returns the given numbers in order. */
const drawing = (...numbers: number[]) => {
  const left = [...numbers]
  return () => left.shift() ?? 0
}

test('without workers there is nothing to choose', () => {
  assert.equal(chooseWorker([], idle), null)
  assert.equal(chooseWorker([], { ...idle, affinity: 's' }), null)
})

test('one worker is always chosen', () => {
  assert.equal(chooseWorker(named('a'), idle)?.key, 'a')
  assert.equal(chooseWorker(named('a'), { ...idle, affinity: 's' })?.key, 'a')
})

test('of two that are drawn the less busy one is chosen, whichever came first', () => {
  const busy: Record<string, number> = { a: 2, b: 1, c: 0 }
  const facts = (random: () => number) => ({ affinity: null, inFlight: (key: string) => busy[key] ?? 0, random })
  assert.equal(chooseWorker(named('a', 'b', 'c'), facts(drawing(0, 0)))?.key, 'b')
  assert.equal(chooseWorker(named('a', 'b', 'c'), facts(drawing(0.4, 0)))?.key, 'b')
  assert.equal(chooseWorker(named('a', 'b', 'c'), facts(drawing(0.9, 0.9)))?.key, 'c')
})

test('workers that are equally busy are all chosen in time, and no draw is left without one', () => {
  const seen = new Set<string>()
  for (let first = 0; first < 1; first += 0.05) {
    for (let other = 0; other < 1; other += 0.05) {
      seen.add(chooseWorker(named('a', 'b', 'c', 'd'), { ...idle, random: drawing(first, other) })?.key ?? 'none')
    }
  }
  assert.deepEqual([...seen].toSorted(), ['a', 'b', 'c', 'd'])
})

const sessions = Array.from({ length: 300 }, (_, index) => `session-${index}`)
const keys = ['a', 'b', 'c', 'd']
const placed = (workers: readonly string[]) =>
  sessions.map((affinity) => chooseWorker(named(...workers), { ...idle, affinity })?.key)

test('a session stays on its worker, in whatever order workers are listed and however busy they are', () => {
  assert.deepEqual(placed(keys), placed(keys.toReversed()))
  const busy = sessions.map((affinity) => chooseWorker(named(...keys), { ...idle, affinity, inFlight: () => 9 })?.key)
  assert.deepEqual(busy, placed(keys))
})

test('when a worker goes, only its own sessions move', () => {
  const before = placed(keys)
  const after = placed(['a', 'b', 'd'])
  for (const [index, key] of before.entries()) if (key !== 'c') assert.equal(after[index], key)
})

test('sessions are spread over all workers', () => {
  const counts = Map.groupBy(placed(keys), (key) => key)
  for (const key of keys) assert.ok((counts.get(key)?.length ?? 0) > 40, key)
})
