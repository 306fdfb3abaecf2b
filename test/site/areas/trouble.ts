/**
 * /trouble/: responses that violate protocols or never end. No page of the ordinary site links here; the index links to
 * all of them, one line each, with the required outcome of a fetch.
 */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { linkList, pageRoute, prosePage } from '../compose.ts'
import { gzipBomb } from '../gzip-bomb.ts'
import { documentMarkup } from '../layout.ts'
import { link, paragraph } from '../page.ts'
import type { Page } from '../page.ts'
import { png } from '../pixels.ts'
import { prose } from '../prose.ts'
import type { Area, Exchange, Expectation, FailureCode, TroubleRoute } from '../route.ts'

type Handle = TroubleRoute['handle']

const fails = (...codes: FailureCode[]): Expectation => ({ scraped: false, codes })
const works: Expectation = { scraped: true, codes: [] }
/** The contract allows either outcome. */
const either = (...codes: FailureCode[]): Expectation => ({ scraped: true, codes })

const html = { 'content-type': 'text/html; charset=utf-8' }
const trail = [link('/trouble/', 'Trouble')]

const plainPage: Page = {
  title: 'After all',
  description: 'A page like any other.',
  chrome: 'none',
  trail,
  blocks: prose('trouble', 'the trouble', 3).map((text) => paragraph(text)),
}
const plainMarkup = documentMarkup(plainPage)

/** Answers with the given status, headers and body, even when they are invalid. */
const says =
  (status: number, headers: Record<string, string>, body: string | Buffer): Handle =>
  ({ response }) => {
    response.writeHead(status, headers).end(body)
  }

/** Writes bytes directly to the socket and closes it. */
const raw =
  (bytes: string): Handle =>
  ({ request }) => {
    request.socket.end(bytes)
  }

const untilGone = (exchange: Exchange): Promise<unknown> => once(exchange.response, 'close')

const hang: Handle = async (exchange) => {
  await untilGone(exchange)
}

/** Sends the same chunk until the client disconnects. */
const endless =
  (chunk: string, pauseMs: number): Handle =>
  async ({ response, signal }) => {
    response.writeHead(200, html)
    response.write('<!doctype html><title>On and on</title><main>')
    while (!signal.aborted) {
      if (!response.write(chunk)) await once(response, 'drain', { signal })
      await wait(pauseMs, undefined, { signal })
    }
  }

const dripHeaders: Handle = async ({ request, signal }) => {
  request.socket.write('HTTP/1.1 200 OK\r\n')
  for (let n = 0; !signal.aborted; n += 1) {
    request.socket.write(`x-drop-${n}: drip\r\n`)
    await wait(100, undefined, { signal })
  }
}

const reset: Handle = ({ request }) => {
  request.socket.resetAndDestroy()
}

