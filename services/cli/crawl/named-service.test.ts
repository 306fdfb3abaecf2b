import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../command/usage-error.ts'
import { parseCrawlArguments } from './arguments.ts'
import { crawlCommand } from './command.ts'
import { ensureNamedService, namedService } from './named-service.ts'
import { commandBench, completed } from './testing/command-bench.ts'

test('a service is named by its URL and a key', () => {
  assert.equal(namedService({}), null)
  assert.equal(namedService({ SEINE_URL: '', SEINE_KEY: '' }), null)
  assert.deepEqual(namedService({ SEINE_URL: 'https://seine.example.com/', SEINE_KEY: 'k' }), {
    gateway: 'https://seine.example.com',
    apiKey: 'k',
  })
  assert.equal(
    namedService({ SEINE_URL: 'http://host:8420/seine/', SEINE_KEY: 'k' })?.gateway,
    'http://host:8420/seine',
  )
})

test('half a name, and what is no URL of a service, are refused without showing the value', () => {
  for (const environment of [
    { SEINE_URL: 'http://host' },
    { SEINE_KEY: 'secret' },
    { SEINE_URL: 'host:8420', SEINE_KEY: 'secret' },
    { SEINE_URL: 'ftp://host', SEINE_KEY: 'secret' },
    { SEINE_URL: 'http://user:secret@host', SEINE_KEY: 'k' },
    { SEINE_URL: 'http://host/?q=secret', SEINE_KEY: 'k' },
  ]) {
    assert.throws(
      () => namedService(environment),
      (error) => error instanceof UsageError && !error.message.includes('secret'),
      JSON.stringify(environment),
    )
  }
})

test('a crawl runs on a named service, of which nothing is allowed or stopped', async (t) => {
  const { ports, gateway, targets, ended } = await commandBench(t, { statuses: [completed] })
  const { stack } = await ports.ensureStack(AbortSignal.timeout(60_000))
  const service = namedService({ SEINE_URL: `${stack.gateway}/`, SEINE_KEY: stack.apiKey })
  assert.ok(service !== null)
  const request = parseCrawlArguments(['http://site/', '--out', 'result'])
  assert.equal(await crawlCommand(request, { ...ports, ensureStack: ensureNamedService(service) }), 0)
  assert.equal(gateway.submitted.length, 1)
  assert.deepEqual([targets, ended], [[], []])
})
