import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExtractRequest } from '@seine/shared/pages/extraction.ts'
import { createExtractorPool } from './pool.ts'
import { unpackOutputs } from './testing/unpack-outputs.ts'
import { hostileInputs } from './testing/hostile/inputs.ts'
import { utf8 } from './testing/hostile/input.ts'

const request = (bytes: Uint8Array<ArrayBuffer>, contentType: string): ExtractRequest => ({
  url: 'https://example.org/a',
  bytes,
  contentType,
  formats: ['markdown'],
  onlyMainContent: true,
  compared: true,
})

const neighbour = (at: number): ExtractRequest =>
  request(utf8(`<main><h1>Page ${at}</h1><p>${'An ordinary sentence. '.repeat(20)}</p></main>`), 'text/html')

describe('pages beside hostile ones', () => {
  it('are all answered in full', async () => {
    // Less than some of the hostile pages take, so that their threads are terminated while working.
    const pool = createExtractorPool({ threads: 2, pageBudgetMs: 2_500, plainBudgetMs: 20_000 })
    try {
      const names = ['100,000 nested div', '10 MB of random bytes as HTML', '10 MB of <', 'a CSV of 1,000,000 lines']
      const hostile = hostileInputs
        .filter(({ name }) => names.includes(name))
        .map((input) => pool.extract(request(input.bytes(1), input.contentType), 'acme'))
      assert.equal(hostile.length, names.length)
      const neighbours = await Promise.all(Array.from({ length: 60 }, (_, at) => pool.extract(neighbour(at), 'acme')))
      for (const [at, { degraded, outputs }] of neighbours.entries()) {
        assert.equal(degraded, null)
        assert.ok(unpackOutputs(outputs).markdown?.startsWith(`# Page ${at}`))
      }
      await Promise.all(hostile)
    } finally {
      await pool.close()
    }
  })
})
