import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { UnreadableContentError, type Extractor, type PackedResult } from '@seine/shared/pages/extraction.ts'
import { createExtractorPool } from './pool.ts'
import { unpackOutputs } from './testing/unpack-outputs.ts'
import type { HostileInput } from './testing/hostile/input.ts'
import { hostileInputs } from './testing/hostile/inputs.ts'

/** The machine may be busy: these tests check that there is an answer, not how long it takes. */
const busyFactor = 8

/**
 * The other inputs run at a tenth of their size, which is enough to detect disproportionate growth. The report runs all
 * at full size.
 */
const atFullSize = new Set([
  '260,000 elements',
  '100,000 nested div',
  '10 MB of <',
  '10 MB of &',
  'a class list of 8 MB',
  '10 MB of random bytes as HTML',
])
const shareOf = ({ name }: HostileInput): number => (atFullSize.has(name) ? 1 : 0.1)

async function extracted(pool: Extractor, input: HostileInput): Promise<PackedResult | UnreadableContentError> {
  try {
    return await pool.extract(
      {
        url: 'https://example.org/a/b?c=d',
        bytes: input.bytes(shareOf(input)),
        contentType: input.contentType,
        formats: ['markdown', 'clean_html', 'links'],
        onlyMainContent: true,
        metadata: 'structured',
        compared: true,
      },
      'acme',
    )
  } catch (error) {
    if (error instanceof UnreadableContentError) return error
    throw error
  }
}

describe('extraction of hostile input', { concurrency: 2 }, () => {
  let pool: Extractor
  before(() => {
    pool = createExtractorPool({ threads: 2, pageBudgetMs: 5_000 * busyFactor, plainBudgetMs: 2_000 * busyFactor })
  })
  after(() => pool.close())

  for (const input of hostileInputs) {
    it(`answers ${input.name}${shareOf(input) === 1 ? '' : ', or a tenth of that'}`, async () => {
      const result = await extracted(pool, input)
      if (result instanceof UnreadableContentError) {
        assert.equal(input.expect, null, result.message)
        return
      }
      const lost = ['memory_budget', 'thread_crash', 'extractor_error']
      // The reading of a document ends itself in time; a page that was ended from outside leaves no text, or plain
      // text.
      if (['none', 'plain-text'].includes(result.extractor)) lost.push('time_budget')
      assert.ok(!lost.includes(result.degraded ?? ''), `${result.degraded}: ${result.warnings.join()}`)
      const { markdown, clean_html: clean } = unpackOutputs(result.outputs)
      if (input.expect === null) return
      assert.ok(markdown?.includes(input.expect), `Markdown of ${markdown?.length} characters`)
      assert.ok(clean?.includes(input.expect), `clean HTML of ${clean?.length} characters`)
    })
  }
})
