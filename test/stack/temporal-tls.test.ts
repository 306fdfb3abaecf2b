/** Temporal behind mutual TLS, as in clusters and in Temporal Cloud. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { createServer, type Server } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { threadEnvironment } from '@seine/activities/threads/thread-environment.ts'
import {
  fixtureCertificate,
  fixtureLeafCertificate,
  fixtureLeafKey,
} from '@seine/shared/egress/testing/fixture-certificate.ts'
import { startExtraWorker } from './extra-worker.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const prepareProgram = fileURLToPath(import.meta.resolve('@seine/scrape-worker/prepare-temporal.ts'))

/** Terminates TLS in front of a plain HTTP/2 server; rejects clients without a certificate of the test's authority. */
async function startTls(target: string): Promise<Server> {
  const { hostname, port } = new URL(`tcp://${target}`)
  const server = createServer(
    {
      key: fixtureLeafKey,
      cert: fixtureLeafCertificate,
      ca: fixtureCertificate,
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['h2'],
    },
    (client) => {
      const upstream = connect(Number(port), hostname)
      pipeline(client, upstream, client, () => undefined)
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

describe('Temporal behind TLS', { timeout: 300_000 }, () => {
  let t: TestStack
  let tls: Server
  let folder: string
  /** Settings of a process with a certificate. */
  let environment: Record<string, string>
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seine-tls-'))
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }
    t = await startTestStack()
    tls = await startTls(t.stack.file.temporal)
    environment = {
      SEINE_TEMPORAL_ADDRESS: `127.0.0.1:${(tls.address() as AddressInfo).port}`,
      SEINE_TEMPORAL_TLS: 'on',
      SEINE_TEMPORAL_TLS_CA_FILE: await file('ca.pem', fixtureCertificate),
      SEINE_TEMPORAL_TLS_CERT_FILE: await file('cert.pem', fixtureLeafCertificate),
      SEINE_TEMPORAL_TLS_KEY_FILE: await file('key.pem', fixtureLeafKey),
    }
  })
  after(async () => {
    tls?.close()
    await t?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is prepared', async () => {
    const env = { PATH: process.env['PATH'], ...threadEnvironment(), ...environment }
    const { stdout } = await promisify(execFile)(process.execPath, [prepareProgram], { env })
    assert.match(stdout, /the search attributes exist/)
  })

  it('gives its work to workers that show a certificate', async () => {
    // Without a bundle, the worker bundles the workflows at its start.
    const worker = startExtraWorker(t, { ...environment, SEINE_WORKFLOW_BUNDLE: '' })
    await worker.says('scrape-worker is polling')
    await t.stack.part('scrapeWorker').stop()
    const id = await t.api.start({ url: t.site.url, limit: 20 })
    const { status, completed } = await t.api.watch(id)
    assert.deepEqual([status, completed], ['completed', 20])
    assert.equal((await worker.stop()).code, 0)
  })

  it('refuses a client without a certificate, and one that does not trust it', async () => {
    for (const left of [
      ['SEINE_TEMPORAL_TLS_CERT_FILE', 'SEINE_TEMPORAL_TLS_KEY_FILE'],
      ['SEINE_TEMPORAL_TLS_CA_FILE'],
    ]) {
      const without = Object.fromEntries(Object.entries(environment).filter(([name]) => !left.includes(name)))
      const worker = startExtraWorker(t, without)
      await worker.says('Temporal does not answer yet')
      const { code, log } = await worker.stop()
      assert.equal(code, 0, log)
      assert.doesNotMatch(log, /scrape-worker is polling/)
    }
  })
})
