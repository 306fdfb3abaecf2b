/**
 * Documents other than HTML through the whole stack: the result for each kind, and the error codes of unreadable ones.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BatchArchiveLine } from '@seine/activities/archive/write-batch-archives.ts'
import { relationshipsOf, zipOf } from '@seine/activities/documents/testing/documents.ts'
import { textLines, uriAction, writePdf } from '@seine/activities/documents/pdf/testing/pdf-writer.ts'
import { allowTarget } from '@seine/tools/stack/egress-allow.ts'
import { html, startFixture, type Fixture, type FixtureHandler } from '../../browser/fixture-server.ts'
import { download, downloadLines } from '../api-client.ts'
import type { TestStack } from '../test-stack.ts'

const office = 'application/vnd.openxmlformats-officedocument'
const wordNames = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const sheetNames = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

const letter = await zipOf({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${office}.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': relationshipsOf([['r1', 'officeDocument', 'word/document.xml']]),
  'word/document.xml': `<w:document ${wordNames}><w:body><w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Berth letter</w:t></w:r></w:p><w:p><w:r><w:t>Berth 7 is yours until May.</w:t></w:r></w:p></w:body></w:document>`,
})

const cell = (name: string, text: string): string => `<c r="${name}" t="inlineStr"><is><t>${text}</t></is></c>`
const tides = await zipOf({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${office}.spreadsheetml.sheet.main+xml"/></Types>`,
  '_rels/.rels': relationshipsOf([['r1', 'officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `<workbook ${sheetNames} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Tides" sheetId="1" r:id="s1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationshipsOf([['s1', 'worksheet', 'worksheets/sheet1.xml']]),
  'xl/worksheets/sheet1.xml': `<worksheet ${sheetNames}><sheetData><row r="1">${cell('A1', 'Day')}${cell('B1', 'High')}</row><row r="2">${cell('A2', 'Monday')}<c r="B2"><v>4.2</v></c></row></sheetData></worksheet>`,
})

const pdfOf = (origin: string): Uint8Array => {
  const [heading, text] = [
    { text: 'Harbour rules', x: 72, y: 720, size: 24, font: 'Helvetica-Bold' as const },
    textLines(['Boats keep to the right of the fairway and', 'answer the lock on channel 10.'], { x: 72, y: 680 }),
  ]
  const link = { rect: [72, 660, 300, 692] as const, action: uriAction(`${origin}/from-pdf`) }
  return writePdf({ pages: [{ texts: [heading, ...text], links: [link] }], info: { Author: 'The harbour master' } })
}

const locked = (): Uint8Array =>
  writePdf({
    pages: [{ texts: [{ text: 'secret', x: 72, y: 700 }] }],
    passwords: { user: 'open sesame', owner: 'owner' },
  })

const feedOf = (origin: string): string =>
  `<rss version="2.0"><channel><title>Harbour news</title><link>${origin}/</link><item><title>Bridge opens</title><link>${origin}/from-feed</link><description>&lt;p&gt;On Sunday.&lt;/p&gt;</description></item></channel></rss>`

const bytes =
  (contentType: string, body: () => Uint8Array | string): FixtureHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': contentType }).end(body())
  }

let fixture: Fixture

export function testDocuments(shared: () => TestStack): void {
  let stack: TestStack
  before(async () => {
    fixture = await startFixture({
      '/': html('<title>Home</title><main><h1>Papers</h1><a href="/rules">Rules</a> <a href="/news">News</a></main>'),
      '/rules': bytes('application/pdf', () => pdfOf(fixture.origin)),
      '/news': bytes('application/rss+xml', () => feedOf(fixture.origin)),
      '/from-pdf': html('<title>Channels</title><p>Channel 10 is the lock.</p>'),
      '/from-feed': html('<title>Bridge</title><p>It opens at noon.</p>'),
      '/letter': bytes('application/octet-stream', () => letter),
      '/tides': bytes(`${office}.spreadsheetml.sheet`, () => tides),
      '/berths.csv': bytes('text/csv', () => 'berth;length\n7;12\n'),
      '/locked': bytes('application/pdf', locked),
      '/broken': bytes('application/pdf', () => '%PDF-1.7\nnothing of the kind'),
      '/old': bytes('application/msword', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')),
      '/latin': bytes('text/html', () =>
        Buffer.from('<title>Caf\xe9</title><p>Na\xefve \x96 r\xe9sum\xe9</p>', 'latin1'),
      ),
    })
    stack = shared()
    await allowTarget(stack.stack.file.egressAllowFile, 'documents', fixture.origin)
  })

  after(async () => {
    await fixture?.close()
  })

  describe('a batch of documents', () => {
    it('reads each kind by its content, and names those that cannot be read', async () => {
      const paths = ['/rules', '/news', '/letter', '/tides', '/berths.csv', '/latin', '/locked', '/broken', '/old']
      const id = await stack.api.startBatch({ urls: paths.map((path) => fixture.origin + path), output: ['markdown'] })
      const final = await stack.api.watch(id)
      assert.equal(final.status, 'completed')
      const lines: BatchArchiveLine[] = await downloadLines(final.s3PresignedUrls?.['markdown'])
      const outcome = new Map(paths.map((path, index) => [path, lines[index]?.errorCode ?? lines[index]?.output]))
      const link = `${fixture.origin}/from-pdf`
      assert.equal(
        outcome.get('/rules'),
        `# Harbour rules\n\n[Boats keep to the right of the fairway and answer the lock on channel 10.](${link})`,
      )
      assert.match(
        String(outcome.get('/news')),
        /^# \[Harbour news\]\(.*\n\n## \[Bridge opens\]\(.*\/from-feed\)\n\nOn Sunday\.$/,
      )
      assert.equal(outcome.get('/letter'), '# Berth letter\n\nBerth 7 is yours until May.')
      assert.match(String(outcome.get('/tides')), /## Tides\n\n\| Day \| High \|\n\|[^\n]*\|\n\| Monday \| 4\.2 \|/)
      assert.match(String(outcome.get('/berths.csv')), /\| berth \| length \|\n\|[^\n]*\|\n\| 7 \| 12 \|/)
      assert.match(String(outcome.get('/latin')), /Naïve – résumé/)
      assert.deepEqual(
        ['/locked', '/broken', '/old'].map((path) => outcome.get(path)),
        ['encrypted_document', 'broken_document', 'unsupported_content_type'],
      )
    })
  })

  describe('a crawl that meets documents', () => {
    it('follows the links of a PDF and of a feed, and reports how each page was read', async () => {
      const id = await stack.api.start({ url: `${fixture.origin}/`, output: ['markdown'], sitemap: 'skip' })
      const final = await stack.api.watch(id)
      const { manifest } = await download(final.s3PresignedUrls?.['markdown'])
      const read = new Map(manifest.pages.map(({ url, extractor }) => [url.slice(fixture.origin.length), extractor]))
      assert.deepEqual([...read.keys()].toSorted(), ['/', '/from-feed', '/from-pdf', '/news', '/rules'])
      assert.deepEqual([read.get('/rules'), read.get('/news')], ['pdf', 'feed'])
      assert.ok(manifest.pages.every(({ degraded, extractMs }) => degraded === null && typeof extractMs === 'number'))
    })
  })
}
