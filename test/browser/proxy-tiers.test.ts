/** Pages in Chromium through provider proxies: tunnels, credentials, and escalation over tiers. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test, type TestContext } from 'node:test'
import { listen, startSentinel, type Fixture } from '@seine/shared/egress/testing/fixture-server.ts'
import { readProxyRoutes } from '@seine/shared/egress/proxies/configured-routes.ts'
import type { ProxyRoute } from '@seine/shared/egress/proxies/proxy-routes.ts'
import type { ResolveName } from '@seine/shared/egress/connections/resolver.ts'
import { startHttpProvider, startSocksProvider, type ProviderLab } from '@seine/shared/egress/testing/provider-lab.ts'
import { executableOf } from './containment-lab.ts'
import { startWorkerLab, type WorkerLab } from './worker-lab.ts'

/** Public addresses for the egress check; the provider itself decides where names lead. */
const publicNames: ResolveName = async (name) => [
  { address: name === 'inside.test' ? '10.0.0.1' : '93.184.216.34', family: 4 },
]

const startSite = (context: TestContext): Promise<Fixture> =>
  listen(
    context,
    createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<title>by the provider</title>')
    }),
  )

const executable = await executableOf('headless_shell')
describe('a page through the proxies of providers', { skip: executable === null ? 'not installed' : false }, () => {
  let lab: WorkerLab
  before(async () => {
    lab = await startWorkerLab({ ports: [], resolve: publicNames })
  })
  after(() => lab?.close())

  /** Configures providers, tried in the order of their names. @returns the messages logged about them. */
  const configure = (settings: Partial<Record<'BASIC' | 'ENHANCED', string>>): string[] => {
    const routes = readProxyRoutes({
      SEINE_PROXY_BASIC: settings.BASIC ?? '',
      SEINE_PROXY_ENHANCED: settings.ENHANCED ?? '',
      SEINE_PROXY_PREMIUM: '',
    })
    const told: string[] = []
    lab.ports.routes = {
      tiersFor: (wish) => routes.tiersFor(wish),
      routesOf: (tier, wish, session) =>
        routes.routesOf(tier, wish, session).toSorted((a, b) => ((a.provider ?? '') < (b.provider ?? '') ? -1 : 1)),
      report: (route: ProxyRoute, worked) => told.push(`${route.provider} ${worked ? 'worked' : 'failed'}`),
    }
    return told
  }

  const at = ({ upstream }: ProviderLab, user = 'u-{country}-{session}:pw'): string =>
    `${upstream.protocol}://${user}@127.0.0.1:${upstream.port}`

  for (const start of [startHttpProvider, startSocksProvider]) {
    test(`comes from the provider, which gets country and session (${start.name})`, async (context) => {
      const [site, provider] = await Promise.all([startSite(context), start(context)])
      const told = configure({ BASIC: at(provider, 'u-{country}-{session}:p%40ss') })
      const page = await lab.capture(`http://site.test:${site.port}/x`, { geolocation: 'FR' })
      assert.equal(page.last.outcome, 'success')
      assert.match(provider.asked[0] ?? '', /site\.test:\d+/)
      assert.deepEqual(told, ['basic worked'])
    })
  }

  test('is asked of the next provider of the tier, then of the next tier, with one session', async (context) => {
    const site = await startSite(context)
    const [gone, refusing, http, socks] = await Promise.all([
      startSentinel(context, '127.0.0.2'),
      startHttpProvider(context, { credentials: 'somebody:else' }),
      startHttpProvider(context, { credentials: 'somebody:else' }),
      startSocksProvider(context),
    ])
    const told = configure({
      BASIC: `a=http://u-{country}:pw@127.0.0.1:${gone.port} b=${at(refusing)} c=${at(http)}`,
      ENHANCED: `d=${at(socks, 'u-{country}-{session}:pw')}`,
    })
    const page = await lab.capture(`http://site.test:${site.port}/`, { geolocation: 'FR' })
    assert.deepEqual(
      page.attempts.map(({ outcome, proxy_tier }) => `${proxy_tier} ${outcome}`),
      ['basic proxy_error', 'basic proxy_error', 'basic proxy_error', 'enhanced success'],
    )
    assert.deepEqual(told, ['a failed', 'b failed', 'c failed', 'd worked'])
    assert.match(refusing.users[0] ?? '', /^u-fr-[0-9a-f-]{36}$/)
    assert.equal(http.users[0], refusing.users[0])
  })

  test('stays with the provider that was named', async (context) => {
    const [site, one, other] = await Promise.all([
      startSite(context),
      startHttpProvider(context),
      startSocksProvider(context),
    ])
    configure({ BASIC: `one=${at(one)} other=${at(other)}` })
    await lab.capture(`http://site.test:${site.port}/`, { proxy: 'other' })
    assert.deepEqual([one.connections(), other.asked.length > 0], [0, true])
  })

  test('that the policy refuses never reaches a provider', async (context) => {
    const [http, socks] = await Promise.all([startHttpProvider(context), startSocksProvider(context)])
    const told = configure({ BASIC: `a=${at(http)}`, ENHANCED: `b=${at(socks)}` })
    for (const proxy of ['basic', 'enhanced']) {
      for (const url of ['http://inside.test/', 'https://inside.test/', 'http://127.0.0.1:9/']) {
        const reply = await lab.reply(url, { proxy })
        assert.equal(reply.kind === 'problem' && reply.code, 'unsafe_target')
      }
    }
    assert.deepEqual([http.connections(), socks.connections(), told.length], [0, 0, 0])
  })

  for (const scheme of ['http', 'https']) {
    test(`fails as the proxy's fault when every provider refuses (${scheme})`, async (context) => {
      const [http, socks] = await Promise.all([
        startHttpProvider(context, { credentials: 'somebody:else' }),
        startSocksProvider(context, { credentials: 'somebody:else' }),
      ])
      configure({ BASIC: `a=${at(http)} b=${at(socks)}` })
      const page = await lab.capture(`${scheme}://site.test/`, { proxy: 'basic' })
      assert.deepEqual(
        page.attempts.map(({ outcome }) => outcome),
        ['proxy_error', 'proxy_error'],
      )
    })
  }
})
