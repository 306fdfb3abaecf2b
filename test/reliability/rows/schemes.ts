/** R5: URLs that are not web pages, given by callers and by redirects. */
import { readFile } from 'node:fs/promises'
import { allOf, equals, holds } from '../../bench/labs/lab.ts'
import { startFixture } from '../../browser/fixture-server.ts'
import { codeOf, type CallAnswer } from '../caller.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { pageEntries, urlEntries } from '../entries.ts'
import type { Row } from '../row.ts'

const localFile = '/etc/passwd'

const schemes = [
  `file://${localFile}`,
  `FILE:${localFile}`,
  `view-source:file://${localFile}`,
  'view-source:http://example.com/',
  'chrome://version/',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
  'data:text/html,<p>readable</p>',
  'javascript:document.write("readable")',
  'ftp://127.0.0.1/',
  'blob:http://example.com/00000000-0000-4000-8000-000000000000',
  'filesystem:http://example.com/temporary/x',
  'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html',
  'about:blank',
  'ws://example.com/',
]

const atOnce = 3

/** Whether a redirect was not followed: an error, or a page reported as failed. */
const ledNowhere = ({ status, body }: CallAnswer): boolean =>
  status === 502 || status === 422 || (status === 200 && body['success'] === false)

export const schemesRow: Row = {
  id: 'R5',
  name: 'Schemes',
  method:
    'file, view-source, chrome, devtools, data, javascript, ftp and others as the URL of every entry of the API, and as the Location of redirects over HTTP and in a browser.',
  counted: 'URLs that were not refused at validation; redirects that led anywhere; answers with the content of a file.',
  passMark: '100 % refused before launch',
  async run({ short, sharedStack, serve }) {
    const stack = await sharedStack()
    const site = await serve(
      stack,
      startFixture({
        '/to': (request, response) => {
          const location = schemes[Number(request.url?.split('?')[1])] ?? '/'
          response.writeHead(302, { location }).end()
        },
      }),
    )
    const given = schemes.flatMap((url) => urlEntries.map((entry) => ({ url, entry })))
    const direct = await eachOf(given, atOnce, async ({ url, entry }) => ({
      what: `${entry.name} ${url}`,
      answer: await entry.send(stack, url, `${site.origin}/`),
    }))
    const notRefused = direct.filter(({ answer }) => answer.status !== 422)
    const [overHttp, ...inBrowser] = pageEntries
    // Pages in browsers cost the most: every second scheme, by a scrape and a capture in turn.
    const entriesAt = (at: number) =>
      short ? [overHttp!, ...(at % 2 === 0 ? [inBrowser[(at / 2) % inBrowser.length]!] : [])] : pageEntries
    const hops = schemes.flatMap((_url, at) => entriesAt(at).map((entry) => ({ at, entry })))
    const led = await eachOf(hops, atOnce, async ({ at, entry }) => {
      const url = `${site.origin}/to?${at}`
      return { what: `${entry.name}, redirect to ${schemes[at]}`, answer: await entry.send(stack, url, url) }
    })
    const somewhere = led.filter(({ answer }) => !ledNowhere(answer))
    const secret = (await readFile(localFile, 'utf8')).split('\n')[0] ?? ''
    const leaks = [...direct, ...led].filter(({ answer }) => answer.text.includes(secret))
    return [
      allOf('URLs refused with 422', direct.length - notRefused.length, direct.length),
      allOf('redirects that led nowhere', led.length - somewhere.length, led.length),
      ...[...notRefused, ...somewhere]
        .slice(0, 5)
        .map(({ what, answer }) => holds('not refused', `${what}: ${codeOf(answer)}`, 'refused', false)),
      equals('answers with the content of a file', leaks.length, 0),
    ]
  },
}
