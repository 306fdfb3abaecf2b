import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { egressLimits } from '@seine/shared/config/limits.ts'
import type { HostSeats } from '@seine/shared/pages/host-seats.ts'
import { fetchWithPermit, robotsUser } from '../../hosts/fetch-with-permit.ts'
import { loopbackEgress, startSite } from '../testing/loopback-site.ts'
import { createRobotsLoader, type RobotsLoaderOptions, type RobotsVerdict } from './robots-loader.ts'
import { isAllowed } from './robots-rules.ts'

const never = new AbortController().signal

/** A site with a handler for robots.txt, and a loader that skips the waits. */
async function lab(
  context: TestContext,
  handle: (response: ServerResponse, path: string, count: number) => void,
  options: Partial<RobotsLoaderOptions> = {},
) {
  const site = await startSite(context, (path, response, { requests }) => handle(response, path, requests.length))
  const waits: number[] = []
  const loader = createRobotsLoader({
    egress: loopbackEgress(context),
    agentToken: 'FooBot',
    userAgent: 'FooBot/1.0 (+https://foo.bar/bot)',
    mode: 'respect',
    now: () => 0,
    sleep: async (ms) => {
      waits.push(ms)
    },
    ...options,
  })
  const allows = (verdict: RobotsVerdict, path: string) =>
    verdict.state === 'rules' && isAllowed(verdict.file, 'FooBot', site.origin + path)
  return { site, waits, loader, load: () => loader.load(site.origin, never), allows }
}

describe('a robots.txt that answers', () => {
  it('gives the rules that bind our agent, and every sitemap', async (context) => {
    const { load, allows, site } = await lab(context, (response) =>
      response.end('\uFEFFUser-agent: *\nDisallow: /\n\nUser-agent: foobot\nDisallow: /no\nSitemap: /s.xml'),
    )
    const verdict = await load()
    assert.deepEqual([allows(verdict, '/'), allows(verdict, '/no')], [true, false])
    assert.ok(verdict.state === 'rules')
    assert.deepEqual([verdict.file.groups.length, verdict.file.sitemaps], [1, ['/s.xml']])
    assert.deepEqual(JSON.parse(JSON.stringify(verdict)), verdict)
    assert.deepEqual(site.requests, ['/robots.txt'])
    assert.equal(site.lastHeaders['user-agent'], 'FooBot/1.0 (+https://foo.bar/bot)')
  })

  it('is recorded by the call that leads to a fetch', async (context) => {
    const { loader, site } = await lab(context, (response) => response.end('User-agent: *\nDisallow: /no'))
    const recorded: string[] = []
    for (const name of ['first', 'second']) {
      await loader.load(site.origin, never, 0, ({ url, status }) => recorded.push(`${name} ${status} ${url}`))
    }
    assert.deepEqual(recorded, [`first 200 ${site.origin}/robots.txt`])
  })

  it('with an HTML page has no rules', async (context) => {
    const { load, allows } = await lab(context, (response) =>
      response.end('<!doctype html>\n<p>User-agent: *</p>\n<p>Disallow: /</p>'),
    )
    assert.equal(allows(await load(), '/a'), true)
  })

  it('with an empty body has no rules', async (context) => {
    const { load, allows } = await lab(context, (response) => response.writeHead(204).end())
    assert.equal(allows(await load(), '/a'), true)
  })

  it('counts up to 500 KiB, without the line the cap cuts', async (context) => {
    const head = 'User-agent: *\nDisallow: /first\n'
    const filler = '#'.repeat(egressLimits.robotsMaxDecodedBytes - head.length - 12)
    const { load, allows } = await lab(context, (response) =>
      response.end(`${head}${filler}\nDisallow: /second\nDisallow: /third`),
    )
    const verdict = await load()
    assert.deepEqual(
      ['/first', '/second', '/other'].map((path) => allows(verdict, path)),
      [false, true, true],
    )
  })

  it('after five redirects binds the authority that was asked', async (context) => {
    const { load, allows, site } = await lab(context, (response, _path, count) => {
      if (count <= 5) response.writeHead(301, { location: `/r${count}` }).end()
      else response.end('User-agent: *\nDisallow: /no')
    })
    assert.equal(allows(await load(), '/no'), false)
    assert.deepEqual(site.requests, ['/robots.txt', '/r1', '/r2', '/r3', '/r4', '/r5'])
  })
})

