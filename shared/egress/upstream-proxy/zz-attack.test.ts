import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from 'node:http'
import { createCookieJar, seedCookies } from '../cookie-jar.ts'
import { clientFor, faultOf, get, listen, startRaw, startSite, textOf } from '../fixture-server.ts'
import { publicNames, startBrokenProvider, startHttpProvider, startSocksProvider } from './provider-lab.ts'

const rawCookie = (line: string) => async (context: any) => {
  let n = 0
  const site = await startRaw(context, (socket) => {
    n += 1
    if (n === 1) socket.end(Buffer.from(`HTTP/1.1 302 Found\r\nLocation: /x\r\n${line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, 'latin1'))
    else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok')
  })
  const jar = createCookieJar()
  const out = await get(clientFor(context, [site]), site.origin, { cookies: jar }).then((a) => String(a.status), (e) => `${e.code ?? e} ${e.message}`)
  console.log(JSON.stringify(line), out, JSON.stringify(jar.header(new URL(site.origin))))
}
for (const line of ['Set-Cookie: a=b\x7fc', 'Set-Cookie: a=\xe4\xff', 'Set-Cookie: a="q;r"', 'Set-Cookie: =x', 'Set-Cookie: \x7f=1', 'Set-Cookie: a=b; Domain=.', 'Set-Cookie: a=b; Path=\x80', 'Set-Cookie: a=b\tc', 'Set-Cookie: __proto__=1', 'Set-Cookie: a=1; Expires=' + '9'.repeat(9000), 'Set-Cookie: a=1; Domain=xn--\xff', 'Set-Cookie: ' + ';'.repeat(10000), 'Set-Cookie: ' + '=;'.repeat(5000)])
  test('cookie', rawCookie(line))

test('407 split', async (context) => {
  const p = await startBrokenProvider(context, 'http', (s) => { s.write('HTTP/1.1 4'); setTimeout(() => s.end('07 X\r\nContent-Length: 0\r\n\r\n'), 30) })
  console.log(await get(clientFor(context, [], { resolve: publicNames }), 'http://site.test/', { proxy: p.upstream }).then((a) => a.status, (e) => e.code))
})
for (const ans of ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', 'ICY 200 OK\r\n\r\n', 'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n', 'HTTP/2 200\r\n\r\n', '<html>', 'SSH-2.0-x\r\n', 'HTTP/1.1 200 OK\r\nProxy-Authenticate: Basic\r\nSet-Cookie: a=b\r\nContent-Length: 1\r\n\r\nx', 'HTTP/1.1 502 Bad\r\nProxy-Status: p; error=connection_refused\r\nContent-Length: 0\r\n\r\n'])
  for (const scheme of ['http', 'https'])
    test('odd ' + JSON.stringify(ans), async (context) => {
      const p = await startBrokenProvider(context, 'http', (s) => { s.write(ans) })
      const jar = createCookieJar()
      const t = performance.now()
      console.log(scheme, JSON.stringify(ans).slice(0, 60), await get(clientFor(context, [], { resolve: publicNames }), scheme + '://site.test/', { proxy: p.upstream, timeoutMs: 1500, cookies: jar }).then((a) => a.status, (e) => e.code + ' ' + e.message), Math.round(performance.now() - t), jar.header(new URL(scheme + '://site.test/')))
    })
test('socks odd', async (context) => {
  for (const ans of ['HTTP/1.1 400 Bad\r\n\r\n', '\x05', '\x05\x00', '\x05\x02', '\x04\x00', '\x05\x00'.repeat(50000)]) {
    const p = await startBrokenProvider(context, 'socks5', (s) => { s.write(Buffer.from(ans, 'latin1')) })
    const t = performance.now()
    console.log(JSON.stringify(ans).slice(0, 30), await get(clientFor(context, [], { resolve: publicNames }), 'http://site.test/', { proxy: p.upstream, timeoutMs: 1500 }).then((a) => a.status, (e) => e.code + ' ' + e.message), Math.round(performance.now() - t))
  }
})
test('flood after CONNECT', async (context) => {
  const p = await startBrokenProvider(context, 'http', (s) => { const w = () => { while (s.write('x'.repeat(65536)) && !s.destroyed); }; s.on('drain', w); w() })
  console.log(await get(clientFor(context, [], { resolve: publicNames }), 'https://site.test/', { proxy: p.upstream, timeoutMs: 3000 }).then((a) => a.status, (e) => e.code + ' ' + e.message))
})
test('idle sockets go', async (context) => {
  const site = await startSite(context, (_q, r) => r.end('ok'))
  const p = await startHttpProvider(context)
  const c = clientFor(context, [], { resolve: publicNames })
  let open = 0
  for (let i = 0; i < 600; i += 1) await get(c, `http://site.test:${site.port}/`, { proxy: p.as('s' + i) })
  const count = () => process.getActiveResourcesInfo().filter((x) => x.startsWith('TCPSocket')).length
  console.log('sockets', count(), p.connections())
  await new Promise((r) => setTimeout(r, 5500))
  console.log('after idle', count())
})
