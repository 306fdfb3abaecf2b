/** R1: every form of a private address at every entry of the API. */
import {
  allowedAddresses,
  allowedUrls,
  deniedAddresses,
  deniedNames,
  deniedSpellings,
  deniedUrls,
} from '@seine/shared/egress/testing/address-corpus.ts'
import { allOf, atMost, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { html, startFixture, type Fixture } from '../../browser/fixture-server.ts'
import { codeOf } from '../caller.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { sampleOf } from '../sample-of.ts'
import { isRefused, urlEntries } from '../entries.ts'
import { startLoopbackSentinels } from '../loopback-sentinels.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const shortForms = 16
const shortNeighbours = 30
const atOnce = 4
const jobTimeoutMs = 60_000

const hostOf = (address: string): string => (address.includes(':') ? `[${address}]` : address)

/** Every form as a URL; without a port of its own it gets that of the sentinel, which must not be reached. */
function formsOf(port: number): string[] {
  const hosts = [...deniedAddresses.map(hostOf), ...deniedSpellings, ...deniedNames]
  return [...hosts.map((host) => `http://${host}:${port}/`), ...deniedUrls.filter((url) => url !== '')]
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A site that contains every form: as links, sub-resources, sitemaps in robots.txt, entries of sitemaps, redirects. */
async function startNamingSite(forms: readonly string[]): Promise<Fixture> {
  const plain = forms.map((form) => form.replaceAll(/[\t\n]/g, ''))
  const links = plain
    .map((form, index) => `<a href="${escaped(form)}">${index}</a><a href="/to?${index}">to</a>`)
    .join(' ')
  const entries = (tag: string): string => plain.map((form) => `<${tag}><loc>${escaped(form)}</loc></${tag}>`).join('')
  const site: Fixture = await startFixture({
    '/': html(`<title>Names</title><main><p>All names.</p>${links}</main>`),
    '/resources': html(
      `<title>Resources</title><p>x</p><script>for (const url of ${JSON.stringify(plain).replaceAll('<', String.raw`\u003c`)}) {
        try { fetch(url, { mode: 'no-cors' }).catch(() => {}) } catch {}
        new Image().src = url
      }</script>`,
    ),
    '/robots.txt': (_request, response) => {
      const sitemaps = ['/sitemap.xml', '/index.xml'].map((path) => `Sitemap: ${site.origin}${path}`)
      response.end([...sitemaps, ...plain.slice(0, 60).map((form) => `Sitemap: ${form}`)].join('\n'))
    },
    '/sitemap.xml': (_request, response) => response.end(`<urlset>${entries('url')}</urlset>`),
    '/index.xml': (_request, response) => response.end(`<sitemapindex>${entries('sitemap')}</sitemapindex>`),
    '/to': (request, response) => {
      const form = plain[Number(request.url?.split('?')[1])] ?? '/'
      // Location headers are bytes.
      response.writeHead(302, { location: form.replaceAll(/[^\u0021-\u007e]/g, encodeURIComponent) }).end()
    },
  })
  return site
}

/** Forms named by a page, a sitemap and robots.txt; the crawl must finish nevertheless. */
async function crawlNames(stack: ReliabilityStack, site: Fixture): Promise<Mark[]> {
  const started = await stack.attacker.post('/crawl', { url: `${site.origin}/`, limit: 300, crawlEntireDomain: true })
  const path = `/crawl/${String(started.body['id'])}`
  const [end, map, capture] = await Promise.all([
    stack.jobEnd(stack.attacker, path, jobTimeoutMs),
    stack.attacker.post('/map', { url: `${site.origin}/`, timeout: 30_000 }),
    stack.attacker.post('/browser/network', { url: `${site.origin}/resources`, wait_ms: 2_000, timeout: 20_000 }),
  ])
  return [
    holds(
      'crawl of links, redirects, sitemaps and robots.txt that name them',
      end?.status ?? 'no end',
      'ends',
      end !== null,
    ),
    holds('map of the same site', codeOf(map), '200', map.status === 200),
    holds('capture of a page that fetches them', codeOf(capture), '200', capture.status === 200),
  ]
}

/** A list with one bad line is refused only for that line, and no connection is made. */
async function falseDenials(stack: ReliabilityStack, short: boolean): Promise<{ tried: number; denied: string[] }> {
  const all = [...allowedAddresses.map((address) => `http://${hostOf(address)}/`), ...allowedUrls]
  const neighbours = short ? sampleOf(all, shortNeighbours) : all
  const answers = await eachOf(neighbours, atOnce, async (url) => {
    const { body } = await stack.attacker.post('/batch/scrape', { urls: [url, 'no URL'] })
    const pointers = ((body['errors'] ?? []) as { pointer: string }[]).map(({ pointer }) => pointer)
    return { url, isDenied: pointers.join() !== '/urls/1' }
  })
  return { tried: neighbours.length, denied: answers.filter(({ isDenied }) => isDenied).map(({ url }) => url) }
}

export const ssrfRow: Row = {
  id: 'R1',
  name: 'SSRF corpus',
  method:
    'Every private, local and reserved address, in every spelling, and names and URLs that lead there, at every entry of the API, and named by the links, redirects, sub-resources, sitemaps and robots.txt of a page. Listeners on both loopback addresses wait on a port that is not allowed.',
  counted: 'Connections to the listeners; requests that were not refused; public neighbours that were.',
  passMark: '0 connections; 0 false denials on at least 25 allowed neighbours',
  async run({ short, sharedStack, serve, atEnd }) {
    const stack = await sharedStack()
    const sentinels = await startLoopbackSentinels()
    atEnd(async () => await sentinels.close())
    const all = formsOf(sentinels.port)
    const forms = short ? sampleOf(all, shortForms) : all
    const site = await serve(stack, startNamingSite(forms))
    const tries = forms.flatMap((url) => urlEntries.map((entry) => ({ url, entry })))
    const answers = await eachOf(tries, atOnce, async ({ url, entry }) => ({
      what: `${entry.name} ${url}`,
      answer: await entry.send(stack, url, `${site.origin}/`),
    }))
    const accepted = answers.filter(({ answer }) => !isRefused(answer))
    const crawled = await crawlNames(stack, site)
    const { tried, denied } = await falseDenials(stack, short)
    return [
      reported('forms', `${forms.length} at ${urlEntries.length} entries`),
      allOf('requests refused', answers.length - accepted.length, answers.length),
      ...accepted
        .slice(0, 5)
        .map(({ what, answer }) => holds('not refused', `${what}: ${codeOf(answer)}`, 'refused', false)),
      ...crawled,
      atMost('connections', sentinels.hits(), 0),
      holds(
        'false denials',
        `${denied.length} of ${tried}${denied.length === 0 ? '' : `: ${denied.slice(0, 5).join(' ')}`}`,
        '0 of at least 25',
        denied.length === 0 && tried >= 25,
      ),
    ]
  },
}
