/** Tests redaction in the threads that read pages: performed once, and within limits. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redactionLimits } from '@seine/shared/config/session-limits.ts'
import type { ExtractRequest, GivenText } from '@seine/shared/pages/extraction.ts'
import { createExtractorPool } from '../extract/pool.ts'
import { unpackOutputs } from '../extract/testing/unpack-outputs.ts'
import { redactInThreads } from './redact-in-threads.ts'
import { pageRedaction } from './redacted-scrape.ts'
import { redactionOf, RedactorCache } from './redaction.ts'
import type { Redaction } from '@seine/shared/pages/redaction.ts'

const secret = 'c4n4ry-of-a-page'

const request = (body: string, secrets: readonly string[], more: Partial<ExtractRequest> = {}): ExtractRequest => ({
  url: 'https://shop.test/',
  bytes: new TextEncoder().encode(body),
  contentType: 'text/html; charset=utf-8',
  formats: ['html', 'clean_html', 'markdown', 'links', 'json'],
  onlyMainContent: false,
  compared: false,
  metadata: 'structured',
  jsonSchema: { type: 'object', properties: { title: { type: 'string' } } },
  redaction: pageRedaction({ secrets }) ?? assert.fail('nothing to redact'),
  ...more,
})

const page = `<!doctype html><title>My ${secret}</title><meta property="og:${secret}" content="${secret}">
<script type="application/ld+json">{"@type":"Thing","name":"${secret}"}</script>
<body><h1>${secret}</h1><a href="/a?x=${encodeURIComponent(secret)}">next</a><p title='{"a":"${secret}"}'>text`

describe('a page of a session', () => {
  it('has no secret in anything that a thread hands over, also where it is read the cheap way', async () => {
    const pool = createExtractorPool({ threads: 1 })
    // No page can be read within a millisecond, so it is processed the cheap way.
    const hasty = createExtractorPool({ threads: 1, pageBudgetMs: 1 })
    try {
      const whole = await pool.extract(request(page, [secret]), 'acme')
      const plain = await hasty.extract(request(`${page} ${'<p>word '.repeat(5_000)}`, [secret]), 'acme')
      for (const { outputs, ...rest } of [whole, plain]) {
        const text = JSON.stringify(rest) + Buffer.from(outputs).toString()
        assert.doesNotMatch(text, /c4n4ry/)
        assert.match(text, /\[secret\]/)
      }
      assert.equal(plain.degraded, 'time_budget')
      const { html, markdown } = unpackOutputs(whole.outputs)
      assert.match(html ?? '', /<h1>\[secret\]<\/h1>/)
      assert.match(markdown ?? '', /# \[secret\]/)
      assert.match(whole.metadata.title ?? '', /\[secret\]/)
    } finally {
      await Promise.all([pool.close(), hasty.close()])
    }
  })

  it('keeps no loop from turning, however large it is', async () => {
    const pool = createExtractorPool({ threads: 1, pageBudgetMs: 120_000 })
    let turns = 0
    const timer = setInterval(() => (turns += 1), 5)
    try {
      const body = `<p>${'100%25 \\n &amp; text '.repeat(100_000)}${secret}`
      const read = await pool.extract(request(body, [secret], { formats: ['html'] }), 'acme')
      assert.ok(Buffer.from(read.outputs).includes('[secret]'))
      assert.ok(turns > 3, `${turns} turns`)
    } finally {
      clearInterval(timer)
      await pool.close()
    }
  })
})

describe('texts of a session', () => {
  it('go to a thread in portions, and come back in their places', async () => {
    const portions: (readonly GivenText[])[] = []
    const pool = createExtractorPool({ threads: 1 })
    const counted = {
      redact: async (texts: readonly GivenText[], redaction: Redaction) => {
        portions.push(texts)
        return await pool.redact(texts, redaction, 'acme')
      },
    }
    try {
      const texts = Array.from({ length: 5_000 }, (_, at) => `${at}: ${secret}`)
      const big = `${'x'.repeat(3 * redactionLimits.portionMaxCharacters)}${secret}`
      const told = await redactInThreads(
        { texts, big, short: 'abc' },
        { kind: 'foreign' },
        redactionOf([secret]),
        counted,
      )
      assert.deepEqual(
        told.texts,
        texts.map((_, at) => `${at}: [secret]`),
      )
      assert.equal(told.big.length, big.length - secret.length + '[secret]'.length)
      assert.equal(told.short, 'abc')
      for (const portion of portions) {
        const most = Math.max(...portion.map(({ text }) => text.length))
        const characters = portion.reduce((sum, { text }) => sum + text.length, 0)
        assert.ok(portion.length <= redactionLimits.portionMaxTexts)
        assert.ok(characters < redactionLimits.portionMaxCharacters + most)
      }
      assert.ok(portions.length >= 3)
    } finally {
      await pool.close()
    }
  })

  it('are not shown where a thread cannot redact them', async () => {
    const threadUrl = new URL('../extract/testing/faulty-thread.ts', import.meta.url)
    const pool = createExtractorPool({ threads: 1, threadUrl })
    try {
      const redaction = redactionOf([secret]) ?? assert.fail('nothing to redact')
      assert.deepEqual(await pool.redact([{ text: `a ${secret}` }, { text: 'b' }], redaction, 'acme'), [
        '[secret]',
        '[secret]',
      ])
    } finally {
      await pool.close()
    }
    await assert.rejects(pool.redact([{ text: 'a' }], { key: '', secrets: [secret] }, 'acme'), /closed/)
  })
})

describe('redactors', () => {
  const redactionsOf = (count: number): Redaction[] =>
    Array.from({ length: count }, (_, at) => redactionOf([`secret-${at}`]) ?? assert.fail('nothing'))

  it('are created once for the same secrets, and again for others', () => {
    const cache = new RedactorCache()
    const [one, two] = redactionsOf(2)
    assert.equal(cache.get(one!), cache.get(redactionOf(['secret-0'])!))
    assert.notEqual(cache.get(one!), cache.get(two!))
    for (let uses = 0; uses < 100; uses += 1) cache.get(one!)
    assert.equal(cache.made, 2)
    assert.notEqual(redactionOf(['a,b,', 'cdef'])?.key, redactionOf(['a,b', ',cdef'])?.key)
  })

  it('are cached up to the limits, the most recently used ones', () => {
    const cache = new RedactorCache()
    const given = redactionsOf(redactionLimits.redactorsMax + 5)
    const first = cache.get(given[0]!)
    for (const each of given.slice(1)) {
      cache.get(each)
      cache.get(given[0]!)
    }
    assert.equal(cache.size, redactionLimits.redactorsMax)
    assert.equal(cache.get(given[0]!), first)
    assert.equal(cache.made, given.length)
    const large = Array.from({ length: 40 }, (_, at) => `${at}${'\u{fc}x&'.repeat(8_000)}`)
    for (const each of large) cache.get(redactionOf([each])!)
    assert.ok(cache.bytes <= redactionLimits.redactorsMaxBytes, `${cache.bytes} bytes`)
  })

  it('are not created without secrets to search for', () => {
    assert.equal(redactionOf([]), null)
    assert.equal(redactionOf(['abc', '']), null)
    assert.equal(pageRedaction(null), null)
  })
})
