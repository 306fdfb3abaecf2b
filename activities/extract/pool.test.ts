import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { UnreadableContentError, type Extractor, type ExtractRequest } from '@seine/shared/pages/extraction.ts'
import { createExtractorPool, type ExtractorPoolOptions } from './pool.ts'
import { unpackOutputs } from './testing/unpack-outputs.ts'

const faultyThread = new URL('./testing/faulty-thread.ts', import.meta.url)

function request(body: string, more: Partial<ExtractRequest> = {}): ExtractRequest {
  return {
    url: 'https://example.org/dir/page?token=secret',
    bytes: new TextEncoder().encode(body),
    contentType: 'text/html',
    formats: ['markdown', 'links'],
    onlyMainContent: false,
    compared: true,
    ...more,
  }
}

async function withPool(
  options: Partial<ExtractorPoolOptions>,
  body: (pool: Extractor) => Promise<void>,
): Promise<void> {
  const pool = createExtractorPool({ threads: 1, ...options })
  try {
    await body(pool)
  } finally {
    await pool.close()
  }
}

describe('createExtractorPool', () => {
  it('extracts pages in threads of its own', async () => {
    await withPool({ threads: 2 }, async (pool) => {
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, i) => pool.extract(request(`<h1>Page ${i}</h1><a href=/${i}>next</a>`), 'acme')),
      )
      for (const [i, result] of results.entries()) {
        assert.equal(unpackOutputs(result.outputs).markdown, `# Page ${i}\n\n[next](https://example.org/${i})`)
        assert.deepEqual(unpackOutputs(result.outputs).links, [`https://example.org/${i}`])
        assert.equal(result.degraded, null)
      }
    })
  })

  it('passes on that content is unsupported', async () => {
    await withPool({}, async (pool) => {
      const film = request('\0\u0001\u0002', { contentType: 'video/mp4' })
      await assert.rejects(pool.extract(film, 'acme'), (error) => {
        assert.ok(error instanceof UnreadableContentError)
        assert.equal(error.code, 'unsupported_content_type')
        return true
      })
      assert.equal(unpackOutputs((await pool.extract(request('<p>next'), 'acme')).outputs).markdown, 'next')
    })
  })

  it('frees the bytes of a page that has been answered', async () => {
    await withPool({}, async (pool) => {
      const page = request('<p>read')
      const film = request('\0\u0001\u0002', { contentType: 'video/mp4' })
      assert.equal(unpackOutputs((await pool.extract(page, 'acme')).outputs).markdown, 'read')
      await assert.rejects(pool.extract(film, 'acme'), UnreadableContentError)
      assert.deepEqual([page.bytes.byteLength, film.bytes.byteLength], [0, 0])
    })
  })

  it('takes pages that are views of a larger buffer', async () => {
    await withPool({}, async (pool) => {
      const shared = new TextEncoder().encode('xxx<p>inside</p>yyy')
      const result = await pool.extract(request('', { bytes: shared.subarray(3, 16) }), 'acme')
      assert.equal(unpackOutputs(result.outputs).markdown, 'inside')
      assert.equal(shared.byteLength, 19)
    })
  })

  it('hands large pages over instead of copying them', async () => {
    await withPool({}, async (pool) => {
      const bytes = new TextEncoder().encode(`<p>large</p><!--${'x'.repeat(extractLimits.retainedMaxBytes)}-->`)
      assert.equal(unpackOutputs((await pool.extract(request('', { bytes }), 'acme')).outputs).markdown, 'large')
      assert.equal(bytes.byteLength, 0)
    })
  })

  it('kills a page that hangs and answers it the cheap way, while its neighbours succeed', async () => {
    await withPool({ threads: 2, threadUrl: faultyThread, pageBudgetMs: 1_500 }, async (pool) => {
      const bodies = ['hang', ...Array.from({ length: 20 }, (_, i) => `ok ${i}`)]
      const results = await Promise.all(bodies.map((body) => pool.extract(request(body), 'acme')))
      assert.deepEqual(
        results.map((result) => result.extractor),
        bodies,
      )
      assert.deepEqual(
        results.map((result) => result.degraded),
        ['time_budget', ...Array.from({ length: 20 }, () => null)],
      )
    })
  })

  it('gives an empty result when the cheap way hangs as well', async () => {
    await withPool({ threadUrl: faultyThread, pageBudgetMs: 1_000, plainBudgetMs: 1_000 }, async (pool) => {
      const result = await pool.extract(request('always hang'), 'acme')
      assert.deepEqual(
        [unpackOutputs(result.outputs), result.links, result.extractor, result.degraded],
        [{ markdown: '', links: [] }, [], 'none', 'time_budget'],
      )
      assert.equal((await pool.extract(request('ok'), 'acme')).extractor, 'ok')
    })
  })

  for (const [fault, reason] of [
    ['crash', 'thread_crash'],
    ['exit', 'thread_crash'],
    ['flood', 'memory_budget'],
    ['buffers', 'memory_budget'],
    ['parse', 'memory_budget'],
  ] as const) {
    it(`survives a thread that ends by ${fault}`, async () => {
      await withPool({ threadUrl: faultyThread, pageBudgetMs: 60_000, threadMemoryMaxMb: 64 }, async (pool) => {
        const [lost, next] = await Promise.all([
          pool.extract(request(fault), 'acme'),
          pool.extract(request('ok'), 'acme'),
        ])
        assert.deepEqual([lost.degraded, next.degraded], [reason, null])
      })
    })
  }

  it('reports a lost thread without the query of the page', async () => {
    const logged: unknown[] = []
    const logger = { warn: (fields: unknown) => logged.push(fields) } as unknown as NonNullable<
      ExtractorPoolOptions['logger']
    >
    await withPool({ threadUrl: faultyThread, logger }, async (pool) => {
      await pool.extract(request('crash'), 'acme')
      assert.deepEqual(logged, [{ url: 'https://example.org/dir/page', reason: 'thread_crash', secondAttempt: false }])
    })
  })

  it('renews a thread after its share of pages', async () => {
    await withPool({ threadUrl: faultyThread }, async (pool) => {
      const threadOf = async (): Promise<string | undefined> => (await pool.extract(request('ok'), 'acme')).warnings[0]
      const first = await threadOf()
      const rest = await Promise.all(Array.from({ length: extractLimits.threadPagesMax - 1 }, threadOf))
      assert.ok(rest.every((thread) => thread === first))
      assert.notEqual(await threadOf(), first)
    })
  })

  it('keeps the event loop free while it works', async () => {
    await withPool({ threadUrl: faultyThread, pageBudgetMs: 1_000 }, async (pool) => {
      let ticks = 0
      const timer = setInterval(() => ticks++, 10)
      await pool.extract(request('hang'), 'acme')
      clearInterval(timer)
      assert.ok(ticks >= 5)
    })
  })

  it('does not count a stall of this process against a page that is done', async () => {
    // The wall time limit passes during the stall, and afterwards the thread still has the full time for its page.
    await withPool({ threadUrl: faultyThread, pageBudgetMs: 800 }, async (pool) => {
      await pool.extract(request('warm'), 'acme')
      const pending = pool.extract(request('ok'), 'acme')
      await new Promise((resolve) => setImmediate(resolve))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800 * extractLimits.wallTimeFactor + 200)
      assert.equal((await pending).degraded, null)
    })
  })

  it('replaces a thread that is lost in a regular expression', async () => {
    await withPool({ threadUrl: faultyThread, pageBudgetMs: 1_000 }, async (pool) => {
      assert.equal((await pool.extract(request('regex'), 'acme')).degraded, 'time_budget')
      assert.equal((await pool.extract(request('ok'), 'acme')).degraded, null)
    })
  })

  it('replaces a thread in which a page has left an active resource or an error', async () => {
    await withPool({ threadUrl: faultyThread }, async (pool) => {
      const threadOf = async (body: string): Promise<string | undefined> =>
        (await pool.extract(request(body), 'acme')).warnings[0]
      const first = await threadOf('ok')
      assert.equal(await threadOf('residue'), first)
      assert.notEqual(await threadOf('ok'), first)
    })
  })

  it('has no room while too many bytes wait for a thread', async () => {
    await withPool({ threadUrl: faultyThread, queueMaxBytes: 10 }, async (pool) => {
      await pool.untilCapacity('acme')
      const busy = pool.extract(request('first'), 'acme')
      const pending = pool.extract(request('second page'), 'acme')
      const order: string[] = []
      const told = [
        pending.then(() => order.push('answered')),
        pool.untilCapacity('acme').then(() => order.push('room')),
        busy.then(() => order.push('busy')),
      ]
      await Promise.all(told)
      assert.deepEqual(order.toSorted(), ['answered', 'busy', 'room'])
      assert.ok(order.indexOf('room') < order.indexOf('answered'))
    })
  })

  it('answers a document that exceeds the limits with its own fault', async () => {
    await withPool({ pageBudgetMs: 0 }, async (pool) => {
      await assert.rejects(pool.extract(request('%PDF-1.7'), 'acme'), { code: 'document_too_large' })
    })
  })

  it('reports threads that cannot start', async () => {
    await withPool({ threadUrl: new URL('./testing/broken-thread.ts', import.meta.url) }, async (pool) => {
      await assert.rejects(pool.extract(request('ok'), 'acme'), { name: 'ThreadStartError' })
    })
  })

  it('ends everything when it is closed', async () => {
    const pool = createExtractorPool({ threads: 1, threadUrl: faultyThread })
    await pool.extract(request('warm'), 'acme')
    const pending = [pool.extract(request('hang'), 'acme'), pool.extract(request('ok'), 'acme')]
    const outcomes = Promise.allSettled(pending)
    await pool.close()
    assert.deepEqual(
      (await outcomes).map((outcome) => outcome.status),
      ['rejected', 'rejected'],
    )
    await assert.rejects(pool.extract(request('late'), 'acme'), /closed/)
  })

  it('answers a hostile page within its budget', async () => {
    await withPool({}, async (pool) => {
      const result = await pool.extract(request(`${'<div>'.repeat(100_000)}<p>end</p>`), 'acme')
      assert.equal(result.degraded, 'depth_cap')
      assert.ok(unpackOutputs(result.outputs).markdown?.includes('end'))
    })
  })
})