const cutShort: Handle = ({ request }) => {
  const part = plainMarkup.slice(0, 400)
  request.socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4000\r\n\r\n${part}`)
}

const resetOnce: Handle = (exchange) => {
  if (exchange.visit === 1) exchange.request.socket.resetAndDestroy()
  else exchange.response.writeHead(200, html).end(plainMarkup)
}

const busyOnce: Handle = ({ response, visit }) => {
  if (visit === 1) response.writeHead(429, { 'retry-after': '1', ...html }).end('<p>Busy</p>')
  else response.writeHead(200, html).end(plainMarkup)
}

const slow: Handle = async ({ response, signal, slowFactor }) => {
  await wait(1500 * slowFactor, undefined, { signal })
  response.writeHead(200, html).end(plainMarkup)
}

const bomb: Handle = async ({ response, signal }) => {
  response.writeHead(200, { ...html, 'content-encoding': 'gzip' })
  for (const chunk of gzipBomb(10_000)) {
    if (!response.write(chunk)) await once(response, 'drain', { signal })
  }
  response.end()
}

const hugePage: Handle = ({ response }) => {
  const story = prose('huge', 'the long story', 40)
    .map((text) => `<p>${text}</p>\n`)
    .join('')
  const times = Math.ceil((5 * 1024 * 1024) / story.length)
  response
    .writeHead(200, html)
    .end(`<!doctype html><title>Huge</title><main><h1>Huge</h1>${story.repeat(times)}</main>`)
}

const nested: Handle = ({ response }) => {
  const depth = 100_000
  response.writeHead(200, html)
  response.end(
    `<!doctype html><title>Deep</title>${'<div>'.repeat(depth)}<p>At the bottom.</p>${'</div>'.repeat(depth)}`,
  )
}

/** Segment n redirects to n - 1; the last one is a page. */
const hop: Handle = ({ request, response }) => {
  const left = Number(request.url?.split('/').at(-1))
  if (left > 1) response.writeHead(302, { location: `/trouble/hops/${left - 1}` }).end()
  else response.writeHead(200, html).end(plainMarkup)
}

const redirectTo = (location: string): Handle => says(302, { location }, '')
const picture = (): Buffer => png(64, 64, (x, y) => [x * 4, y * 4, 128])
/** The end record of an archive without entries. */
const emptyZip = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')
const noPage = fails('unsupported_content_type')
/** Both out of scope and forbidden: either may be reported. */
const privateTarget = fails('redirect_out_of_scope', 'unsafe_target')

const troubles: [segment: string, about: string, expect: Expectation, handle: Handle][] = [
  ['slow', 'Answers after 1.5 s', works, slow],
  ['hang', 'Never answers', fails('timeout'), hang],
  ['drip', 'A byte of the body at a time, for ever', fails('timeout'), endless('.', 100)],
  ['drip-headers', 'A header at a time, for ever', fails('timeout'), dripHeaders],
  ['endless', 'A body without end', fails('body_too_large'), endless('All is well on the Wend. '.repeat(4000), 0)],
  ['gzip-bomb', 'Ten gigabytes in ten megabytes', fails('body_too_large', 'decode_error'), bomb],
  [
    'bad-gzip',
    'Says gzip and is none',
    fails('decode_error'),
    says(200, { ...html, 'content-encoding': 'gzip' }, plainMarkup),
  ],
  ['reset', 'Resets the connection', fails('connection_reset'), reset],
  ['reset-once', 'Resets the connection the first time', works, resetOnce],
  ['cut-short', 'Closes before the declared length', either('connection_reset', 'invalid_response'), cutShort],
  [
    'garbage',
    'Answers with no HTTP at all',
    fails('invalid_response'),
    raw('This is the harbour office, who is calling?\r\n\r\n'),
  ],
  [
    'bad-length',
    'Two lengths that differ',
    fails('invalid_response'),
    raw('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nahoy!'),
  ],
  ['silent', 'Closes without a word', fails('connection_reset', 'invalid_response'), raw('')],
  ['busy-once', '429 with Retry-After the first time', works, busyOnce],
  ['teapot', 'Status 418', fails('http_status'), says(418, html, plainMarkup)],
  ['loop-a', 'Redirects to loop-b, which redirects back', fails('too_many_redirects'), redirectTo('/trouble/loop-b')],
  ['loop-b', 'The other half of the loop', fails('too_many_redirects'), redirectTo('/trouble/loop-a')],
  ['self', 'Redirects to itself', fails('too_many_redirects'), redirectTo('/trouble/self')],
  ['to-other-port', 'Redirects to another port of this host', privateTarget, redirectTo('http://127.0.0.1:9/')],
  ['to-private', 'Redirects to a private address', privateTarget, redirectTo('http://10.11.12.13/')],
  [
    'to-metadata',
    'Redirects to the metadata service',
    privateTarget,
    redirectTo('http://169.254.169.254/latest/meta-data/'),
  ],
  [
    'to-file',
    'Redirects to a file URL',
    fails('redirect_out_of_scope', 'unsafe_target', 'invalid_url', 'invalid_response'),
    redirectTo('file:///etc/hostname'),
  ],
  ['picture', 'A PNG under a page’s name', works, says(200, { 'content-type': 'image/png' }, picture())],
  ['binary', 'A PNG that says it is HTML', works, says(200, html, picture())],
  ['packed', 'A ZIP file that says it is HTML', noPage, says(200, html, emptyZip)],
  [
    'octet-stream',
    'HTML as application/octet-stream',
    either('unsupported_content_type'),
    says(200, { 'content-type': 'application/octet-stream' }, plainMarkup),
  ],
  [
    'plain',
    'HTML as text/plain',
    either('unsupported_content_type'),
    says(200, { 'content-type': 'text/plain' }, plainMarkup),
  ],
  ['no-type', 'HTML without a content type', either('unsupported_content_type'), says(200, {}, plainMarkup)],
  ['empty', 'No body', either('empty', 'unsupported_content_type'), says(200, html, '')],
  ['huge', 'Five megabytes of prose', works, hugePage],
  ['nested', 'A hundred thousand nested elements', works, nested],
  ['hops/12', 'Eleven redirects', fails('too_many_redirects'), hop],
]

const hops = Array.from({ length: 11 }, (_, at) => `hops/${at + 1}`)

const index = prosePage('/trouble/', 'Trouble', 'the trouble', {
  chrome: 'none',
  blocks: linkList(
    'All of it',
    troubles.map(([segment, about]) => link(`/trouble/${segment}`, about)),
  ),
})

const trouble = (segment: string, about: string, expect: Expectation, handle: Handle): TroubleRoute => {
  return { kind: 'trouble', path: `/trouble/${segment}`, about, expect, handle }
}

export const troubleArea: Area = {
  routes: [
    pageRoute('/trouble/', index),
    ...troubles.map((entry) => trouble(...entry)),
    ...hops.map((segment) => trouble(segment, 'On the way down', works, hop)),
  ],
}
