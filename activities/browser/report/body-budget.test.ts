import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RecordedBody } from '../recorder/messages/model.ts'
import { BodyBudget } from './body-budget.ts'

const body = (text: string, encoding: 'utf8' | 'base64' = 'utf8'): RecordedBody => ({
  kind: 'kept',
  text,
  encoding,
  bytes: Buffer.byteLength(text, encoding),
  truncated: false,
})

describe('the budget of bodies', () => {
  it('leaves out what does not fit, and takes something smaller after it', () => {
    const budget = new BodyBudget(10)
    const kinds = ['x'.repeat(8), 'yyy', 'zz'].map((text) => budget.admit(body(text)).kind)
    assert.deepEqual(kinds, ['kept', 'omitted', 'kept'])
    assert.equal(budget.used, 10)
  })

  it('counts bytes that are no text as they are', () => {
    const budget = new BodyBudget(3)
    assert.equal(budget.admit(body('AAAA', 'base64')).kind, 'kept')
    assert.equal(budget.used, 3)
  })

  it('counts what JSON makes of control characters, by half', () => {
    const budget = new BodyBudget(100)
    assert.equal(budget.admit(body('\u0001'.repeat(34))).kind, 'omitted')
    assert.equal(budget.admit(body('\u0001'.repeat(33))).kind, 'kept')
    assert.equal(budget.used, 99)
    const usual = new BodyBudget(100)
    const json = JSON.stringify({ a: 'b', c: ['d', 'e'] })
    assert.equal(usual.admit(body(json)).kind, 'kept')
    assert.equal(usual.used, json.length)
  })
})
