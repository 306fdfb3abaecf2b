import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FingerprintSet, fingerprintOf } from './fingerprint-set.ts'

const urls = (count: number) => Array.from({ length: count }, (_, at) => `https://site.test/page/${at}`)

describe('FingerprintSet', () => {
  it('knows what was added and nothing else', () => {
    const set = new FingerprintSet(100_000)
    for (const url of urls(20_000)) set.add(fingerprintOf(url))
    assert.equal(set.size, 20_000)
    assert.ok(urls(20_000).every((url) => set.has(fingerprintOf(url))))
    assert.equal(urls(40_000).filter((url) => set.has(fingerprintOf(url))).length, 20_000)
  })

  it('counts a repeated fingerprint once', () => {
    const set = new FingerprintSet(10)
    for (let times = 0; times < 3; times += 1) set.add(7)
    assert.equal(set.size, 1)
  })

  it('takes no more than its bound', () => {
    const set = new FingerprintSet(5)
    for (let at = 1; at <= 10; at += 1) set.add(at)
    assert.equal(set.size, 5)
    assert.equal(set.has(6), false)
  })

  it('is the same after a way through text', () => {
    const set = new FingerprintSet(1_000)
    for (const url of urls(700)) set.add(fingerprintOf(url))
    const again = FingerprintSet.parse(set.toString(), 1_000)
    assert.equal(again.size, 700)
    assert.ok(urls(700).every((url) => again.has(fingerprintOf(url))))
  })
})
