import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ProgramPeer, type ProgramSpec } from './program-peer.ts'

const directory = mkdtempSync(join(tmpdir(), 'seine-program-peer-'))
after(() => rmSync(directory, { recursive: true, force: true }))
const task = { url: 'http://127.0.0.1:9/', pages: 3, workClass: 'html' as const, directory }

/** A peer whose program runs this code for each line it receives. */
const peer = (onLine: string, lasting = true) => {
  const script = `const { writeFileSync } = require('node:fs')
    console.log('ready')
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const task = JSON.parse(line)
      ${onLine}
    })`
  const makers: ProgramSpec['makers'] = { html: '', markdown: ' + maker', main: '' }
  return new ProgramPeer({ name: 'scrapy', makers, file: process.execPath, args: ['-e', script], lasting }, 'markdown')
}
const crawls = `writeFileSync(task.directory + '/a', task.url + ' ' + task.retries); console.log('noise'); console.log('done')`

test('a program crawls on command and leaves its results in the directory', async () => {
  const crawler = peer(crawls)
  assert.match(crawler.title, /^Scrapy .* \+ maker$/)
  const pids = await crawler.begin()
  await crawler.crawl(task)
  assert.deepEqual(await crawler.results(task), ['http://127.0.0.1:9/ 2'])
  await crawler.end()
  assert.deepEqual(await crawler.begin(), pids)
  await crawler.crawl(task)
  await crawler.close()
})

test('one that can crawl only once is another process in the next round', async () => {
  const crawler = peer(crawls, false)
  const first = await crawler.begin()
  await crawler.crawl(task)
  await crawler.end()
  assert.notDeepEqual(await crawler.begin(), first)
  await crawler.close()
})

test('a program that ends in the middle is an error', async () => {
  const crawler = peer('process.exit(3)')
  await crawler.begin()
  await assert.rejects(async () => await crawler.crawl(task), /ended before it said done/)
  await crawler.close()
})
