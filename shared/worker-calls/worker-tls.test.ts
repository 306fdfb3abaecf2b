import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { ConfigError } from '../config/config.ts'
import { createLogger } from '../observability/logger.ts'
import { startCallServer } from './call-server.ts'
import { certificateOne, certificateTwo } from './testing/fixture-certificates.ts'
import { WorkerCallError } from './worker-call-error.ts'
import { WorkerSet } from './worker-set.ts'
import { WorkerTls, type TlsFiles } from './worker-tls.ts'

const logger = createLogger('worker-tls-test', { SEINE_LOG_LEVEL: 'silent' })

const one: TlsFiles = { ...certificateOne, ca: certificateOne.cert }
const two: TlsFiles = { ...certificateTwo, ca: certificateTwo.cert }
/** Shows the first certificate or the second, and accepts both. */
const both = certificateOne.cert + certificateTwo.cert

/** Certificates in files that the test may write again. */
function service(t: TestContext, files: TlsFiles) {
  const folder = mkdtempSync(join(tmpdir(), 'seine-worker-tls-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const write = (parts: Partial<TlsFiles>): void => {
    for (const [part, text] of Object.entries(parts)) writeFileSync(join(folder, part), text)
  }
  write(files)
  const config = {
    SEINE_WORKER_TLS_CA_FILE: join(folder, 'ca'),
    SEINE_WORKER_TLS_CERT_FILE: join(folder, 'cert'),
    SEINE_WORKER_TLS_KEY_FILE: join(folder, 'key'),
  }
  const tls = WorkerTls.open(config, logger)
  assert.ok(tls !== null)
  t.after(() => tls.close())
  return { tls, write, config }
}

/** A worker, and a way to call it with certificates. */
async function worker(t: TestContext, tls: WorkerTls) {
  let calls = 0
  const server = await startCallServer({
    host: '127.0.0.1',
    port: 0,
    tokens: [],
    tls,
    logger,
    calls: {
      '/task': async () => {
        calls += 1
        return await Promise.resolve({ status: 200, body: { kind: 'result', result: {} } })
      },
    },
    probes: { '/readyz': async () => await Promise.resolve({ status: 200, body: {} }) },
  })
  const close = async () => await server.close()
  t.after(close)
  const callers = (shown: WorkerTls | null, host = '127.0.0.1', scheme = 'https') => {
    const url = new URL(`${scheme}://${host}:${server.port}`)
    const lookup = async () => await Promise.resolve(['127.0.0.1'])
    const set = new WorkerSet({ kind: 'scrape', urls: [url], token: '', tls: shown, lookup })
    t.after(() => set.close())
    return async () =>
      await set.call({
        path: '/task',
        task: '{}',
        requestId: null,
        affinity: null,
        deadlineMs: Date.now() + 10_000,
        signal: new AbortController().signal,
      })
  }
  return { callers, calls: () => calls, port: server.port, close }
}

/** Asks for the probe with a certificate or without one, by a client that trusts the worker. @returns the status. */
async function probe(port: number, shown: Partial<typeof certificateOne>): Promise<number | undefined> {
  const asked = request({ host: '127.0.0.1', port, path: '/readyz', ca: one.ca, agent: false, ...shown }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

const isUnavailable = (error: unknown): boolean => error instanceof WorkerCallError && error.code === 'unavailable'

test('services with certificates of one authority call each other, by address and by name', async (t) => {
  const { tls } = service(t, one)
  const { callers, calls } = await worker(t, tls)
  const call = callers(service(t, one).tls)
  assert.equal((await call()).kind, 'content')
  assert.equal((await call()).kind, 'content')
  assert.equal((await callers(tls, 'worker.test')()).kind, 'content')
  assert.equal(calls(), 3)
})

test('a caller without a certificate, or with one of another authority, reaches no call and no probe', async (t) => {
  const { tls } = service(t, one)
  const { callers, calls, port } = await worker(t, tls)
  // It trusts the worker, so that only its own certificate is wrong.
  const foreign = service(t, { ...two, ca: both }).tls
  await assert.rejects(probe(port, {}))
  assert.equal(await probe(port, certificateOne), 200)
  for (const call of [callers(null), callers(foreign), callers(null, '127.0.0.1', 'http')]) {
    await assert.rejects(call(), isUnavailable)
  }
  assert.equal(calls(), 0)
})

test('a worker whose certificate is of another authority, or for another name, is not called', async (t) => {
  const { callers, calls } = await worker(t, service(t, { ...two, ca: both }).tls)
  await assert.rejects(callers(service(t, one).tls)(), isUnavailable)
  await assert.rejects(callers(service(t, { ...one, ca: both }).tls, 'other.test')(), isUnavailable)
  assert.equal(calls(), 0)
})

test('a connection that never shows a certificate does not delay the end of a worker', async (t) => {
  const { close, port } = await worker(t, service(t, one).tls)
  const idle = connect(port, '127.0.0.1')
  t.after(() => idle.destroy())
  await once(idle, 'connect')
  await Promise.all([once(idle, 'close'), close()])
})

test('renewed certificates apply to the next call, on both sides, without a restart', async (t) => {
  const [server, client] = [service(t, one), service(t, one)]
  const { callers } = await worker(t, server.tls)
  const call = callers(client.tls)
  assert.equal((await call()).kind, 'content')
  server.write(two)
  server.tls.refresh()
  client.write(two)
  client.tls.refresh()
  assert.equal((await call()).kind, 'content')
  const late = callers(service(t, { ...one, ca: both }).tls)
  await assert.rejects(late(), isUnavailable)
})

test('files that do not belong together leave the earlier ones in place until the renewal is complete', (t) => {
  const { tls, write } = service(t, one)
  let changes = 0
  tls.onChange(() => (changes += 1))
  write({ cert: two.cert })
  tls.refresh()
  assert.equal(tls.files.cert, one.cert)
  write({ key: '' })
  tls.refresh()
  assert.deepEqual([tls.files, changes], [one, 0])
  write(two)
  tls.refresh()
  tls.refresh()
  assert.deepEqual([tls.files, changes], [two, 1])
})

test('settings that are incomplete or wrong are named', (t) => {
  const { config } = service(t, one)
  const none = { SEINE_WORKER_TLS_CA_FILE: '', SEINE_WORKER_TLS_CERT_FILE: '', SEINE_WORKER_TLS_KEY_FILE: '' }
  assert.equal(WorkerTls.open(none, logger), null)
  const refused = (change: Partial<typeof none>, message: RegExp): void =>
    assert.throws(
      () => WorkerTls.open({ ...config, ...change }, logger),
      (error: unknown) => error instanceof ConfigError && message.test(error.message),
    )
  refused({ SEINE_WORKER_TLS_KEY_FILE: '' }, /go together: SEINE_WORKER_TLS_KEY_FILE is empty/)
  refused({ SEINE_WORKER_TLS_CA_FILE: '/absent/ca.pem' }, /SEINE_WORKER_TLS_CA_FILE: \/absent\/ca\.pem cannot be read/)
  const written = (ca: string) => {
    const { config: other, write } = service(t, one)
    write({ ca })
    return other
  }
  refused(written('garbage'), /SEINE_WORKER_TLS_CA_FILE has no certificate/)
  refused(written(one.ca + two.ca.slice(0, 60)), /cannot be used/)
  refused(written(' '), /SEINE_WORKER_TLS_CA_FILE: .* is empty/)
  const other = service(t, two).config
  refused({ SEINE_WORKER_TLS_KEY_FILE: other.SEINE_WORKER_TLS_KEY_FILE }, /cannot be used: .*mismatch/)
})
