/** R14: small bodies that inflate enormously. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { atMost, allOf, reported } from '../../bench/labs/lab.ts'
import { startFixture, type FixtureHandler } from '../../browser/fixture-server.ts'
import { makeBombs } from '../bombs.ts'
import { besideAttack } from '../bystander.ts'
import { codesOf } from '../caller.ts'
import { peakDuring } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const nominalMegabytes = 10_240
const atOnce = 20
const shortAtOnce = 6
const endsWithinSeconds = 2
const riseMaxMegabytes = 150
/** Shortened forms run beside other tests. */
const shortEndsWithinSeconds = 60
const megabyte = 1024 * 1024

const bombHandler = (coding: string, chunks: readonly Buffer[]): FixtureHandler => {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding })
    // Clients disconnect in the middle.
    void pipeline(Readable.from(chunks), response).catch(() => undefined)
  }
}

export const bombsRow: Row = {
  id: 'R14',
  name: 'Bombs',
  alone: true,
  method:
    'Pages in gzip, brotli and zstd that inflate to 10 GB, 20 `/scrape` calls at once, and the same pages in a browser, one of each coding.',
  counted: 'How long each call takes; how much the resident memory of the scrape worker rises.',
  passMark: 'Each ends within 2 s; resident memory of the worker rises by at most 150 MB',
  async run({ short, sharedStack, serve }) {
    const stack = await sharedStack()
    const bombs = Object.entries(await makeBombs(nominalMegabytes))
    const site = await serve(
      stack,
      startFixture(Object.fromEntries(bombs.map(([coding, chunks]) => [`/${coding}`, bombHandler(coding, chunks)]))),
    )
    const urls = bombs.map(([coding]) => `${site.origin}/${coding}`)
    const before = stack.memoryOf('scrapeWorker')
    const scrape = async (url: string) => await stack.attacker.post('/scrape', { url, js_render: false })
    const count = short ? shortAtOnce : atOnce
    const attack = async () =>
      await peakDuring(
        () => stack.memoryOf('scrapeWorker'),
        Promise.all(Array.from({ length: count }, async (_, at) => await scrape(urls[at % urls.length]!))),
      )
    const { value, marks } = await besideAttack(stack, short, attack)
    const inBrowser = await Promise.all(
      (short ? [] : urls).map(async (url) => await stack.attacker.post('/browser/network', { url, timeout: 15_000 })),
    )
    const longest = Math.max(...value.value.map(({ elapsedMs }) => elapsedMs)) / 1_000
    return [
      reported('answers', codesOf(value.value)),
      allOf('refused as too large or broken', value.value.filter(({ status }) => status === 502).length, count),
      atMost('longest call', longest, short ? shortEndsWithinSeconds : endsWithinSeconds, ' s'),
      atMost('rise of memory', (value.peak - before) / megabyte, riseMaxMegabytes, ' MB'),
      reported('in a browser', codesOf(inBrowser)),
      allOf('answered in a browser', inBrowser.filter(({ status }) => status !== 0).length, inBrowser.length),
      ...marks,
    ]
  },
}
