/** A caller's user agent is the same in every place a page can read it, in both engines. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { html, startFixture, type Fixture, type FixtureHandler } from './fixture-server.ts'
import { visit, type VisitOptions } from './page-lab.ts'
import { openLab, type RecorderLab } from './recorder-lab.ts'

/** Sends the values of `navigator` to the server. */
const tell = (place: string, origin = ''): string => `fetch('${origin}/told?${place}', {
  method: 'POST',
  body: JSON.stringify({
    agent: navigator.userAgent,
    version: navigator.appVersion,
    platform: navigator.platform,
    languages: navigator.languages.join(),
    brands: navigator.userAgentData?.brands.map(({ brand }) => brand).join(),
  }),
})`

const script =
  (text: string): FixtureHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(text)
  }

const inBlob = (text: string): string => `URL.createObjectURL(new Blob([${JSON.stringify(text)}]))`

const windowsChrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const places = ['page', 'frame', 'inner', 'popup', 'worker', 'nested', 'service'] as const

for (const engine of ['headless_shell', 'chrome'] as const) {
  describe(engine, () => {
    let lab: RecorderLab
    let site: Fixture
    const told = new Map<string, Record<string, string>>()
    before(async () => {
      lab = await openLab(engine)
      site = await startFixture({
        '/': (request, response) => {
          const origin = `http://${request.headers.host}`
          html(`<!doctype html><script>
            ${tell('page')}
            open('/popup')
            new Worker(${inBlob(`${tell('worker', origin)}; new Worker('${origin}/nested.js')`)})
            new SharedWorker('/shared.js')
            navigator.serviceWorker.register('/service.js')
          </script><iframe src=/frame></iframe><iframe srcdoc="<script src=/inner.js></script>"></iframe>`)(
            request,
            response,
          )
        },
        '/frame': html(`<script>${tell('frame')}</script>`),
        '/popup': html(`<script>${tell('popup')}</script>`),
        '/inner.js': script(tell('inner')),
        '/nested.js': script(tell('nested')),
        '/shared.js': script(tell('shared')),
        '/service.js': script(tell('service')),
        '/told': (request, response) => {
          let text = ''
          request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          request.on('end', () => {
            told.set((request.url ?? '').replace(/^.*\?/, ''), JSON.parse(text) as Record<string, string>)
            response.end()
          })
        },
      })
    })
    after(async () => {
      await lab?.close()
      await site?.close()
    })

    // A shared worker of the full browser may start before it can be configured.
    const telling = engine === 'chrome' ? places : [...places, 'shared']

    const lookOnce = async (wish: VisitOptions): Promise<void> => {
      told.clear()
      site.seen.length = 0
      await visit(lab, `${site.origin}/`, wish, async ({ clock }) => {
        // Workers take time to start; a missing report is detected below.
        while (telling.some((place) => !told.has(place)) && clock.leftMs() > 100) await clock.sleep(50)
      })
    }

    /** On a busy machine a browser may, rarely, start a service or shared worker before it can be configured. */
    const look = async (wish: VisitOptions): Promise<void> => {
      for (let visits = 1; visits <= 3; visits += 1) {
        await lookOnce(wish)
        if (telling.every((place) => told.get(place)?.['agent'] === wish.headers?.['User-Agent'])) return
      }
    }

    it('is the same in frames, popups and workers', async () => {
      await look({ headers: { 'User-Agent': windowsChrome, 'Accept-Language': 'de-CH,fr' } })
      for (const place of telling) {
        assert.deepEqual(
          told.get(place),
          {
            agent: windowsChrome,
            version: windowsChrome.replace('Mozilla/', ''),
            platform: 'Win32',
            languages: 'de-CH,fr',
            brands: 'Chromium,Not=A?Brand,Google Chrome',
          },
          place,
        )
      }
    })

    it('offers no client hints for a browser that has none', async () => {
      await look({ headers: { 'User-Agent': firefox } })
      for (const place of telling) {
        const { agent, brands } = told.get(place) ?? assert.fail(`${place} told nothing`)
        assert.equal(agent, firefox, place)
        assert.equal(brands, undefined, place)
      }
      for (const { path, headers } of site.seen) assert.equal(headers['sec-ch-ua'], undefined, path)
      assert.equal(site.seen.find(({ path }) => path === '/service.js')?.headers['user-agent'], firefox)
    })
  })
}
