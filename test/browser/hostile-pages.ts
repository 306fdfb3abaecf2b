/** Pages that attack the client driving the browser: huge and innumerable protocol messages of every kind. */
import type { FixtureHandler } from './fixture-server.ts'
import { html } from './fixture-server.ts'

const mib = 1024 * 1024

/** A page that runs a script at once and still has a document. */
const scripted = (script: string): FixtureHandler =>
  html(`<!doctype html><title>hostile</title><p id="p">hostile</p><script>${script}</script>`)

/** The same, after its document has been parsed. */
const later = (script: string): FixtureHandler => scripted(`setTimeout(() => { ${script} }, 50)`)

const text = (bytes: number): string => `'x'.repeat(${bytes})`

/** Pages that send one message of more than 32 MiB, named by its content; the last one sends none. */
export const hugeMessages: Readonly<Record<string, FixtureHandler>> = {
  '/console': later(`console.log(${text(40 * mib)})`),
  '/console-arguments': later(`const x = ${text(10 * mib)}; console.log(x, x, x, x)`),
  '/rejected': later(`Promise.reject(${text(40 * mib)})`),
  '/data-url': later(`fetch('data:text/plain,' + ${text(40 * mib)}).catch(() => {})`),
  '/socket-sent': later(
    `const s = new WebSocket(location.origin.replace('http', 'ws') + '/quiet'); s.onopen = () => s.send(${text(40 * mib)})`,
  ),
  '/large-but-sound': scripted(
    `const p = document.getElementById('p'); p.hidden = true; p.textContent = '\\u4e16\\u{20000}'.repeat(${2 * mib})`,
  ),
}

