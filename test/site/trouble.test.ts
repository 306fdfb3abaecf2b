/** Requests every page in /trouble/ with a plain HTTP client and checks that it behaves as declared. */
import assert from 'node:assert/strict'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createGunzip } from 'node:zlib'
import { honestTrapPaths } from './areas/trap.ts'
import { startSite } from './server.ts'
import type { Site } from './server.ts'
import { troubleTruth } from './truth.ts'

/** Result of one request without redirects within its time. */
interface Sight {
  status: number | null
  location: string | null
  type: string | null
  /** Length of the decoded body, or of the part that was read. */
  bytes: number
  text: string
  /** `end`: whole body; `over`: more than the limit; `silence`: the time was up; otherwise the error's code. */
  ending: string
}

/** For pages that never end, milliseconds; the others end by themselves, even on a busy machine. */
const patienceMs = 400
const capBytes = 30 * 1024 * 1024
let site: Site

/** Fetches once, with bodies inflated, until the time or the size limit is reached. */
function look(path: string): Promise<Sight> {
  return new Promise((resolve) => {
    const sight: Sight = { status: null, location: null, type: null, bytes: 0, text: '', ending: '' }
    const request = get(`${site.origin}${path}`, { agent: false })
    const finish = (ending: string): void => {
      if (sight.ending !== '') return
      sight.ending = ending
      clearTimeout(timer)
      request.destroy()
      resolve(sight)
    }
    const limit = troubleTruth.get(path)?.codes.includes('timeout') ? patienceMs : 60_000
    const begunMs = performance.now()
    const timer = setTimeout(() => {
      // On a busy machine the first byte of a slow body may take longer.
      const awaited = path === '/trouble/drip' && sight.bytes === 0 && performance.now() - begunMs < 60_000
      if (awaited) timer.refresh()
      else finish('silence')
    }, limit)
    const fail = (error: NodeJS.ErrnoException): void => finish(error.code ?? error.message)
    request.on('error', fail)
    request.on('response', (response: IncomingMessage) => {
      sight.status = response.statusCode ?? null
      sight.location = response.headers.location ?? null
      sight.type = response.headers['content-type'] ?? null
      response.on('error', fail)
      const unpacks = response.headers['content-encoding'] === 'gzip'
      const body = unpacks ? response.pipe(createGunzip()) : response
      body.on('error', fail)
      body.on('data', (chunk: Buffer) => {
        sight.bytes += chunk.length
        if (sight.bytes < 100_000) sight.text += chunk.toString('latin1')
        if (sight.bytes > capBytes) finish('over')
      })
      body.on('end', () => finish('end'))
    })
  })
}