describe('a robots.txt on another host', () => {
  it('binds the authority that was asked, and gives it its sitemaps', async (context) => {
    const other = await startSite(context, (_path, response) =>
      response.end('User-agent: *\nDisallow: /no\nSitemap: /s.xml'),
    )
    const { load, allows } = await lab(context, (response) =>
      response.writeHead(301, { location: `${other.origin}/moved.txt` }).end(),
    )
    const verdict = await load()
    assert.deepEqual([allows(verdict, '/'), allows(verdict, '/no')], [true, false])
    assert.deepEqual(other.requests, ['/moved.txt'])
  })

  it('is its own: every port and scheme is asked', async (context) => {
    const open = await startSite(context, (_path, response) => response.writeHead(404).end())
    const { loader, load } = await lab(context, (response) => response.end('User-agent: *\nDisallow: /'))
    assert.equal((await load()).state, 'rules')
    assert.equal((await loader.load(open.origin, never)).state, 'allow_all')
    assert.deepEqual(open.requests, ['/robots.txt'])
  })
})

describe('a robots.txt that is not available', () => {
  it('allows everything: any 4xx but 429', async (context) => {
    for (const status of [400, 401, 403, 404, 410, 451]) {
      const { load, waits } = await lab(context, (response) =>
        response.writeHead(status).end('User-agent: *\nDisallow: /'),
      )
      assert.deepEqual(await load(), { state: 'allow_all', reason: `http_${status}` })
      assert.deepEqual(waits, [])
    }
  })

  it('allows everything: a redirect without a target', async (context) => {
    const { load } = await lab(context, (response) => response.writeHead(302).end())
    assert.deepEqual(await load(), { state: 'allow_all', reason: 'http_302' })
  })

  it('allows everything: more than five redirects', async (context) => {
    const { load } = await lab(context, (response) => response.writeHead(302, { location: '/robots.txt' }).end())
    assert.deepEqual(await load(), { state: 'allow_all', reason: 'too_many_redirects' })
  })
})

describe('a robots.txt that cannot be reached', () => {
  it('forbids everything after bounded re-checks: 5xx and 429', async (context) => {
    for (const status of [429, 500, 503]) {
      const { load, waits, site } = await lab(context, (response) => response.writeHead(status).end())
      assert.deepEqual(await load(), { state: 'unreachable', reason: `http_${status}` })
      assert.equal(site.requests.length, 1 + discoveryLimits.robotsRechecksMax)
      assert.deepEqual(new Set(waits), new Set([discoveryLimits.robotsRecheckDelayMs]))
    }
  })

  it('forbids everything: connections dropped', async (context) => {
    const { load } = await lab(context, (response) => response.destroy())
    assert.deepEqual(await load(), { state: 'unreachable', reason: 'connection_reset' })
  })

  it('forbids everything at once when the address is unsafe', async (context) => {
    const { load, waits } = await lab(context, (response) =>
      response.writeHead(301, { location: 'http://10.0.0.1/robots.txt' }).end(),
    )
    assert.deepEqual(await load(), { state: 'unreachable', reason: 'unsafe_target' })
    assert.deepEqual(waits, [])
  })

  it('forbids nothing once a re-check succeeds', async (context) => {
    const { load, allows } = await lab(context, (response, _path, count) =>
      response.writeHead(count < 3 ? 503 : 200).end('User-agent: *\nDisallow: /no'),
    )
    const verdict = await load()
    assert.deepEqual([allows(verdict, '/yes'), allows(verdict, '/no')], [true, false])
  })

  it('is a verdict also for text that is no URL', async (context) => {
    const { loader } = await lab(context, (response) => response.end())
    assert.deepEqual(await loader.load('nonsense', never), { state: 'unreachable', reason: 'invalid_url' })
  })
})

