/** The three ways to a certificate in front of Seine on one server, with the service `caddy` of the compose file. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { connect, type PeerCertificate } from 'node:tls'
import { certificateOne } from '@seine/shared/worker-calls/testing/fixture-certificates.ts'
import { reservePorts } from '@seine/tools/stack/ports.ts'
import { until } from '@seine/tools/stack/readiness.ts'
import { readCompose, type ComposeFile, type ComposeService } from './compose-file.ts'
import { ComposeProject } from './compose-project.ts'
import { debianImage } from './container-lab.ts'
import { productionLab } from './production-images.ts'

const { production, skip } = await productionLab(['caddy'])

const publicName = 'seine.test'
const authorityName = 'authority.test'
const localRoot = '/data/caddy/pki/authorities/local/root.crt'
const waitMs = 300_000

/** An ACME authority, whose own certificate is of its own making. */
const authoritySettings = `{
	admin off
	skip_install_trust
}
https://${authorityName} {
	tls internal
	acme_server
}
`

describe('the public name of one server', { skip }, () => {
  let directory: string

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'seine-caddy-'))
    await writeFile(join(directory, 'authority'), authoritySettings)
    await writeFile(join(directory, 'tls.crt'), certificateOne.cert)
    await writeFile(join(directory, 'tls.key'), certificateOne.key, { mode: 0o600 })
  })

  after(async () => {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true })
  })

  interface Front {
    project: ComposeProject
    /** Port of the public name. */
    port: number
  }

  /** Prepares `caddy` of the file, stand-ins of gateway and store, and an ACME authority. */
  async function prepare(t: TestContext, name: string, variables: Record<string, string> = {}): Promise<Front> {
    const reservation = await reservePorts('free')
    t.after(() => reservation.release())
    const { gateway: httpPort, objectStore: port } = reservation.ports
    const { services } = readCompose(['docker-compose.yml', 'docker-compose.prod.yml'], {
      PUBLIC_NAME: name,
      HTTP_PORT: `127.0.0.1:${httpPort}`,
      HTTPS_PORT: `127.0.0.1:${port}`,
      CERTIFICATES: directory,
      ...variables,
    })
    const { profiles: _, ...caddy } = services['caddy']!
    const answering = (of: number, text: string): ComposeService => ({
      image: caddy.image,
      command: ['caddy', 'respond', '--listen', `:${of}`, text],
    })
    const file: ComposeFile = {
      volumes: { caddy: null },
      services: {
        gateway: answering(8_420, 'the gateway'),
        'object-store': answering(7_070, 'the store'),
        authority: {
          image: caddy.image,
          command: ['caddy', 'run', '--config', '/authority', '--adapter', 'caddyfile'],
          volumes: [`${join(directory, 'authority')}:/authority:ro`],
          environment: { XDG_DATA_HOME: '/data' },
          networks: { default: { aliases: [authorityName] } },
        },
        // The authority finds the server under its name. Its root is trusted only where there is a file of it.
        caddy: {
          ...caddy,
          environment: { ...caddy.environment, SSL_CERT_FILE: '/certificates/root.crt' },
          networks: { default: { aliases: [publicName] } },
        },
      },
    }
    const { lab, standIn } = production!
    const imageOf = (image: string): string => standIn(image) ?? image
    const project = new ComposeProject(lab.storage, file, { environment: {}, directory, imageOf })
    t.after(() => project.remove())
    await project.createNetwork()
    await project.anchor(debianImage)
    return { project, port }
  }

  /** Connects as a client. @returns the certificate; null when the client does not trust the one it gets. */
  async function certificateOf(port: number, servername: string, ca: string): Promise<PeerCertificate | null> {
    const socket = connect({ host: '127.0.0.1', port, servername, ca })
    try {
      await once(socket, 'secureConnect')
      return socket.getPeerCertificate()
    } catch {
      return null
    } finally {
      socket.destroy()
    }
  }

  /** Waits for a certificate. @throws Error with the log of Caddy. */
  async function awaitCertificate({ project, port }: Front, name: string, ca: string): Promise<PeerCertificate> {
    let found: PeerCertificate | null = null
    const isThere = async (): Promise<boolean> => (found = await certificateOf(port, name, ca)) !== null
    await until(isThere, AbortSignal.timeout(waitMs)).catch(async () => {
      throw new Error(`no certificate for ${name}:\n${await project.logs('caddy')}`)
    })
    return found!
  }

  /** Reads the root of an authority once it has been made. */
  async function rootOf(project: ComposeProject, name: string): Promise<string> {
    let root = ''
    const isThere = async (): Promise<boolean> =>
      (root = await project.exec(name, 'cat', localRoot).catch(() => '')) !== ''
    await until(isThere, AbortSignal.timeout(waitMs))
    return root
  }

  async function bodyOf(port: number, name: string, path: string, ca: string): Promise<string> {
    const sent = request({ host: '127.0.0.1', port, servername: name, headers: { host: name }, path, ca })
    sent.end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    let body = ''
    for await (const part of answer) body += String(part)
    return body
  }

  it('has a certificate of an ACME authority, by default', async (t) => {
    const front = await prepare(t, publicName, { ACME_DIRECTORY: `https://${authorityName}/acme/local/directory` })
    const { project, port } = front
    await project.start('authority')
    const root = await rootOf(project, 'authority')
    await writeFile(join(directory, 'root.crt'), root)
    await project.up()
    const certificate = await awaitCertificate(front, publicName, root)
    assert.equal(certificate.subjectaltname, `DNS:${publicName}`)
    await project.healthy('caddy')
    const read = async (path: string): Promise<string> => await bodyOf(port, publicName, path, root)
    assert.equal(await read('/'), 'the gateway')
    assert.equal(await read('/seine/jobs/a.zip?X-Amz-Signature=0'), 'the store')
    assert.equal(await read('/seine/jobs/a.zip'), 'the gateway')
    assert.equal(await read('/?X-Amz-Signature=0'), 'the gateway')
  })

  it('shows a certificate of your own', async (t) => {
    const front = await prepare(t, 'worker.test', { PUBLIC_TLS: 'files' })
    await front.project.start('caddy')
    const certificate = await awaitCertificate(front, 'worker.test', certificateOne.cert)
    assert.match(certificate.subjectaltname ?? '', /^DNS:worker\.test\b/)
  })

  it('makes its own authority where there is no other', async (t) => {
    const front = await prepare(t, publicName, { PUBLIC_TLS: 'internal' })
    await front.project.start('caddy')
    await awaitCertificate(front, publicName, await rootOf(front.project, 'caddy'))
  })

  it('does not start without a public name, and names the setting', async (t) => {
    const { project } = await prepare(t, '')
    await assert.rejects(async () => {
      await project.start('caddy')
      await project.healthy('caddy')
    }, /PUBLIC_NAME is empty: set it to the name of this server/)
  })
})