/** Pages that are only large, or send many messages: none of their messages exceeds the limit. */
export const floods: Readonly<Record<string, FixtureHandler>> = {
  '/console-many': later(`for (let i = 0; i < 100000; i++) console.log(i + ${text(1_000)})`),
  '/console-flood': later(`const x = ${text(32 * mib)}; setInterval(() => console.log(x), 1)`),
  '/console-objects': later(
    `const o = {}; for (let i = 0; i < 200000; i++) o['key' + i] = { i, text: 'y'.repeat(200) }; for (let i = 0; i < 1000; i++) console.log(o, [o], document)`,
  ),
  '/post-message': later(
    `const x = new ArrayBuffer(${256 * mib}); postMessage(x, '*'); postMessage(${text(256 * mib)}, '*')`,
  ),
  '/title': later(`setInterval(() => { document.title = Math.random() + ${text(64 * mib)} }, 10)`),
  '/push-state': later(`for (let i = 0; i < 200; i++) history.pushState(null, '', '/' + i + ${text(1_900_000)})`),
  '/fragments': later(`let i = 0; setInterval(() => { location.hash = i++ + ${text(1_000_000)} }, 10)`),
  '/long-urls': later(
    `(async () => { for (let i = 0; i < 5000; i++) await fetch('/ok?' + i + ${text(60_000)}).catch(() => {}) })()`,
  ),
  '/failing-urls': later(
    `(async () => { for (let i = 0; i < 20000; i++) { fetch('http://refused.invalid/?' + i + ${text(1_000_000)}).catch(() => {}); if (i % 20 === 0) await new Promise((r) => setTimeout(r)) } })()`,
  ),
  '/request-headers': later(
    `(async () => { for (let i = 0; i < 20000; i++) { fetch('http://refused.invalid/?' + i, { headers: { 'x-a': ${text(200_000)} } }).catch(() => {}); if (i % 20 === 0) await new Promise((r) => setTimeout(r)) } })()`,
  ),
  '/large-heads': later(
    `(async () => { for (let i = 0; i < 5000; i++) await Promise.all([1, 2, 3, 4].map((n) => fetch('/large-head?' + i + n).catch(() => {}))) })()`,
  ),
  '/cookies': later(
    `for (let i = 0; i < 180; i++) document.cookie = 'c' + i + '=' + ${text(4_000)}; (async () => { for (let i = 0; i < 3000; i++) await fetch('/ok?' + i).catch(() => {}) })()`,
  ),
  '/requests': later(
    `(async () => { for (let i = 0; i < 100000; i += 50) await Promise.all(Array.from({ length: 50 }, (_, n) => fetch('/ok?' + (i + n)).catch(() => {}))) })()`,
  ),
  '/failing-requests': later(
    `(async () => { for (let i = 0; i < 100000; i++) { fetch('http://refused.invalid/' + i).catch(() => {}); if (i % 100 === 0) await new Promise((r) => setTimeout(r)) } })()`,
  ),
  '/sockets-sent': later(
    `const s = new WebSocket(location.origin.replace('http', 'ws') + '/quiet'); s.binaryType = 'arraybuffer'; const x = new Uint8Array(${20 * mib}); s.onopen = () => setInterval(() => { if (s.bufferedAmount < 1e8) s.send(x) }, 1)`,
  ),
  '/frames-sent': later(
    `const s = new WebSocket(location.origin.replace('http', 'ws') + '/quiet'); s.onopen = () => { for (let i = 0; i < 100000; i++) s.send('frame ' + i) }`,
  ),
  '/frames-received': later(`new WebSocket(location.origin.replace('http', 'ws') + '/many')`),
  '/large-frames-received': later(`new WebSocket(location.origin.replace('http', 'ws') + '/large')`),
  '/events': later(`new EventSource('/event-stream')`),
  '/large-events': later(`new EventSource('/large-event-stream')`),
  '/fetched-events': later(`fetch('/large-event-stream').then(async (r) => { for await (const c of r.body); })`),
  '/iframes': later(
    `let i = 0; setInterval(() => { for (let n = 0; n < 100 && i < 100000; n++, i++) { const f = document.createElement('iframe'); document.body.append(f); f.remove() } }, 0)`,
  ),
  '/standing-iframes': later(
    `for (let i = 0; i < 900; i++) { const f = document.createElement('iframe'); f.src = '/ok?' + i; document.body.append(f) }`,
  ),
  '/workers': later(
    `const u = URL.createObjectURL(new Blob(['postMessage(1)'])); let i = 0; setInterval(() => { if (i++ > 3000) return; const w = new Worker(u); w.onmessage = () => w.terminate() }, 1)`,
  ),
  '/dialogs': later(`for (;;) alert(${text(64 * mib)})`),
  '/large-document': later(`document.getElementById('p').textContent = ${text(300 * mib)}`),
  '/escaped-document': later(`document.getElementById('p').textContent = '\\u4e16'.repeat(${19 * mib})`),
  '/many-elements': later(
    `const d = document.createDocumentFragment(); for (let i = 0; i < 300000; i++) d.append(document.createElement('b')); document.body.append(d)`,
  ),
  '/downloads': later(
    `const u = URL.createObjectURL(new Blob([${text(64 * mib)}])); for (let i = 0; i < 100; i++) { const a = document.createElement('a'); a.href = u; a.download = 'd'.repeat(10000) + i; a.click() }`,
  ),
  '/marks': later(`for (let i = 0; i < 300000; i++) performance.mark('mark' + i, { detail: 'z'.repeat(500) })`),
  '/meta-refresh': scripted(
    `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="100; url=/' + ${text(80 * mib)} + '">')`,
  ),
  '/storage': later(`for (let i = 0; i < 50; i++) try { localStorage.setItem('k' + i, ${text(1_000_000)}) } catch {}`),
  '/many-rejections': later(`for (let i = 0; i < 100000; i++) Promise.reject(new Error('rejected ' + i))`),
  '/blobs': later(
    `(async () => { for (let i = 0; i < 200; i++) { const u = URL.createObjectURL(new Blob([${text(8 * mib)}])); await fetch(u).then((r) => r.text()); } })()`,
  ),
  '/posted': later(
    `(async () => { for (let i = 0; i < 300; i++) await fetch('/ok?' + i, { method: 'POST', body: ${text(8 * mib)} }).catch(() => {}) })()`,
  ),
  '/bodies': later(
    `(async () => { for (let i = 0; i < 300; i++) await fetch('/body?' + i).then((r) => r.text()).catch(() => {}) })()`,
  ),
}

const largeHead = Object.fromEntries(Array.from({ length: 60 }, (_value, at) => [`x-large-${at}`, 'h'.repeat(4_000)]))

const stream =
  (event: string, times: number): FixtureHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let sent = 0
    const more = (): void => {
      while (sent < times) {
        sent += 1
        if (!response.write(event)) {
          response.once('drain', more)
          return
        }
      }
    }
    more()
  }

/** The resources that the pages request. */
export const resources: Readonly<Record<string, FixtureHandler>> = {
  '/plain': html('<!doctype html><title>plain</title><p>plain</p>'),
  '/ok': (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
  },
  '/large-head': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', ...largeHead }).end('ok')
  },
  '/body': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(4 * mib, 'j'))
  },
  '/event-stream': stream('data: message\n\n', 200_000),
  '/large-event-stream': stream(`data: ${'e'.repeat(8 * mib)}\n\n`, 100),
}

/** Messages that a socket sends, by its path. */
export function onSocket(socket: { send(data: string | Buffer, done: () => void): void }, path: string): void {
  if (path === '/quiet') return
  const [data, times] = path === '/many' ? (['frame', 200_000] as const) : ([Buffer.alloc(20 * mib), 40] as const)
  let sent = 0
  const more = (): void => {
    if (sent++ < times) socket.send(data, () => setImmediate(more))
  }
  more()
}
