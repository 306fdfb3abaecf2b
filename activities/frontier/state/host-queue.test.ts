import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HostQueue } from './host-queue.ts'

const all = () => 'take' as const
const turn = (place: number) => ({ wave: 1, place })

describe('HostQueue', () => {
  it('keeps URLs by depth, then by discovery', () => {
    const queue = new HostQueue()
    for (const [seq, depth] of [
      [5, 2],
      [1, 1],
      [9, 1],
      [3, 2],
      [0, 0],
    ] as const) {
      queue.push(seq, { wave: depth, place: seq })
    }
    assert.deepEqual(queue.take(10, all), [0, 1, 9, 3, 5])
    assert.equal(queue.size, 5)
  })

  it('takes only eligible ones and leaves them queued until they are removed', () => {
    const queue = new HostQueue()
    for (let seq = 0; seq < 6; seq += 1) queue.push(seq, turn(seq))
    assert.deepEqual(
      queue.take(2, (seq) => (seq % 2 === 1 ? 'take' : 'pass')),
      [1, 3],
    )
    assert.deepEqual(
      queue.take(9, (seq) => (seq === 3 ? 'stop' : 'take')),
      [0, 1, 2],
    )
    queue.remove(1, turn(1))
    queue.remove(0, turn(0))
    queue.remove(4, turn(4))
    assert.deepEqual(queue.take(10, all), [2, 3, 5])
    assert.deepEqual(queue.peek(), { seq: 2, wave: 1, place: 2 })
  })

  it('stays in order while thousands come and go', () => {
    const queue = new HostQueue()
    for (let seq = 0; seq < 5_000; seq += 1) queue.push(seq, turn(seq))
    for (let seq = 0; seq < 4_000; seq += 1) queue.remove(seq, turn(seq))
    queue.push(10, turn(10))
    assert.deepEqual(queue.take(2, all), [10, 4_000])
    assert.equal(queue.size, 1_001)
  })

  it('lets URLs out of its middle and in again, late ones behind', () => {
    const queue = new HostQueue()
    for (let seq = 0; seq < 10; seq += 1) queue.push(seq, turn(seq))
    for (const seq of [3, 4, 5]) queue.remove(seq, turn(seq))
    queue.push(4, turn(4))
    queue.push(3, { wave: 2, place: 10 })
    queue.push(10, { wave: 2, place: 10 })
    queue.remove(4, turn(4))
    queue.remove(4, turn(4))
    assert.equal(queue.size, 9)
    assert.deepEqual(queue.take(20, all), [0, 1, 2, 6, 7, 8, 9, 3, 10])
  })

  it('is empty when everything has been removed, and usable again', () => {
    const queue = new HostQueue()
    queue.push(1, turn(1))
    queue.remove(1, turn(1))
    queue.remove(1, turn(1))
    assert.equal(queue.peek(), null)
    queue.push(0, turn(0))
    assert.deepEqual(queue.take(1, all), [0])
  })
})
