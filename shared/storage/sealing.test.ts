import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { readKeyedHash, readSealing, SealError, type Sealing } from './sealing.ts'

const newKey = (): string => randomBytes(32).toString('base64')

function sealingOf(...keys: string[]): Sealing {
  const sealing = readSealing({ SEINE_SEALING_KEY: keys.join(',') })
  assert.ok(sealing !== null)
  return sealing
}

describe('sealing', () => {
  test('opens what it sealed, in its context', () => {
    const sealing = sealingOf(newKey())
    for (const text of ['', 'cookie=1', 'ü'.repeat(100_000)]) {
      const sealed = sealing.seal(text, 'job-1')
      assert.equal(sealing.open(sealed, 'job-1'), text)
      assert.ok(text === '' || !sealed.includes(text))
    }
  })

  test('opens nothing in another context, and nothing that was changed', () => {
    const sealing = sealingOf(newKey())
    const sealed = sealing.seal('secret', 'job-1')
    assert.throws(() => sealing.open(sealed, 'job-2'), SealError)
    for (const at of [sealed.length - 4, sealed.indexOf('.', 3) + 2]) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      assert.throws(() => sealing.open(sealed.slice(0, at) + other + sealed.slice(at + 1), 'job-1'), SealError)
    }
    for (const text of ['', 'v1', 'v1..', 'v2.a.b', sealed.slice(0, 20)]) {
      assert.throws(() => sealing.open(text, 'job-1'), SealError)
    }
  })

  test('seals the same text differently each time', () => {
    const sealing = sealingOf(newKey())
    assert.notEqual(sealing.seal('a', 'c'), sealing.seal('a', 'c'))
  })

  test('opens with any of its keys and seals with the first', () => {
    const [old, fresh] = [newKey(), newKey()]
    const sealed = sealingOf(old).seal('text', 'c')
    assert.equal(sealingOf(fresh, old).open(sealed, 'c'), 'text')
    assert.throws(() => sealingOf(fresh).open(sealed, 'c'), SealError)
    assert.throws(() => sealingOf(old).open(sealingOf(fresh, old).seal('text', 'c'), 'c'), SealError)
  })

  test('is absent without a key, and says what a key must be without quoting it', () => {
    assert.equal(readSealing({ SEINE_SEALING_KEY: ' ' }), null)
    assert.throws(
      () => readSealing({ SEINE_SEALING_KEY: 'c2hvcnQ=' }),
      (error: Error) => error.message.includes('SEINE_SEALING_KEY') && !error.message.includes('c2hvcnQ'),
    )
  })
})

describe('the keyed hash', () => {
  test('is the same for a text and the first key, and cannot be made without it', () => {
    const [key, other] = [newKey(), newKey()]
    const hashOf = (keys: string, text: string): string => readKeyedHash({ SEINE_SEALING_KEY: keys })(text)
    const own = hashOf(key, 'a@e.com')
    assert.match(own, /^[0-9a-f]{64}$/)
    assert.equal(hashOf(`${key},${other}`, 'a@e.com'), own)
    const others = [hashOf(key, 'b@e.com'), hashOf(other, 'a@e.com'), hashOf('', 'a@e.com')]
    assert.equal(new Set([own, ...others]).size, 4)
  })
})
