/** R34: pages that make Chromium send more than the process that drives it can hold. */
import { setTimeout as sleep } from 'node:timers/promises'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { atMost, allOf, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { html, startFixture, type FixtureHandler } from '../../browser/fixture-server.ts'
import { besideAttack } from '../bystander.ts'
import { codeOf, type CallAnswer } from '../caller.ts'
import { peakDuring, type ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const megabyte = 1024 * 1024
/** Node cannot create a string of this many characters. */
const fullMegabytes = 512
/** Exceeds the limit of one message in the shortened form. */
const shortMegabytes = 36
const timeoutMs = 10_000
/** A call makes several attempts. */
const callMs = 60_000
const shortCallMs = 90_000
/** Highest number of attempts at a call that is answered with 503 and Retry-After. */
const attemptsMax = 3
const memoryRiseMaxMegabytes = 1_024

const script = (code: string): FixtureHandler => html(`<title>Page</title><p>words</p><script>${code}</script>`)

/** Pages by name. @param megabytes size of the largest thing they send. */
const pagesOf = (megabytes: number, requests: number): Readonly<Record<string, FixtureHandler>> => {
  const characters = megabytes * megabyte - 64
  const text = `'x'.repeat(${characters})`
  const unescaped = `'\\u0001'.repeat(${Math.floor(characters / 6)})`
  return {
    '/console': script(`console.log(${text})`),
    '/console-many': script(
      `const part = 'x'.repeat(1e6); for (let n = 0; n < ${megabytes}; n += 1) console.log(part)`,
    ),
    '/console-arguments': script(
      `console.log(...Array.from({ length: 1000 }, () => 'x'.repeat(${Math.floor(characters / 1_000)})))`,
    ),
    '/console-escaped': script(`console.log(${unescaped})`),
    '/error': script(`throw new Error(${text})`),
    '/rejection': script(`Promise.reject(new Error(${text}))`),
    '/post-message': script(
      `addEventListener('message', ({ data }) => console.log(data.length)); postMessage(${text}, '*')`,
    ),
    '/title': script(`document.title = ${text}`),
    '/dom': script(`document.body.append(${text})`),
    '/dom-escaped': script(`document.body.append(${unescaped})`),
    '/attribute': script(`document.body.setAttribute('data-x', ${text})`),
    '/url': script(
      `fetch('/?' + 'x'.repeat(${Math.min(characters, 64 * megabyte)})).catch(() => {}); history.replaceState(null, '', '#' + 'x'.repeat(2e6))`,
    ),
    '/body': script(`fetch('/', { method: 'POST', body: ${text} }).catch(() => {})`),
    '/data-url': script(`new Image().src = 'data:image/png;base64,' + ${text}`),
    '/headers': script(`fetch('/', { headers: { 'x-large': 'x'.repeat(${8 * megabyte}) } }).catch(() => {})`),
    '/socket': script(
      `const socket = new WebSocket('ws://' + location.host + '/'); socket.onopen = () => socket.send(${text})`,
    ),
    '/socket-url': script(
      `try { new WebSocket('ws://' + location.host + '/' + 'x'.repeat(${8 * megabyte})) } catch {}`,
    ),
    '/dialog': script(`alert(${text})`),
    '/storage': script(
      `for (let n = 0; n < 10; n += 1) try { localStorage.setItem('k' + n, 'x'.repeat(1e6)) } catch {}`,
    ),
    '/requests': script(`for (let n = 0; n < ${requests}; n += 1) fetch('/r?' + n).catch(() => {})`),
    '/frames': script(`for (let n = 0; n < 300; n += 1) document.body.append(document.createElement('iframe'))`),
    '/r': (_request, response) => void response.end('r'),
    '/plain': html('<title>Plain</title><h1>Plain</h1>'),
  }
}

/** Loaded by a capture and by a scrape: a scrape receives the document over the same pipe, in one message. */
const documents = new Set(['/dom', '/dom-escaped', '/attribute', '/title', '/url'])
const shortPaths = ['/console', '/dom-escaped', '/requests']

interface Told {
  path: string
  answer: CallAnswer
  attempts: number
}

async function attackOf(
  stack: ReliabilityStack,
  origin: string,
  paths: readonly string[],
  callTimeoutMs: number,
): Promise<Told[]> {
  const told: Told[] = []
  const ask = async (path: string, route: string, body: unknown): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await stack.attacker.post(route, body, { timeoutMs: callTimeoutMs })
      const waitSecs = Number(answer.headers.get('retry-after') ?? 0)
      // When no processor time is left to open a browser, a living worker asks for a retry.
      if (isServed(answer) || waitSecs === 0 || attempt === attemptsMax) {
        told.push({ path, answer, attempts: attempt })
        return
      }
      await sleep(waitSecs * 1_000)
    }
  }
  for (const path of paths) {
    const body = { url: origin + path, timeout: timeoutMs, wait_ms: 1_000 }
    await ask(path, '/browser/network', body)
    if (documents.has(path)) await ask(path, '/scrape', { ...body, js_render: true, output: ['html'] })
  }
  return told
}