describe('mode ignore', () => {
  it('drops the rules and keeps the sitemaps', async (context) => {
    const { load } = await lab(
      context,
      (response) => response.end('User-agent: *\nCrawl-delay: 9\nDisallow: /\nSitemap: /s.xml'),
      {
        mode: 'ignore',
      },
    )
    assert.deepEqual(await load(), { state: 'rules', file: { groups: [], sitemaps: ['/s.xml'] } })
  })

  it('allows everything after one try when there is no answer', async (context) => {
    const { load, site } = await lab(context, (response) => response.writeHead(503).end(), { mode: 'ignore' })
    assert.deepEqual(await load(), { state: 'allow_all', reason: 'ignored' })
    assert.equal(site.requests.length, 1)
  })
})

describe('the cache', () => {
  it('answers for 24 hours, whatever URL of the origin is asked about', async (context) => {
    let nowMs = 0
    const { loader, site } = await lab(context, (response) => response.writeHead(404).end(), { now: () => nowMs })
    await loader.load(site.origin, never)
    nowMs = discoveryLimits.robotsCacheTtlMs - 1
    await loader.load(`${site.origin}/some/page?x`, never)
    assert.equal(site.requests.length, 1)
    nowMs += 1
    await loader.load(site.origin, never)
    assert.equal(site.requests.length, 2)
  })

  it('does not answer with what was read before the time that is named', async (context) => {
    let nowMs = 1_000
    const { loader, site } = await lab(context, (response) => response.writeHead(404).end(), { now: () => nowMs })
    await loader.load(site.origin, never, 900)
    await loader.load(site.origin, never, 1_000)
    assert.equal(site.requests.length, 1)
    nowMs = 5_000
    await loader.load(site.origin, never, 4_000)
    assert.equal(site.requests.length, 2)
    await loader.load(site.origin, never, 4_000)
    assert.equal(site.requests.length, 2)
  })

  it('answers with the rules read last while the file cannot be reached, for a week', async (context) => {
    for (const mode of ['respect', 'ignore'] as const) {
      let [nowMs, isDown] = [0, false]
      const answer = (response: ServerResponse) =>
        response.writeHead(isDown ? 503 : 200).end('User-agent: *\nDisallow: /no\nSitemap: /s.xml')
      const { loader, site } = await lab(context, answer, { mode, now: () => nowMs })
      const read = await loader.load(site.origin, never)
      isDown = true
      nowMs = discoveryLimits.robotsStaleMaxMs - 1
      assert.deepEqual(await loader.load(site.origin, never, nowMs), read)
      nowMs += 1
      assert.notEqual((await loader.load(site.origin, never, nowMs)).state, 'rules')
    }
  })

  it('does not answer for a file that cannot be reached with the absence of one', async (context) => {
    const { loader, site } = await lab(context, (response, _path, count) =>
      response.writeHead(count === 1 ? 404 : 503).end(),
    )
    assert.equal((await loader.load(site.origin, never)).state, 'allow_all')
    assert.equal((await loader.load(site.origin, never, 1)).state, 'unreachable')
  })

  it('does not keep an unreachable file', async (context) => {
    const { load } = await lab(context, (response, _path, count) => response.writeHead(count <= 4 ? 500 : 404).end())
    assert.equal((await load()).state, 'unreachable')
    assert.equal((await load()).state, 'allow_all')
  })

  it('forgets the origin unused for longest', async () => {
    const asked: string[] = []
    const loader = createRobotsLoader({
      egress: {
        fetch: async ({ url }) => {
          asked.push(url)
          const body = new Uint8Array()
          const rest = { truncated: false, redirects: [], stoppedAt: null, wireBytes: 0, elapsedMs: 0 }
          return { url, status: 404, headers: {}, body, ...rest }
        },
      },
      agentToken: 'FooBot',
      userAgent: 'FooBot',
      mode: 'respect',
      now: () => 0,
    })
    const origin = (index: number) => `http://h${index}.example`
    for (let index = 0; index < discoveryLimits.robotsCacheEntriesMax; index += 1)
      await loader.load(origin(index), never)
    await loader.load(origin(0), never)
    await loader.load('http://new.example', never)
    asked.length = 0
    await loader.load(origin(0), never)
    await loader.load(origin(1), never)
    assert.deepEqual(asked, ['http://h1.example/robots.txt'])
  })
})

