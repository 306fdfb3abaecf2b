import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FinishedPageRead } from '@seine/activities/segments/pages/finished-pages.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { jobId, jobInput } from '../testing/simulated-delivery.ts'
import { createPageDocuments } from './page-documents.ts'

const note = {
  index: 4,
  url: 'https://site.example/4',
  finalUrl: 'https://site.example/four',
  status: 200,
  success: true,
  error: null,
  errorCode: null,
  attempts: 1,
}

const found = (outputs: object | null, own: object = {}): FinishedPageRead => {
  const record = { title: 'Four', outputs, warnings: [], attempts: [], screenshot: 'shots/4.png', metadata: null }
  return {
    number: 3,
    atMs: 0,
    note,
    page: null,
    record: outputs === null ? null : record,
    ...own,
  } as unknown as FinishedPageRead
}

/** Returns the document of a page, and which part of the list of pages was read. */
async function documentOf(page: FinishedPageRead, output: string[], bytesMax = 10_000) {
  const asked: unknown[] = []
  const documents = createPageDocuments({
    store: { presign: async (key, _name, _type, secs) => await Promise.resolve(`https://store/${key}?${secs}`) },
    pages: {
      async *after(_job, after, max) {
        asked.push([after, max])
        yield await Promise.resolve(page)
      },
    },
    linkLifetimeSecs: 60,
  })
  const document = await documents.of(jobInput({ output } as object), page, bytesMax)
  return { asked, document, metadata: document.metadata, size: Buffer.byteLength(JSON.stringify(document)) }
}

describe('documents of events', () => {
  it('have the formats of the job under the names of that API', async () => {
    const outputs = { markdown: '# Four', html: '<h1>', clean_html: '<b>', links: ['https://site.example/5'] }
    const { document, asked } = await documentOf(found(outputs), ['markdown', 'html', 'clean_html', 'screenshot'])
    assert.deepEqual(asked, [[2, 1]])
    const { metadata, ...content } = document
    assert.deepEqual(content, {
      docId: `${jobId}/4`,
      markdown: '# Four',
      html: '<b>',
      rawHtml: '<h1>',
      screenshot: 'https://store/shots/4.png?60',
    })
    assert.deepEqual(
      [metadata['sourceURL'], metadata['url'], metadata['statusCode'], metadata['title']],
      [note.url, note.finalUrl, 200, 'Four'],
    )
  })

  it('lose their largest members, by name, until they fit', async () => {
    const outputs = { markdown: 'ö'.repeat(1_000), html: 'h'.repeat(9_000), clean_html: 'c'.repeat(4_000) }
    const { document, size } = await documentOf(found(outputs), ['markdown', 'html', 'clean_html'], 4_000)
    assert.ok(size <= 4_000, String(size))
    assert.equal(document['markdown'], outputs.markdown)
    assert.deepEqual([document['html'], document['rawHtml']], [undefined, undefined])
    assert.match(String(document['warning']), /`rawHtml`, `html` left out.*GET \/v2\/crawl\/crawl-/)
    const { document: whole } = await documentOf(found(outputs), ['markdown', 'html', 'clean_html'], 20_000)
    assert.equal(whole['warning'], undefined)
  })

  it('keep the address of a page whose own facts exceed the bound', async () => {
    const page = found({ markdown: '#' }, { record: { title: 't'.repeat(5_000), outputs: {}, warnings: [] } })
    const { size, metadata, document } = await documentOf(page, ['markdown'], 2_000)
    assert.ok(size <= 2_000, String(size))
    assert.deepEqual([metadata['sourceURL'], metadata['title']], [note.url, undefined])
    assert.match(String(document['warning']), /content and metadata left out/)
  })

  it('name the content that can no longer be read', async () => {
    const { document } = await documentOf(found(null), ['markdown', 'links'])
    assert.equal(document['warning'], '`markdown`, `links` unavailable')
  })

  it('of a page that failed say which one it is and why, without reading it', async () => {
    const failed = { ...note, success: false, status: null, finalUrl: null, error: 'no answer', errorCode: 'timeout' }
    const { document, asked } = await documentOf(found(null, { note: failed }), ['markdown'])
    assert.deepEqual(asked, [])
    const metadata = { sourceURL: note.url, url: note.url, error: 'no answer' }
    assert.deepEqual(document, { docId: `${jobId}/4`, metadata })
  })

  it('are read a few at a time', async () => {
    let reading = 0
    let most = 0
    const documents = createPageDocuments({
      store: { presign: async () => await Promise.resolve('') },
      pages: {
        async *after() {
          reading += 1
          most = Math.max(most, reading)
          await new Promise((resolve) => {
            setTimeout(resolve, 5)
          })
          reading -= 1
          yield found({ markdown: '#' })
        },
      },
      linkLifetimeSecs: 60,
    })
    const input = jobInput({ output: ['markdown'] })
    await Promise.all(Array.from({ length: 12 }, async () => await documents.of(input, found({}), 10_000)))
    assert.equal(most, webhookLimits.documentReadsMax)
  })
})
