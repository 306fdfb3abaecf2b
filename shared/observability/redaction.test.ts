import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { redaction } from './redaction.ts'

const secret = 'c4n4ry-Secret.value~1'

/** Returns the text of a log line after redaction. */
function line(facts: object, message = 'told', secrets: string[] = []): string {
  let written = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk)
      done()
    },
  })
  pino({ hooks: { streamWrite: redaction(secrets) } }, stream).info(facts, message)
  return written
}

test('headers that carry secrets are hidden at any depth, and the line stays JSON', () => {
  const headers = {
    authorization: `Token ${secret}`,
    Cookie: `sid=${secret}; other="${secret}"`,
    'set-cookie': [`a=${secret}`, `b=${secret}`],
    'x-api-key': secret,
    'proxy-authorization': secret,
    accept: 'text/html',
  }
  const written = line({ err: { options: { request: { headers } } }, req: { headers } })
  assert.ok(!written.includes(secret), written)
  const parsed = JSON.parse(written) as { req: { headers: Record<string, unknown> } }
  assert.equal(parsed.req.headers['authorization'], '***')
  assert.equal(parsed.req.headers['accept'], 'text/html')
})

test('they are hidden in JSON that is text itself', () => {
  const written = line({ body: JSON.stringify({ headers: { authorization: `Token ${secret}`, accept: 'x' } }) })
  assert.ok(!written.includes(secret), written)
  JSON.parse(written)
})

test('credentials are hidden wherever a message names them', () => {
  for (const message of [
    `answered 401 to Bearer ${secret}`,
    `proxy http://user:${secret}@proxy.example:8080/ refuses`,
    `redis://:${secret}@redis:6379`,
    `smtp://seine:${secret}@mail.example:587`,
    `key seine_reports_${'Ab1-_'.repeat(8)} is unknown`,
    `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  ]) {
    const written = line({}, message)
    assert.ok(!/c4n4ry|Ab1-_Ab1|BwcHBw/.test(written), written)
    JSON.parse(written)
  }
})

test('values of settings are hidden, lists part by part, and whole before their parts', () => {
  const written = line({ first: 'old-token-1', url: 'x?k=new-token-1', both: 'old-token-1,new-token-1' }, 'told', [
    'old-token-1,new-token-1',
    '',
    'short',
  ])
  assert.ok(!/token-1/.test(written), written)
})

test('values are hidden that JSON writes in another way, and passwords of URLs by themselves', () => {
  const odd = 'pa"ss\\word-long'
  assert.ok(!line({}, `told ${odd}`, [odd]).includes('word-long'))
  const url = 'redis://seine:p%40ssword-of-redis@redis:6379'
  assert.ok(!/ssword-of-redis/.test(line({}, 'refused p@ssword-of-redis', [url])))
})

test('what is no secret stays as it is', () => {
  const facts = { url: 'https://shop.example/a@b', requestId: 'req-1', short: 'short', basic: 'a basic page' }
  const written = JSON.parse(line(facts, 'the bearer of news', ['short'])) as Record<string, unknown>
  assert.deepEqual(
    { ...facts, msg: 'the bearer of news' },
    {
      url: written['url'],
      requestId: written['requestId'],
      short: written['short'],
      basic: written['basic'],
      msg: written['msg'],
    },
  )
})

test('addresses lose user info, query and fragment, in fields, messages, names and errors', () => {
  const told: Record<string, string> = {
    [`https://shop.example/a?token=${secret}`]: 'https://shop.example/a',
    [`https://shop.example/a#${secret}`]: 'https://shop.example/a',
    [`https://user:p@ss-${secret}@shop.example:8443/a`]: 'https://***@shop.example:8443/a',
    [`at https://shop.example/a?q="${secret}"&r=${secret} twice`]: 'at https://shop.example/a twice',
    [`/hook/a?${secret}`]: '/hook/a',
    [`GET https://shop.example/a?x=${secret}: refused, as was https://b.example/?${secret}#${secret}.`]:
      'GET https://shop.example/a: refused, as was https://b.example/.',
    [`redirected to //shop.example/a?x=${secret}`]: 'redirected to //shop.example/a',
    [`(see https:a.example?x=${secret}, https:/a.example/?x=${secret})`]: '(see https:a.example, https:/a.example/)',
    [`next=https%3A%2F%2Fshop.example%2Fa%3Ftoken%3D${secret}`]: 'next=https%3A%2F%2Fshop.example%2Fa',
    [String.raw`{"u":"https:\/\/user:${secret}@shop.example\/a?x=1","v":2}`]: String.raw`{"u":"https:\/\/***@shop.example\/a","v":2}`,
    [`wss://shop.example/a?x='${secret}'`]: 'wss://shop.example/a',
  }
  for (const [given, expected] of Object.entries(told)) {
    const written = line({ url: given, deep: [{ address: given }], [given]: 1, err: new Error(given) }, given)
    assert.ok(!/c4n4ry/.test(written), written)
    const { msg, url, deep } = JSON.parse(written) as { msg: string; url: string; deep: { address: string }[] }
    assert.deepEqual([msg, url, deep[0]?.address], [expected, expected, expected])
  }
})

test('a field that is an address loses all of its query, whatever is in it', () => {
  const written = line({ url: `https://shop.example/a?q="${secret}" and <${secret}>` })
  assert.equal((JSON.parse(written) as { url: string }).url, 'https://shop.example/a')
})

test('what only looks like an address stays', () => {
  const messages = [
    'really and/or? yes',
    'a@b.example is no receiver',
    'must match /^a(?:b)c/',
    'at Foo.#bar (file:///app/x.ts:1:2)',
    'what: why? 50% of 10:20',
  ]
  for (const message of messages) assert.equal((JSON.parse(line({}, message)) as { msg: string }).msg, message)
})

test('a long line costs little', () => {
  const redact = redaction([secret])
  const long = JSON.stringify({ text: '"authorization":'.repeat(20_000), slashes: '\\'.repeat(100_000) })
  redact(long)
  redact(JSON.stringify({ path: '://'.repeat(300_000) }))
  redact(JSON.stringify({ path: `${'://'.repeat(300_000)}?x=@#` }))
  redact(JSON.stringify({ path: `https://a/${'.'.repeat(300_000)}?${'.'.repeat(300_000)}x` }))
  redact(JSON.stringify({ path: `${'%25'.repeat(200_000)}?=/ ${'%2525'.repeat(200_000)}?` }))
  redact(JSON.stringify({ path: `${'a@/?b='.repeat(100_000)} ${'/? '.repeat(100_000)}` }))
})