describe('concurrent loads', () => {
  it('of one origin share one request', async (context) => {
    const { load, site } = await lab(context, (response) => setTimeout(() => response.writeHead(404).end(), 20))
    const verdicts = await Promise.all([load(), load(), load()])
    assert.deepEqual(
      verdicts.map((verdict) => verdict.state),
      ['allow_all', 'allow_all', 'allow_all'],
    )
    assert.equal(site.requests.length, 1)
  })

  it('continue when one caller leaves', async (context) => {
    const { loader, site } = await lab(context, (response) => setTimeout(() => response.writeHead(404).end(), 50))
    const leaving = new AbortController()
    const left = loader.load(site.origin, leaving.signal)
    const stayed = loader.load(site.origin, never)
    leaving.abort(new Error('left'))
    await assert.rejects(left, /left/)
    assert.equal((await stayed).state, 'allow_all')
  })

  it('end when the last caller leaves, and a later caller starts again', async (context) => {
    const answers: ServerResponse[] = []
    const { loader, site } = await lab(context, (response) => answers.push(response))
    const leaving = new AbortController()
    const left = loader.load(site.origin, leaving.signal)
    while (answers.length === 0) await new Promise(setImmediate)
    const closed = new Promise((resolve) => answers[0]?.once('close', resolve))
    leaving.abort(new Error('left'))
    await assert.rejects(left, /left/)
    await closed
    const again = loader.load(site.origin, never)
    while (answers.length < 2) await new Promise(setImmediate)
    answers[1]?.writeHead(404).end()
    assert.equal((await again).state, 'allow_all')
  })

  it('reject at once for a signal that is aborted already', async (context) => {
    const { loader, site } = await lab(context, (response) => response.end())
    await assert.rejects(loader.load(site.origin, AbortSignal.abort(new Error('late'))), /late/)
    assert.equal(site.requests.length, 0)
  })
})

describe('a site that never answers the first request for its robots.txt', () => {
  it('is remembered once it has answered the second', async (context) => {
    const held = Promise.withResolvers<void>()
    const { loader, site, load } = await lab(context, (response, _path, count) => {
      if (count === 1) held.resolve()
      else response.writeHead(404).end()
    })
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const loading = load()
    await held.promise
    context.mock.timers.tick(discoveryLimits.silenceMs)
    context.mock.timers.reset()
    assert.equal((await loading).state, 'allow_all')
    assert.equal(loader.holdsFirst?.(`${site.origin}/sitemap.xml`), true)
    assert.equal(loader.holdsFirst?.('https://e.com/'), false)
  })
})

describe('a site whose host pauses longer than a silence may last', () => {
  it('is asked once, after the pause, and is not taken for one that holds first requests', async (context) => {
    const joined = Promise.withResolvers<() => void>()
    let [joins, permits, isFree] = [0, 0, false]
    const seats: HostSeats = {
      join(_host, _user, onFree) {
        joins += 1
        joined.resolve(onFree)
        return {
          tryStart() {
            if (!isFree) return null
            permits += 1
            return { repeat: () => 0, end: () => undefined }
          },
          pauseLeftMs: () => (isFree ? 0 : 60_000),
          withdraw: () => undefined,
          bindCrawlDelay: () => undefined,
          leave: () => undefined,
        }
      },
    }
    const egress = fetchWithPermit(loopbackEgress(context), seats, robotsUser)
    const { loader, site, load } = await lab(context, (response) => response.writeHead(404).end(), { egress })
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const loading = load()
    const onFree = await joined.promise
    context.mock.timers.tick(discoveryLimits.silenceMs + 1_000)
    context.mock.timers.reset()
    isFree = true
    onFree()
    assert.equal((await loading).state, 'allow_all')
    assert.deepEqual([joins, permits, site.requests.length], [1, 1, 1])
    assert.equal(loader.holdsFirst?.(site.origin), false)
  })
})
