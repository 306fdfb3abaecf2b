import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { redaction } from './redaction.ts'

const secret = 'c4n4ry-Secret.value~1'

/** What is written of a log line. */
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
  const facts = { url: 'https://shop.example/a@b?x=1', requestId: 'req-1', short: 'short', basic: 'a basic page' }
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

test('a long line costs little', () => {
  const redact = redaction([secret])
  const long = JSON.stringify({ text: '"authorization":'.repeat(20_000), slashes: '\\'.repeat(100_000) })
  redact(long)
  redact(JSON.stringify({ path: '://'.repeat(300_000) }))
})
