/** Mutual TLS between gateway, scrape worker and browser worker, and a renewal of its certificates under way. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { certificateOne, certificateTwo } from '@seine/shared/worker-calls/testing/fixture-certificates.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

/** Each service accepts both certificates, so that they may be renewed one after the other. */
const authorities = certificateOne.cert + certificateTwo.cert

describe('calls between services over TLS', { timeout: 300_000 }, () => {
  let t: TestStack
  let folder: string

  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seine-worker-tls-'))
    t = await startTestStack({
      browser: true,
      environment: {
        SEINE_WORKER_TLS_CA_FILE: await write('ca.crt', authorities),
        SEINE_WORKER_TLS_CERT_FILE: await write('tls.crt', certificateOne.cert),
        SEINE_WORKER_TLS_KEY_FILE: await write('tls.key', certificateOne.key),
      },
    })
  })
  after(async () => {
    await t?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Calls the scrape worker, and the browser worker directly and through a scrape worker. */
  async function callsWork(): Promise<void> {
    const { url } = t.site
    for (const [path, body] of [
      ['/scrape', { url }],
      ['/scrape', { url, js_render: true }],
      ['/browser/network', { url }],
    ] as const) {
      const { status, body: answer } = await t.api.request('POST', path, body)
      assert.equal(status, 200, `${path} ${JSON.stringify(body)}: ${JSON.stringify(answer).slice(0, 500)}`)
    }
  }

  /** Returns the certificate that the browser worker shows. */
  async function shown(): Promise<string> {
    const { hostname, port } = new URL(t.browserWorker?.url ?? '')
    const socket = connect({ host: hostname, port: Number(port), ...certificateOne, ca: authorities })
    try {
      await new Promise<void>((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
      return new X509Certificate(socket.getPeerCertificate().raw).toString()
    } finally {
      socket.destroy()
    }
  }

  it('carries scrapes and captures', async () => {
    await callsWork()
  })

  it('refuses a client with the service token but without a certificate', async () => {
    const { url, token } = t.browserWorker ?? { url: '', token: '' }
    assert.match(url, /^https:/)
    // It trusts the worker, so that only its own certificate is missing.
    const headers = { authorization: `Bearer ${token}` }
    const asked = request(`${url}/browser/network`, { method: 'POST', ca: authorities, agent: false, headers })
    asked.end('{}')
    await assert.rejects(once(asked, 'response'))
    await assert.rejects(fetch(`${url.replace('https:', 'http:')}/readyz`))
  })

  it('continues with renewed certificates, without a restart', async () => {
    assert.equal((await shown()).trim(), certificateOne.cert.trim())
    await write('tls.crt', certificateTwo.cert)
    await write('tls.key', certificateTwo.key)
    while ((await shown()).trim() !== certificateTwo.cert.trim()) await sleep(500)
    await callsWork()
  })
})
