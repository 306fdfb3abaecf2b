import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readConfig } from '@seine/shared/config/config.ts'
import { pino } from 'pino'
import { GatewaySetupError, startGateway } from './gateway.ts'
import { keyEntry } from './testing/test-gateway.ts'

const silent = pino({ level: 'silent' })

/** Temporal and store at ports where no server listens. */
const away = {
  SEINE_GATEWAY_PORT: '0',
  SEINE_TEMPORAL_ADDRESS: '127.0.0.1:1',
  SEINE_S3_ENDPOINT: 'http://127.0.0.1:1',
  SEINE_S3_ACCESS_KEY_ID: 'a',
  SEINE_S3_SECRET_ACCESS_KEY: 'b',
}

async function keysFile(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'seine-gateway-'))
  t.after(() => rm(directory, { recursive: true }))
  const path = join(directory, 'keys.json')
  await writeFile(path, JSON.stringify([keyEntry('key', 'acme')]))
  return path
}

test('beyond loopback a gateway needs keys', async () => {
  const config = readConfig({ ...away, SEINE_GATEWAY_HOST: '0.0.0.0' })
  await assert.rejects(startGateway(config, silent), GatewaySetupError)
})

test('a gateway serves while everything behind it is unavailable, and ends in order', async (t) => {
  const config = readConfig({ ...away, SEINE_API_KEYS_FILE: await keysFile(t), SEINE_EGRESS_ALLOW: '127.0.0.1/32:9' })
  const gateway = await startGateway(config, silent)
  const url = `http://127.0.0.1:${gateway.port}`
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
  const start = (target: string): Promise<Response> =>
    fetch(`${url}/crawl`, {
      method: 'POST',
      headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
      body: JSON.stringify({ url: target }),
    })
  assert.equal((await start('http://127.0.0.1:81/')).status, 422)
  assert.equal(((await (await start('http://127.0.0.1:9/')).json()) as { code: string }).code, 'url_not_allowed')
  await gateway.close()
  await assert.rejects(fetch(`${url}/healthz`))
})

test('a target that the operator allows passes, and the unavailable store is reported', async (t) => {
  const config = readConfig({
    ...away,
    SEINE_API_KEYS_FILE: await keysFile(t),
    SEINE_EGRESS_ALLOW: '127.0.0.1/32:8080',
  })
  const gateway = await startGateway(config, silent)
  t.after(() => gateway.close())
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/crawl`, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: '{"url":"http://127.0.0.1:8080/"}',
  })
  assert.equal(answer.status, 503)
  assert.equal(((await answer.json()) as { code: string }).code, 'result_store_unavailable')
})

test('a port that is taken fails the start', async (t) => {
  const config = readConfig({ ...away, SEINE_API_KEYS_FILE: await keysFile(t) })
  const first = await startGateway(config, silent)
  t.after(() => first.close())
  const second = startGateway({ ...config, SEINE_GATEWAY_PORT: first.port }, silent)
  await assert.rejects(second, { code: 'EADDRINUSE' })
})
