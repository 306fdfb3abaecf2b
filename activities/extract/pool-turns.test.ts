/** Tests how pages of one tenant affect those of others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Extractor, ExtractRequest, PackedResult } from '@seine/shared/pages/extraction.ts'
import { createExtractorPool, type ExtractorPoolOptions } from './pool.ts'

const threadUrl = new URL('./testing/faulty-thread.ts', import.meta.url)
/** Longer than any of these tests: a page that hangs holds its thread until the pool is closed. */
const never = 600_000

const page = (body: string): ExtractRequest => ({
  url: 'https://example.org/',
  bytes: new TextEncoder().encode(body),
  contentType: 'text/html',
  formats: ['markdown'],
  onlyMainContent: false,
  compared: false,
})

async function withPool(
  options: Partial<ExtractorPoolOptions>,
  body: (pool: Extractor, hold: (tenant: string) => void) => Promise<void>,
): Promise<void> {
  const pool = createExtractorPool({ threads: 2, threadUrl, pageBudgetMs: never, ...options })
  // They end when the pool is closed.
  const hold = (tenant: string): void => void pool.extract(page('hang'), tenant).catch(() => undefined)
  try {
    await body(pool, hold)
  } finally {
    await pool.close()
  }
}

const threadOf = ({ warnings }: PackedResult): string | undefined => warnings[0]

describe('turns of tenants in the extraction pool', () => {
  it('serves others by a spare thread while one tenant holds all threads', async () => {
    await withPool({}, async (pool, hold) => {
      for (let n = 0; n < 5; n += 1) hold('attacker')
      const results = await Promise.all(Array.from({ length: 20 }, () => pool.extract(page('ok'), 'other')))
      assert.equal(new Set(results.map(threadOf)).size, 1)
    })
  })

  it('leaves the spare thread to tenants that hold no other thread', async () => {
    await withPool({}, async (pool, hold) => {
      for (let n = 0; n < 2; n += 1) hold('attacker')
      await pool.extract(page('ok'), 'other')
      const own = pool.extract(page('ok'), 'attacker').then(
        () => 'answered',
        () => 'closed',
      )
      for (let n = 0; n < 20; n += 1) await pool.extract(page('ok'), 'other')
      assert.equal(await Promise.race([own, Promise.resolve('waits')]), 'waits')
    })
  })

  it('leaves it to them also while a thread restarts that another tenant has lost', async () => {
    await withPool({ threads: 1, pageBudgetMs: 500, threadAfterMs: 0 }, async (pool) => {
      const lost = pool.extract(page('hang'), 'attacker')
      const served = await pool.extract(page('ok'), 'other')
      const plain = await lost
      assert.equal(plain.degraded, 'time_budget')
      assert.notEqual(threadOf(plain), threadOf(served))
    })
  })

  it('answers a page that lost its thread with an idle thread, without waiting for a new one', async () => {
    await withPool({ pageBudgetMs: 500, threadAfterMs: 0 }, async (pool) => {
      const known = new Set<string | undefined>()
      // One of the two may be ready much earlier than the other.
      while (known.size < 2) {
        const pair = await Promise.all([pool.extract(page('ok'), 'alone'), pool.extract(page('ok'), 'alone')])
        for (const result of pair) known.add(threadOf(result))
      }
      assert.ok(known.has(threadOf(await pool.extract(page('hang'), 'alone'))))
    })
  })

  it('starts a second thread only when pages wait', async () => {
    await withPool({ threadAfterMs: 0 }, async (pool, hold) => {
      const used = new Set<string | undefined>()
      for (let n = 0; n < 20; n += 1) used.add(threadOf(await pool.extract(page('ok'), 'alone')))
      assert.equal(used.size, 1)
      hold('alone')
      assert.ok(!used.has(threadOf(await pool.extract(page('ok'), 'alone'))))
    })
  })

  it('starts no spare thread for the only tenant', async () => {
    await withPool({ threadAfterMs: 0 }, async (pool) => {
      const results = await Promise.all(Array.from({ length: 200 }, () => pool.extract(page('ok'), 'alone')))
      assert.ok(new Set(results.map(threadOf)).size <= 2)
    })
  })

  it('serves pages of a tenant although others have texts without end', async () => {
    await withPool({ threads: 1, threadAfterMs: never }, async (pool) => {
      const over = new AbortController()
      const flood = async (tenant: string): Promise<void> => {
        while (!over.signal.aborted) await pool.redact([{ text: 'a' }], { key: 'k', secrets: ['secret'] }, tenant)
      }
      const floods = ['a', 'b', 'b'].map(flood)
      await pool.extract(page('ok'), 'other')
      over.abort()
      await Promise.all(floods)
    })
  })

  it('replaces the spare thread when a page has ended it', async () => {
    await withPool({}, async (pool, hold) => {
      for (let n = 0; n < 2; n += 1) hold('attacker')
      assert.equal((await pool.extract(page('crash'), 'other')).degraded, 'thread_crash')
      assert.equal((await pool.extract(page('ok'), 'third')).degraded, null)
    })
  })

  it('starts no spare thread where pages only wait for their turn', async () => {
    await withPool({ threadAfterMs: never }, async (pool) => {
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, at) => pool.extract(page('ok'), `tenant-${at % 6}`)),
      )
      assert.ok(new Set(results.map(threadOf)).size <= 2)
    })
  })

  it('takes the pages of many tenants in turns', async () => {
    await withPool({ threads: 1, threadAfterMs: never }, async (pool) => {
      await pool.extract(page('warm'), 'a')
      const order: string[] = []
      const asked = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(async (tenant) => {
        await pool.extract(page('ok'), tenant)
        order.push(tenant)
      })
      await Promise.all(asked)
      assert.equal(order.join(''), 'abcabaa')
    })
  })

  it('has texts of a tenant redacted while another holds all threads', async () => {
    await withPool({}, async (pool, hold) => {
      for (let n = 0; n < 2; n += 1) hold('attacker')
      const redacted = await pool.redact([{ text: 'a' }], { key: 'k', secrets: ['secret'] }, 'other')
      // This thread does not know how to redact texts, so it returns none of them.
      assert.deepEqual(redacted, ['[secret]'])
    })
  })

  it('keeps room for tenants none of whose pages waits', async () => {
    await withPool({ threads: 1, queueMaxBytes: 10, threadAfterMs: never }, async (pool, hold) => {
      hold('attacker')
      await pool.untilCapacity('attacker')
      const waiting = Array.from({ length: 2 }, () => pool.extract(page('6bytes'), 'attacker').catch(() => undefined))
      let hasRoom = false
      const room = pool.untilCapacity('attacker').then(() => (hasRoom = true))
      await pool.untilCapacity('other')
      assert.equal(hasRoom, false)
      await pool.close()
      await Promise.all([...waiting, room])
    })
  })
})
