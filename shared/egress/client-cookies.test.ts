import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { createCookieJar, seedCookies } from './connections/cookie-jar.ts'
import { clientFor, faultOf, get, namesFrom, startSite, textOf } from './testing/fixture-server.ts'

const resolve = namesFrom({ 'a.example': ['127.0.0.1'], 'b.example': ['127.0.0.1'] })

/** A site that redirects to a page that sets a cookie, and back, until a request has the cookie. */
function gate(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/set') {
    response
      .writeHead(302, {
        location: '/',
        'set-cookie': ['seen=1; Path=/; HttpOnly', 'lang=de; Path=/; Expires=Wed, 09 Nov 2099 10:00:00 GMT'],
      })
      .end()
  } else if (request.headers.cookie?.includes('seen=1') === true) response.end(request.headers.cookie)
  else response.writeHead(302, { location: '/set' }).end()
}

const start = async (context: TestContext, handler = gate) => {
  const site = await startSite(context, handler)
  return { site, client: clientFor(context, [site], { resolve }), origin: `http://a.example:${site.port}` }
}

test('a site that loops without its cookie is passed with a jar', async (context) => {
  const { client, origin } = await start(context)
  assert.equal((await faultOf(get(client, origin))).code, 'too_many_redirects')
  const answer = await get(client, origin, { cookies: createCookieJar() })
  assert.equal(textOf(answer), 'seen=1; lang=de')
  assert.equal(answer.redirects.length, 2)
})

test('a jar goes from exchange to exchange, and never to another', async (context) => {
  const { client, origin } = await start(context)
  const [mine, yours] = [createCookieJar(), createCookieJar()]
  await get(client, origin, { cookies: mine })
  assert.equal((await get(client, origin, { cookies: mine })).redirects.length, 0)
  assert.equal(yours.header(new URL(origin)), '')
  assert.equal((await get(client, origin, { cookies: yours })).redirects.length, 2)
})

test("a caller's Cookie header is joined with the jar's and stands for the same name, at its own origin alone", async (context) => {
  const { site, client, origin } = await start(context, (request, response) => {
    if (request.url === '/b') response.end(String(request.headers.cookie))
    else if (request.url === '/a') {
      response.writeHead(302, { location: '/c', 'set-cookie': ['own=site; Path=/', 'new=1; Path=/'] }).end()
    } else {
      response
        .writeHead(302, { location: `http://b.example:${site.port}/b`, 'x-cookie': String(request.headers.cookie) })
        .end()
    }
  })
  const jar = createCookieJar()
  const more = { cookies: jar, headers: { Cookie: 'own=caller; more=2' } }
  const stopped = await get(client, `${origin}/a`, {
    ...more,
    onRedirect: ({ hostname }) => (hostname === 'b.example' ? 'stop' : 'follow'),
  })
  assert.equal(stopped.headers['x-cookie'], 'own=caller; more=2; new=1')
  assert.equal(textOf(await get(client, `${origin}/a`, more)), 'undefined')
})

test('a seeded jar gives its cookies back wherever the chain returns to the host', async (context) => {
  const { site, client, origin } = await start(context, (request, response) => {
    if (request.url === '/end') response.end(String(request.headers.cookie))
    else if (request.headers.host?.startsWith('b.') === true)
      response.writeHead(302, { location: `${origin}/end` }).end()
    else response.writeHead(302, { location: `http://b.example:${site.port}/` }).end()
  })
  const jar = createCookieJar()
  seedCookies(jar, new URL(origin), 's=1')
  assert.equal(textOf(await get(client, origin, { cookies: jar })), 's=1')
})

test('a cookie that an answer without success sets is kept', async (context) => {
  const { client, origin } = await start(context, (_request, response) => {
    response.writeHead(403, { 'set-cookie': 'x=1; Path=/' }).end()
  })
  const jar = createCookieJar()
  await get(client, origin, { cookies: jar })
  assert.equal(jar.header(new URL(origin)), 'x=1')
})
