import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convert } from './testing/converted-pdf.ts'
import { writePdf } from './testing/pdf-writer.ts'

const warningsOf = async (drawing: string): Promise<readonly string[]> => {
  const pages = [{ texts: [{ text: 'A page with text', x: 72, y: 700 }] }, { texts: [], drawing }]
  return (await convert(writePdf({ pages }))).warnings
}

describe('pages without text', () => {
  it('are scans when a picture fills them, in any nesting of spaces', async () => {
    assert.deepEqual(await warningsOf('q 612 0 0 792 0 0 cm /Im0 Do Q'), ['pdf_pages_scanned'])
    assert.deepEqual(await warningsOf('q 0.24 0 0 0.24 0 0 cm q 2550 0 0 3300 0 0 cm /Im0 Do Q Q'), [
      'pdf_pages_scanned',
    ])
    assert.deepEqual(await warningsOf('612 0 0 792 0 0 cm /Im0 Do'), ['pdf_pages_scanned'])
  })

  it('are no scans when they have a drawing or a small picture', async () => {
    assert.deepEqual(await warningsOf('q 612 0 0 792 0 0 cm 0 0 1 1 re f Q'), [])
    assert.deepEqual(await warningsOf('q 0.1 0 0 0.1 0 0 cm q 700 0 0 700 0 0 cm /Im0 Do Q Q'), [])
    assert.deepEqual(await warningsOf('q 60 0 0 60 0 0 cm /Im0 Do Q'), [])
  })
})