/** Whether a living worker answered, not a crash or the gateway on behalf of an unavailable worker. */
const isServed = (answer: CallAnswer): boolean =>
  ![0, 500].includes(answer.status) && codeOf(answer) !== 'browser_unavailable'

const shown = ({ path, answer }: Told): Mark =>
  holds('not served', `${path}: ${codeOf(answer)}, ${String(answer.body['detail'])}`, 'served', false)

export const chromiumPipeRow: Row = {
  id: 'R34',
  name: "Chromium's pipe",
  alone: true,
  method:
    'Twenty pages that each send 512 MB at once to the process that drives Chromium, through the console, errors, messages, titles, text, URLs, bodies, headers, sockets and dialogs, and one with 100,000 requests, loaded one after the other by captures, and by scrapes where the document itself is large.',
  counted: 'Exits of the browser worker; calls that it did not answer; how much its resident memory rises.',
  passMark:
    '0 process exits; each call answered by the worker; a plain page loads afterwards; memory rises by at most 1 GiB',
  shortStack: { SEINE_BROWSER_MESSAGE_MAX_BYTES: String(poolLimits.messageMaxBytesMin) },
  async run({ short, ownStack, serve, atEnd }) {
    // A worker ended by an attack must not fail the rows after it. The shortened form shares a stack: there such an end
    // fails this row, and a stack is closed after a failed row.
    const stack = await ownStack()
    const pages = pagesOf(short ? shortMegabytes : fullMegabytes, short ? 500 : 100_000)
    const site = await serve(stack, startFixture(pages, { onSocket: (socket) => socket.on('error', () => undefined) }))
    const pidOf = (): number | null => stack.t.stack.file.pids.browserWorker
    const pids = new Set([pidOf()])
    const watch = setInterval(() => pids.add(pidOf()), 100)
    atEnd(async () => clearInterval(watch))
    const paths = short ? shortPaths : Object.keys(pages).filter((path) => path !== '/r' && path !== '/plain')
    const memory = (): number => stack.memoryOf('browserWorker')
    const before = memory()
    const attack = async () =>
      await peakDuring(memory, attackOf(stack, site.origin, paths, short ? shortCallMs : callMs))
    const { value, marks } = await besideAttack(stack, short, attack)
    const told = value.value
    const plain = await stack.attacker.post('/browser/network', { url: `${site.origin}/plain`, timeout: 20_000 })
    pids.add(pidOf())
    const outcomes = told.map(
      ({ path, answer, attempts }) => `${path} ${codeOf(answer)}${attempts === 1 ? '' : ` (attempt ${attempts})`}`,
    )
    return [
      reported('answers', outcomes.join(', ')),
      allOf('served by the worker', told.filter(({ answer }) => isServed(answer)).length, told.length),
      ...told.filter(({ answer }) => !isServed(answer)).map(shown),
      holds(
        'exits of the browser worker',
        String([...pids].filter((pid) => pid !== null).length - 1),
        '0',
        pids.size === 1,
      ),
      atMost('rise of its memory', (value.peak - before) / megabyte, memoryRiseMaxMegabytes, ' MB'),
      holds(
        'capture of a plain page afterwards',
        String(plain.status),
        '200',
        plain.status === 200 && plain.body['success'] === true,
      ),
      ...marks,
    ]
  },
}
