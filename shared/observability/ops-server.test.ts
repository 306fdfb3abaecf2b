import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { Health } from './health.ts'
import { startOpsServer, type OpsServer } from './ops-server.ts'

const quiet = { info: () => undefined, error: () => undefined }
const health = new Health()
let server: OpsServer
before(async () => {
  server = await startOpsServer(readConfig({}), quiet, health)
})
after(async () => await server.close())

const ask = async (path: string, method = 'GET') =>
  await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: { connection: 'close' } })

test('probes answer before the process has started, and say that it has not', async () => {
  const ready = await ask('/readyz')
  assert.equal(ready.status, 503)
  assert.deepEqual(await ready.json(), { phase: 'starting', problems: ['the process is starting'] })
  assert.equal((await ask('/livez')).status, 200)
})

test('probes follow the health of the process', async () => {
  health.started()
  assert.equal((await ask('/readyz')).status, 200)
  health.addVital(() => 'a worker of Temporal has failed')
  const live = await ask('/livez?verbose')
  assert.equal(live.status, 503)
  assert.deepEqual(await live.json(), { phase: 'serving', problems: ['a worker of Temporal has failed'] })
})

test('metrics come in the format of Prometheus', async () => {
  const metrics = await ask('/metrics')
  assert.equal(metrics.status, 200)
  assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
})

test('there is nothing else, and nothing to change', async () => {
  assert.equal((await ask('/')).status, 404)
  assert.equal((await ask('/metrics', 'POST')).status, 405)
  const head = await ask('/livez', 'HEAD')
  assert.equal(await head.text(), '')
})