describe('trouble', () => {
  before(async () => {
    site = await startSite()
  })
  beforeEach(() => site.reset())
  after(() => site.close())

  it('is linked from its index, all of it but the way down', async () => {
    const { text } = await look('/trouble/')
    const missing = [...troubleTruth.keys()].filter((path) => !text.includes(`"${path}"`))
    assert.deepEqual(
      missing.filter((path) => !path.startsWith('/trouble/hops/')),
      [],
    )
    assert.ok(text.includes('"/trouble/hops/12"'))
  })

  it('never ends where a timeout is expected', async () => {
    const paths = [...troubleTruth].filter(([, { codes }]) => codes.includes('timeout')).map(([path]) => path)
    const sights = await Promise.all(paths.map(look))
    assert.deepEqual(paths, ['/trouble/hang', '/trouble/drip', '/trouble/drip-headers'])
    assert.deepEqual(
      sights.map(({ ending }) => ending),
      ['silence', 'silence', 'silence'],
    )
    assert.deepEqual(
      sights.map(({ status }) => status),
      [null, 200, null],
    )
    assert.ok((sights[1]?.bytes ?? 0) > 0)
  })

  it('sends more than any cap where a body is endless or a bomb', async () => {
    for (const path of ['/trouble/endless', '/trouble/gzip-bomb']) {
      assert.equal((await look(path)).ending, 'over', path)
    }
  })

  it('breaks connections and the protocol', async () => {
    const endings = async (path: string): Promise<string> => (await look(path)).ending
    assert.equal(await endings('/trouble/reset'), 'ECONNRESET')
    assert.equal(await endings('/trouble/cut-short'), 'ECONNRESET')
    assert.equal(await endings('/trouble/silent'), 'ECONNRESET')
    assert.match(await endings('/trouble/garbage'), /^HPE_/)
    assert.match(await endings('/trouble/bad-length'), /^HPE_/)
    assert.equal(await endings('/trouble/bad-gzip'), 'Z_DATA_ERROR')
  })

  it('puts its garbage on the wire without a status line', async () => {
    const socket = connect(site.port, '127.0.0.1')
    socket.write('GET /trouble/garbage HTTP/1.1\r\nHost: x\r\n\r\n')
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    assert.match(Buffer.concat(chunks).toString(), /^This is the harbour office/)
  })

  it('recovers where it fails once', async () => {
    assert.equal((await look('/trouble/reset-once')).ending, 'ECONNRESET')
    assert.equal((await look('/trouble/reset-once')).status, 200)
    assert.equal((await look('/trouble/busy-once')).status, 429)
    assert.equal((await look('/trouble/busy-once')).status, 200)
  })

  it('redirects in circles, downstairs and to forbidden addresses', async () => {
    const location = async (segment: string): Promise<string | null> => (await look(`/trouble/${segment}`)).location
    assert.equal(await location('loop-a'), '/trouble/loop-b')
    assert.equal(await location('loop-b'), '/trouble/loop-a')
    assert.equal(await location('self'), '/trouble/self')
    assert.equal(await location('hops/12'), '/trouble/hops/11')
    assert.equal(await location('hops/2'), '/trouble/hops/1')
    assert.equal((await look('/trouble/hops/1')).status, 200)
    assert.equal(await location('to-private'), 'http://10.11.12.13/')
    assert.match((await location('to-metadata')) ?? '', /169\.254\.169\.254/)
    assert.match((await location('to-file')) ?? '', /^file:/)
  })

  it('mislabels content', async () => {
    const label = async (segment: string): Promise<[string | null, boolean]> => {
      const { text, type } = await look(`/trouble/${segment}`)
      return [type, text.includes('<html')]
    }
    const htmlType = 'text/html; charset=utf-8'
    assert.deepEqual(await label('picture'), ['image/png', false])
    assert.deepEqual(await label('binary'), [htmlType, false])
    assert.deepEqual(await label('octet-stream'), ['application/octet-stream', true])
    assert.deepEqual(await label('plain'), ['text/plain', true])
    assert.deepEqual(await label('no-type'), [null, true])
  })

  it('answers at the edges of size and time', async () => {
    const [empty, huge, nested, slow] = await Promise.all(
      ['empty', 'huge', 'nested', 'slow'].map((segment) => look(`/trouble/${segment}`)),
    )
    assert.deepEqual([empty?.status, empty?.bytes, empty?.ending], [200, 0, 'end'])
    assert.ok((huge?.bytes ?? 0) >= 5 * 1024 * 1024)
    assert.ok((nested?.bytes ?? 0) > 100_000 * 11)
    assert.deepEqual([slow?.status, slow?.ending], [200, 'end'])
    assert.equal((await look('/trouble/teapot')).status, 418)
  })
})

describe('traps', () => {
  before(async () => {
    site = await startSite()
  })
  after(() => site.close())

  it('lead on for ever, each in its way', async () => {
    const links = async (path: string): Promise<string[]> =>
      Array.from((await look(path)).text.matchAll(/href="(\/trap\/[^"]+|north[^"]+)"/g), ([, href = '']) => href)
    assert.deepEqual(await links('/trap/calendar/1999-12-31'), [
      '/trap/calendar/1999-12-30',
      '/trap/calendar/2000-01-01',
      '/trap/calendar/2000-01-07',
      '/trap/calendar/2000-01-31',
    ])
    assert.deepEqual(await links('/trap/loop/north/east/'), ['north/east/'])
    assert.equal((await links('/trap/facets?bank=1')).length, 18)
    const [first = ''] = await links('/trap/ticket')
    assert.notDeepEqual(await links(first), await links('/trap/ticket'))
  })

  it('say the same under many addresses, or other values at every visit', async () => {
    const text = async (path: string): Promise<string> => (await look(path)).text
    assert.equal(await text('/trap/stairs/'), await text('/trap/stairs/attic/yard/'))
    assert.notEqual(await text('/trap/dice?bank=1'), await text('/trap/dice?bank=1'))
    assert.notEqual(await text('/trap/counter;jsessionid=1'), await text('/trap/counter;jsessionid=1'))
    assert.equal((await text('/trap/roll/21')).includes('no more names'), true)
  })

  it('stand beside honest pages that are all there', async () => {
    assert.equal(new Set(honestTrapPaths).size, honestTrapPaths.length)
    const answers = await Promise.all(honestTrapPaths.map(async (path) => (await look(path)).status))
    assert.deepEqual([...new Set(answers)], [200])
  })

  it('answer 404 for what belongs to no trap', async () => {
    for (const path of [
      '/trap/calendar/soon',
      '/trap/else',
      '/trap/gallery/81',
      '/trap/roll/x',
      '/many/0',
      '/many/x',
    ]) {
      assert.equal((await look(path)).status, 404, path)
    }
  })
})
