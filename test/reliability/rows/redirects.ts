/** R3: a page that redirects to a private address, by every means and several hops deep. */
import type { ServerResponse } from 'node:http'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { html, startFixture, type Fixture, type FixtureHandler } from '../../browser/fixture-server.ts'
import { codesOf, codeOf, type CallAnswer } from '../caller.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { sampleOf } from '../sample-of.ts'
import { isRefused, pageEntries } from '../entries.ts'
import { startLoopbackSentinels } from '../loopback-sentinels.ts'
import type { JobEnd, ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const statuses = [301, 302, 303, 307, 308]
const hosts = ['127.0.0.1', 'localhost', '[::1]', '2130706433', '[::ffff:7f00:1]', '0.0.0.0']
const atOnce = 3
const jobTimeoutMs = 120_000

const hop = (status: number, location: string): FixtureHandler => {
  return (_request, response: ServerResponse) => void response.writeHead(status, { location }).end()
}

interface Leads {
  /** Paths that answer with a redirect. */
  redirects: string[]
  /** Paths of pages that navigate away by themselves in a browser. */
  departures: string[]
  site: Fixture
}

/**
 * Redirects of every status, directly and three hops deep, to every host; and pages that navigate there by themselves.
 */
async function startLeads(port: number): Promise<Leads> {
  const routes: Record<string, FixtureHandler> = {}
  const leads = { redirects: [] as string[], departures: [] as string[] }
  for (const [at, host] of hosts.entries()) {
    const target = `http://${host}:${port}/`
    for (const status of statuses) {
      const path = `/${status}/${at}`
      routes[path] = hop(status, target)
      routes[`${path}/2`] = hop(status, path)
      routes[`${path}/3`] = hop(status, `${path}/2`)
      leads.redirects.push(path, `${path}/3`)
    }
    routes[`/meta/${at}`] = html(`<meta http-equiv="refresh" content="0;url=${target}"><p>A page that leaves.</p>`)
    routes[`/script/${at}`] = html(
      `<p>A page that leaves.</p><script>location.href = ${JSON.stringify(target)}</script>`,
    )
    routes[`/form/${at}`] = html(
      `<form action="${target}" method="post"></form><p>A page that leaves.</p><script>document.forms[0].submit()</script>`,
    )
    leads.departures.push(`/meta/${at}`, `/script/${at}`, `/form/${at}`)
  }
  return { ...leads, site: await startFixture(routes) }
}

/** Whether a page that navigates away is refused, or is returned with the navigation listed as blocked. */
const staysOrIsRefused = (answer: CallAnswer, isCapture: boolean): boolean =>
  isRefused(answer) || (answer.status === 200 && (!isCapture || answer.text.includes('blocked_by_policy')))

async function batchOf(stack: ReliabilityStack, urls: readonly string[]): Promise<JobEnd | null> {
  const started = await stack.attacker.post('/batch/scrape', { urls, jsRender: false })
  const path = `/batch/scrape/${String(started.body['id'])}`
  return await stack.jobEnd(stack.attacker, path, jobTimeoutMs)
}

export const redirectsRow: Row = {
  id: 'R3',
  name: 'Redirect to private',
  method:
    'Status 301, 302, 303, 307 and 308, directly and three hops deep, to six spellings of loopback, over HTTP, in a browser and in a batch; meta refresh, script and form that leave for it in a browser.',
  counted: 'Connections to the listeners; answers other than a refusal; departures that a capture does not list.',
  passMark: '0 connections; 502 or, per page, `blocked_by_policy`',
  async run({ short, sharedStack, atEnd }) {
    const stack = await sharedStack()
    const sentinels = await startLoopbackSentinels()
    atEnd(async () => await sentinels.close())
    const { site, ...leads } = await startLeads(sentinels.port)
    atEnd(async () => await site.close())
    await stack.allow(site.origin)
    const redirects = (short ? sampleOf(leads.redirects, 4) : leads.redirects).map((path) => site.origin + path)
    const inBrowser = pageEntries.filter(({ name }) => name !== 'scrape')
    // Pages in browsers cost the most: in the shortened form by a scrape and a capture in turn.
    const browsersOf = (at: number) => (short ? [inBrowser[at % inBrowser.length]!] : inBrowser)
    const tries = redirects.flatMap((url, at) =>
      pageEntries
        .filter((entry) => !inBrowser.includes(entry) || browsersOf(at).includes(entry))
        .map((entry) => ({ url, entry })),
    )
    const answers = await eachOf(tries, atOnce, async ({ url, entry }) => await entry.send(stack, url, url))
    const refused = answers.filter((answer) => isRefused(answer))
    // Of one host by every means.
    const departures = short ? leads.departures.slice(0, 3) : leads.departures
    const leaving = departures.flatMap((path, at) =>
      browsersOf(at).map((entry) => ({ url: site.origin + path, entry })),
    )
    const left = await eachOf(leaving, atOnce, async ({ url, entry }) => {
      const answer = await entry.send(stack, url, url)
      return { url, entry, answer, isFine: staysOrIsRefused(answer, entry.name === 'capture') }
    })
    const batch = await batchOf(stack, redirects)
    return [
      reported('answers to redirects', codesOf(answers)),
      allOf('redirects refused', refused.length, answers.length),
      allOf('departures blocked', left.filter(({ isFine }) => isFine).length, left.length),
      ...left
        .filter(({ isFine }) => !isFine)
        .slice(0, 3)
        .map(({ url, entry, answer }) =>
          holds('not blocked', `${entry.name} ${url}: ${codeOf(answer)}`, 'blocked', false),
        ),
      allOf('lines of a batch that failed', batch?.failed ?? -1, redirects.length),
      atMost('connections', sentinels.hits(), 0),
    ]
  },
}
