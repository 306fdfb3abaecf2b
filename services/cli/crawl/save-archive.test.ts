import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { saveArchives } from './save-archive.ts'
import { crawlArchive } from './testing/crawl-archive.ts'

const limits = { downloadAttemptsMax: 3, downloadSilenceMs: 1_000, retryFirstMs: 1, retryMaxMs: 5 }

/** Starts a store that answers a path with bytes, or with the faults queued for it first. */
async function store(
  t: TestContext,
  objects: Record<string, Buffer>,
  faults: ('403' | 'cut' | 'silent' | 'no answer')[] = [],
) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    asked.push(url)
    const bytes = objects[url.split('?')[0]?.slice(1) ?? '']
    const fault = faults.shift()
    if (fault === '403' || bytes === undefined) response.writeHead(403).end('<Error/>')
    else if (fault === 'cut') {
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, 20), () => response.destroy())
    } else if (fault === 'silent') {
      response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 20))
    } else if (fault !== 'no answer') response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const directory = await mkdtemp(path.join(tmpdir(), 'seine-save-'))
  t.after(async () => {
    server.close().closeAllConnections()
    await rm(directory, { recursive: true })
  })
  const notes: string[] = []
  let links = 0
  const save = (formats: string[]) =>
    saveArchives({
      directory,
      formats,
      linkFor: async (format) => {
        links += 1
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${format}?signature=${links}`
      },
      limits,
      note: (text) => notes.push(text),
    })
  return { save, directory, notes, asked }
}

const listing = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true })).toSorted()

describe('saving a crawl', () => {
  test('one format lies directly below the folder, manifest untouched', async (t) => {
    const bytes = await crawlArchive({ pages: { 'pages/000001-index.md': '# Index' } })
    const { save, directory } = await store(t, { markdown: bytes })
    const saved = await save(['markdown'])
    assert.deepEqual(await listing(directory), [
      'manifest.json',
      'markdown.zip',
      'pages',
      'pages/000001-index.md',
      'urls.jsonl',
    ])
    assert.deepEqual(await readFile(path.join(directory, 'markdown.zip')), bytes)
    assert.deepEqual(saved.archives, [
      { format: 'markdown', file: path.join(directory, 'markdown.zip'), bytes: bytes.length },
    ])
    const manifest = JSON.parse(await readFile(path.join(directory, 'manifest.json'), 'utf8'))
    assert.deepEqual(manifest.files, { 'pages/000001-index.md': 'http://site/index' })
    assert.equal(saved.files, 1)
    assert.deepEqual(saved.topFiles, ['manifest.json', 'urls.jsonl'])
    assert.deepEqual(saved.damage, [])
  })

  test('several formats lie side by side under one manifest that names real files', async (t) => {
    const failed = [{ url: 'http://site/x', code: 'timeout', message: 'late' }]
    const { save, directory } = await store(t, {
      markdown: await crawlArchive({ pages: { 'pages/000001-index.md': '# Index' }, failed }),
      html: await crawlArchive({ pages: { 'pages/000001-index.html': '<h1>Index' }, failed }),
    })
    const saved = await save(['markdown', 'html'])
    assert.equal(saved.files, 2)
    assert.deepEqual(saved.failed, failed)
    const manifest = JSON.parse(await readFile(path.join(directory, 'manifest.json'), 'utf8'))
    assert.deepEqual(Object.keys(manifest.files), ['markdown/pages/000001-index.md', 'html/pages/000001-index.html'])
    assert.deepEqual(manifest.failed, failed)
    for (const page of manifest.pages) await readFile(path.join(directory, page.file))
    assert.equal(manifest.pages.length, 2)
    assert.ok((await listing(directory)).includes('urls.jsonl'))
  })

  test('a link that expired and a connection that broke are tried again with a fresh link', async (t) => {
    const bytes = await crawlArchive({ pages: { 'pages/000001-index.md': '# Index' } })
    const { save, notes, asked } = await store(t, { markdown: bytes }, ['403', 'cut'])
    const saved = await save(['markdown'])
    assert.equal(saved.archives[0]?.bytes, bytes.length)
    assert.deepEqual(asked, ['/markdown?signature=1', '/markdown?signature=2', '/markdown?signature=3'])
    assert.equal(notes.length, 2)
    assert.match(notes[0] ?? '', /^downloading markdown\.zip: the object store answered 403; trying again$/)
  })

  test('a store that sends nothing, or stops in the middle, is asked again', { timeout: 30_000 }, async (t) => {
    const bytes = await crawlArchive({ pages: { 'pages/000001-index.md': '# Index' } })
    const { save, notes, directory } = await store(t, { markdown: bytes }, ['silent', 'no answer'])
    const saved = await save(['markdown'])
    assert.deepEqual(saved.damage, [])
    assert.deepEqual(await readFile(path.join(directory, 'markdown.zip')), bytes)
    const note = 'downloading markdown.zip: no data came for 1 s; trying again'
    assert.deepEqual(notes, [note, note])
  })

  test('a download that fails for good is reported, leaves no torso, and the next format continues', async (t) => {
    const { save, directory } = await store(t, { html: await crawlArchive({ pages: { 'pages/000001-a.html': 'a' } }) })
    const saved = await save(['markdown', 'html'])
    assert.deepEqual(saved.damage, ['markdown.zip: could not be downloaded (the object store answered 403)'])
    assert.deepEqual(await listing(directory), [
      'html',
      'html.zip',
      'html/pages',
      'html/pages/000001-a.html',
      'manifest.json',
      'urls.jsonl',
    ])
  })

  test('damage names the format when there are several', async (t) => {
    const { save } = await store(t, {
      markdown: await crawlArchive({ pages: {}, extra: { '../x': 'x' } }),
      html: Buffer.from('no zip'),
    })
    const saved = await save(['markdown', 'html'])
    assert.match(saved.damage[0] ?? '', /^markdown: "\.\.\/x": refused/)
    assert.match(saved.damage[1] ?? '', /^html: "html\.zip": not a readable ZIP/)
  })
})
