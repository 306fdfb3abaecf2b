/** R18: pages that try to keep a browser busy without end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { html, startFixture, type FixtureHandler } from '../../browser/fixture-server.ts'
import { besideAttack } from '../bystander.ts'
import { codesOf, type CallAnswer } from '../caller.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import type { Row } from '../row.ts'

const timeoutMs = 5_000
/** A page that computes without end costs this much processor time. */
const shortTimeoutMs = 2_000
const overTimeoutMs = 3_000
/** Beside other tests everything takes longer. */
const shortOverTimeoutMs = 60_000
const repeats = 10
const atOnce = 2

const endless: FixtureHandler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  const write = async (): Promise<void> => {
    while (!response.destroyed) {
      response.write('<p>on and on and on</p>'.repeat(2_000))
      await sleep(5)
    }
  }
  void write()
}

const script = (code: string): FixtureHandler => html(`<title>Page</title><p>words</p><script>${code}</script>`)

const pages: Readonly<Record<string, FixtureHandler>> = {
  '/loop-after-load': script(`addEventListener('load', () => { for (;;) {} })`),
  '/loop-while-parsing': script('for (;;) {}'),
  '/alert': script('alert(1)'),
  '/alert-loop': script('for (;;) alert(1)'),
  '/beforeunload': script(
    `addEventListener('beforeunload', (e) => { e.preventDefault(); e.returnValue = 'x' }); location.reload()`,
  ),
  '/popups': script(`for (let n = 0; n < 30; n += 1) window.open('/popup?' + n)`),
  '/popup': html('<p>popup</p>'),
  '/print': script('window.print()'),
  '/deep': script(
    `let node = document.body ?? document.documentElement; for (let n = 0; n < 60000; n += 1) node = node.appendChild(document.createElement('div'))`,
  ),
  '/huge': html('<div style="width: 50000px; height: 5000000px; background: linear-gradient(red, blue)">x</div>'),
  '/download': (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename=a' })
      .end('bytes'),
  '/endless': endless,
  '/navigation-loop': script(`location.href = '/navigation-loop?' + Math.random()`),
  '/basic-auth': (_request, response) =>
    void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('no'),
  '/workers': script(
    `for (let n = 0; n < 20; n += 1) new Worker(URL.createObjectURL(new Blob(['for (;;) {}'], { type: 'text/javascript' })))`,
  ),
  '/memory': script('const kept = []; for (let n = 0; n < 400; n += 1) kept.push(new Array(250000).fill(n))'),
}

const hostile = Object.keys(pages).filter((path) => path !== '/popup')
const shortHostile = ['/loop-after-load', '/alert-loop', '/popups', '/navigation-loop']

export const hostilePagesRow: Row = {
  id: 'R18',
  name: 'Hostile pages',
  alone: true,
  method:
    'Fifteen pages that loop, open dialogs and windows, navigate without end, take memory or never end, ten captures of each with a full-page screenshot of every second one, two at a time with a timeout of 5 s.',
  counted:
    'Time of each call beyond its timeout; processes of the browser worker; a capture of a plain page afterwards.',
  passMark: 'Slot free within timeout + 3 s; other contexts unaffected; 0 process exits',
  async run({ short, sharedStack, serve }) {
    const stack = await sharedStack()
    const timeout = short ? shortTimeoutMs : timeoutMs
    const site = await serve(stack, startFixture({ ...pages, '/plain': html('<title>Plain</title><h1>Plain</h1>') }))
    const pidOf = (): number | null => stack.t.stack.file.pids.browserWorker
    const before = pidOf()
    const paths = short ? shortHostile : Array.from({ length: repeats }, () => hostile).flat()
    const capture = async (path: string, index: number): Promise<CallAnswer> => {
      const url = site.origin + path
      return index % 2 === 0
        ? await stack.attacker.post('/browser/network', { url, timeout })
        : await stack.attacker.post('/scrape', {
            url,
            js_render: true,
            timeout,
            output: ['screenshot_full_page'],
          })
    }
    const attack = async () =>
      await eachOf(paths, atOnce, async (path, index) => ({ path, index, answer: await capture(path, index) }))
    const { value: told, marks } = await besideAttack(stack, short, attack)
    const captures = told.filter(({ index }) => index % 2 === 0)
    const slowest = captures.toSorted((a, b) => b.answer.elapsedMs - a.answer.elapsedMs)[0]
    const over = Math.max(0, (slowest?.answer.elapsedMs ?? 0) - timeout) / 1_000
    const plain = await stack.bystander.caller.post('/browser/network', {
      url: `${site.origin}/plain`,
      timeout: 20_000,
    })
    const after = pidOf()
    return [
      reported('answers', codesOf(told.map(({ answer }) => answer))),
      allOf(
        'answered, and not with 500',
        told.filter(({ answer }) => ![0, 500].includes(answer.status)).length,
        told.length,
      ),
      atMost(
        `longest capture over its timeout (${slowest?.path})`,
        over,
        (short ? shortOverTimeoutMs : overTimeoutMs) / 1_000,
        ' s',
      ),
      holds(
        'exits of the browser worker',
        before === after ? '0' : `another process than before`,
        '0',
        before === after,
      ),
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
