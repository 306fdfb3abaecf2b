/** R2: a name that resolves to a public address when it is checked and to a private one when it is dialled. */
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import { startForwardProxy } from '@seine/shared/egress/forward-proxy/forward-proxy.ts'
import { startTcpSentinel, type Sentinel } from '@seine/shared/egress/sentinels.ts'
import { allOf, atMost, holds, type Mark } from '../../bench/labs/lab.ts'
import { executableOf, startBrowser } from '../../browser/containment-lab.ts'
import { startFixture, type Fixture } from '../../browser/fixture-server.ts'
import { startDnsStub, type DnsStub } from '../dns-stub.ts'
import { NotRunError, type Row, type RowContext } from '../row.ts'

const httpTrials = 200
const browserTrials = 50
const shortTrials = 12
const name = 'rebind.test'
/** Stands for a public address: it is allowed on one port. */
const allowed = '127.0.0.1'
const forbidden = '127.0.0.2'

/** Alternates between allowed, forbidden, and both at once. */
const courses = [[allowed], [forbidden], [allowed, forbidden]] as const
const addressesAt = (nth: number): readonly string[] => courses[nth % courses.length]!
/** Returns how many of this many queries may lead to a connection. */
const dialled = (queries: number): number => Math.ceil(queries / courses.length)

interface Lab {
  site: Fixture
  sentinel: Sentinel
  stub: DnsStub
}

async function startLab({ atEnd }: RowContext): Promise<Lab> {
  const site = await startFixture({
    '/': (_request, response) =>
      void response.writeHead(200, { connection: 'close', 'access-control-allow-origin': '*' }).end('x'),
  })
  atEnd(async () => await site.close())
  const sentinel = await startTcpSentinel(forbidden, site.port)
  atEnd(async () => await sentinel.close())
  const stub = await startDnsStub(addressesAt)
  atEnd(async () => await stub.close())
  return { site, sentinel, stub }
}

async function overHttp(context: RowContext, trials: number): Promise<Mark[]> {
  const { site, sentinel, stub } = await startLab(context)
  const allowList = new AllowList({ entries: `${allowed}:${site.port}` })
  const client = createEgressClient({ userAgent: 'reliability', allowList, resolve: stub.resolve })
  context.atEnd(async () => await client.close())
  let refused = 0
  for (let trial = 0; trial < trials; trial += 1) {
    const url = `http://${name}:${site.port}/`
    const request = { url, timeoutMs: 30_000, maxDecodedBytes: 1_024, maxRedirects: 0 }
    refused += await client.fetch(request).then(
      () => 0,
      () => 1,
    )
  }
  return [
    atMost('connections to the private address over HTTP', sentinel.hits(), 0),
    allOf('refused over HTTP', refused, trials - dialled(trials)),
    allOf('resolutions over HTTP, one for each connection', stub.queries(), trials),
  ]
}

async function inBrowser(context: RowContext, trials: number): Promise<Mark[]> {
  const executable = await executableOf('headless_shell')
  if (executable === null) throw new NotRunError('chromium-headless-shell is not installed')
  const { site, sentinel, stub } = await startLab(context)
  const lab = await startBrowser('headless_shell', executable)
  context.atEnd(async () => await lab.close())
  const resolve = async (asked: string) =>
    asked === name ? await stub.resolve(asked) : [{ address: allowed, family: 4 }]
  const proxy = await startForwardProxy({
    policy: { allowList: new AllowList({ entries: `${allowed}:${site.port}` }), resolve },
    upstream: null,
  })
  context.atEnd(async () => await proxy.close())
  const lease = await lab.open(proxy.url)
  const page = await lease.context.newPage()
  await page.goto(`http://site.test:${site.port}/`)
  const before = site.seen.length
  const outcomes = (await page.evaluate(`(async () => {
    const outcomes = []
    for (let trial = 0; trial < ${trials}; trial += 1) {
      outcomes.push(await fetch('http://${name}:${site.port}/?' + trial).then(() => 'ok', () => 'refused'))
    }
    return outcomes
  })()`)) as string[]
  await lease.release()
  const served = site.seen.length - before
  return [
    atMost('connections to the private address in a browser', sentinel.hits(), 0),
    holds(
      'refused in a browser',
      `${outcomes.filter((outcome) => outcome === 'refused').length} of ${trials}`,
      'some, and some not',
      new Set(outcomes).size === 2,
    ),
    holds(
      'resolutions in a browser',
      `${stub.queries()} for ${served} answers`,
      'answers for allowed resolutions alone',
      served <= dialled(stub.queries()),
    ),
  ]
}

export const rebindingRow: Row = {
  id: 'R2',
  name: 'DNS rebinding',
  method:
    'A name server on UDP whose answers live 0 s and are in turn an allowed address, a private one and both: 200 fetches by the HTTP client, 50 by a page in a browser behind its proxy.',
  counted: 'Connections to the private address; resolutions; fetches that were refused.',
  passMark: '0 connections; 1 resolution for each connection',
  async run(context) {
    const { short } = context
    return [
      ...(await overHttp(context, short ? shortTrials : httpTrials)),
      ...(await inBrowser(context, short ? shortTrials : browserTrials)),
    ]
  },
}
