/**
 * Pages that make their browser send a message over the size limit: that browser is ended, its attempts record it, and
 * concurrent pages succeed in another. The worker is a separate process whose memory is monitored.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startFixture, type Fixture } from './fixture-server.ts'
import { startHostileLab, type HostileLab } from './hostile-lab.ts'
import { hugeMessages, onSocket, resources } from './hostile-pages.ts'

const mib = 1024 * 1024
const tooLarge = ['browser_crashed', 'browser_message_too_large']
const messageMaxBytes = 32 * mib
/** Parts of one message per browser, its text during decoding, and the worker's usual growth. */
const growthMaxBytes = 300 * mib

describe('a page whose browser sends a message over the bound', () => {
  let site: Fixture
  let lab: HostileLab

  before(async () => {
    site = await startFixture({ ...resources, ...hugeMessages }, { onSocket })
    lab = await startHostileLab([site.port], { SEINE_BROWSER_MESSAGE_MAX_BYTES: String(messageMaxBytes) })
  })
  after(async () => {
    await lab?.close()
    await site?.close()
  })

  for (const path of ['/console', '/console-arguments', '/rejected', '/data-url', '/socket-sent']) {
    test(`${path}: ends that browser, is reported, and harms no other page`, async (ctx) => {
      const url = `${site.origin}${path}`
      const order = { kind: 'capture', url, timeoutMs: 20_000, waitMs: 60_000, budgetMs: 240_000 } as const
      const { answer, beside, peakBytes, beforeBytes, elapsedMs, delayMs } = await lab.attack(
        order,
        `${site.origin}/plain`,
      )
      const grown = peakBytes - beforeBytes
      ctx.diagnostic(
        `${Math.round(elapsedMs)} ms, ${Math.round(grown / mib)} MiB more, turn of ${Math.round(delayMs)} ms`,
      )
      assert.equal(answer.success, false)
      const told = answer.attempts.map(({ outcome, code }) => [outcome, code])
      // First among other pages, then alone: only then is it clear which page sent the message.
      assert.deepEqual(told, [tooLarge, tooLarge])
      assert.ok(beside.length > 0)
      assert.deepEqual(
        beside.filter(({ success }) => !success),
        [],
      )
      assert.ok(grown < growthMaxBytes, `${grown} bytes more`)
    })
  }

  test('a page that is merely large is rendered in full', async () => {
    const order = { kind: 'render', timeoutMs: 60_000, waitMs: 1_000, budgetMs: 240_000 } as const
    const { success, bytes, attempts } = await lab.ask({ ...order, url: `${site.origin}/large-but-sound` })
    assert.ok(success, JSON.stringify(attempts))
    // Six million characters, each written as six bytes in a message.
    assert.ok(bytes > 6 * mib, `${bytes} characters`)
  })
})
