/**
 * Pages that flood the client driving the browser with messages within the size limit: the attempt ends in time with an
 * answer of limited size, the worker's memory stays limited, and concurrent pages succeed.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startFixture, type Fixture } from './fixture-server.ts'
import { startHostileLab, type HostileLab } from './hostile-lab.ts'
import type { HostileOrder } from './hostile-orders.ts'
import { floods, onSocket, resources } from './hostile-pages.ts'

const mib = 1024 * 1024
/** One message and its decoded form per browser, the data an attempt may keep, and garbage not yet collected. */
const growthMaxBytes = 600 * mib
/** All URLs, headers and bodies that one answer may list. */
const answerMaxBytes = 60 * mib
/** A minute for an attempt in two browsers and their teardown; the rest is for a busy machine. */
const elapsedMaxMs = 150_000

/** Possible results of a page that needs more memory than its renderer has; never a fault of the worker. */
const outcomes = new Set(['success', 'browser_crashed', 'timeout'])

describe('a page that floods its browser', () => {
  let site: Fixture
  let lab: HostileLab

  before(async () => {
    site = await startFixture({ ...resources, ...floods }, { onSocket })
    lab = await startHostileLab([site.port])
  })
  after(async () => {
    await lab?.close()
    await site?.close()
  })

  const attack = (kind: HostileOrder['kind'], path: string): void => {
    test(`${path}: ends in time, within memory, and harms no other page`, async (ctx) => {
      site.seen.length = 0
      const order = { kind, url: `${site.origin}${path}`, timeoutMs: 15_000, waitMs: 3_000, budgetMs: 60_000 }
      const { answer, beside, peakBytes, beforeBytes, elapsedMs, delayMs } = await lab.attack(
        order,
        `${site.origin}/plain`,
      )
      const grown = peakBytes - beforeBytes
      const what = answer.attempts.map(({ outcome, requests }) => `${outcome} of ${requests} requests`).join(', ')
      const cost = `${Math.round(elapsedMs)} ms, ${Math.round(grown / mib)} MiB more, turn of ${Math.round(delayMs)} ms`
      ctx.diagnostic(`${what}: ${cost}, ${beside.length} beside`)
      assert.ok(answer.attempts.length > 0, answer.kind)
      assert.deepEqual(
        answer.attempts.filter(({ outcome }) => !outcomes.has(outcome)),
        [],
      )
      assert.ok(elapsedMs < elapsedMaxMs)
      assert.ok(answer.bytes < answerMaxBytes, `an answer of ${answer.bytes} bytes`)
      assert.ok(grown < growthMaxBytes, `${grown} bytes more`)
      assert.ok(beside.length > 0)
      assert.deepEqual(
        beside.filter(({ success }) => !success),
        [],
      )
    })
  }

  for (const path of Object.keys(floods)) attack('capture', path)
  for (const path of ['/large-document', '/escaped-document', '/meta-refresh', '/dialogs']) attack('render', path)
})
