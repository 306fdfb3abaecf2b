/** Seine on one server, from both compose files, with TLS: its project, a slow site, and requests to its public name. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImageTarget } from '@seine/tools/images/image-targets.ts'
import { reservePorts } from '@seine/tools/stack/ports.ts'
import { ApiClient } from '../stack/api-client.ts'
import { readCompose, type ComposeFile } from './compose-file.ts'
import { standIns } from './compose-images.ts'
import { ComposeProject } from './compose-project.ts'
import { debianImage, type ContainerLab } from './container-lab.ts'
import { dockerCommand, type DockerCommand } from './docker-command.ts'
import type { ProductionLab } from './production-images.ts'

export const publicName = 'seine.test'
export const services = ['gateway', 'scrape-worker', 'browser-worker', 'chromium'] as const

/** A site that answers at once, or, once it is held, leaves requests without an answer. */
export interface SlowSite {
  origin: string
  port: number
  /** Number of requests for each path. */
  requests: Map<string, number>
  /** Answered paths. */
  answered: Set<string>
  /** Pages that are answered before the others wait. */
  answers: number
  close(): Promise<void>
}

export async function startSlowSite(host: string): Promise<SlowSite> {
  const requests = new Map<string, number>()
  const answered = new Set<string>()
  const server = createServer((message, response) => {
    const path = message.url ?? '/'
    requests.set(path, (requests.get(path) ?? 0) + 1)
    // Without an answer: the job is under way until it is stopped.
    if (answered.size >= site.answers && path.startsWith('/held/')) return
    answered.add(path)
    response.setHeader('content-type', 'text/html')
    response.end(
      `<title>${path}</title><main><h1>Page ${path}</h1><p>The text of the page ${path} of this site.</p></main>`,
    )
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const site: SlowSite = {
    origin: `http://${host}:${port}`,
    port,
    requests,
    answered,
    answers: Number.POSITIVE_INFINITY,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return site
}

export interface PublicAnswer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface OneServer {
  lab: ContainerLab
  project: ComposeProject
  file: ComposeFile
  docker: DockerCommand
  site: SlowSite
  images: Record<ImageTarget, string>
  /** Takes effect for containers that are created from then on. */
  use(images: Partial<Record<ImageTarget, string>>): void
  directory: string
  httpPort: number
  httpsPort: number
  /** A client with the key that the first start made, on the loopback port of the gateway. */
  api(): Promise<ApiClient>
  /** Requests a path under the public name, and trusts only this authority. */
  get(path: string, ca: string): Promise<PublicAnswer>
  healthy(): Promise<void>
  close(): Promise<void>
}

/** Prepares everything and starts nothing. @param variables further ones of the file `.env`. */
export async function prepareOneServer(
  { lab, standIn }: ProductionLab,
  variables: Record<string, string>,
): Promise<OneServer> {
  const images = { ...(await lab.build()) }
  const developers = await standIns(lab)
  const directory = await mkdtemp(join(tmpdir(), 'seine-one-server-'))
  const reservation = await reservePorts('free')
  const { ports } = reservation
  const [httpPort, httpsPort] = [ports.scrapeWorker, ports.browserWorker]
  const file = readCompose(['docker-compose.yml', 'docker-compose.prod.yml'], {
    PUBLIC_NAME: publicName,
    GATEWAY_PORT: String(ports.gateway),
    TEMPORAL_PORT: String(ports.temporal),
    TEMPORAL_UI_PORT: String(ports.temporalUi),
    STORE_PORT: String(ports.objectStore),
    HTTP_PORT: `127.0.0.1:${httpPort}`,
    HTTPS_PORT: `127.0.0.1:${httpsPort}`,
    ...variables,
  })
  const environment: Record<string, string> = {}
  const project = new ComposeProject(lab.storage, file, {
    environment,
    directory,
    profiles: ['tls'],
    imageOf: (image) =>
      standIn(image) ?? developers(image) ?? images[image.replace('seine/', '') as ImageTarget] ?? image,
  })
  const host = await project.createNetwork()
  await project.anchor(debianImage)
  const site = await startSlowSite(host)
  environment['SEINE_EGRESS_ALLOW'] = `${host}/32:${site.port}`
  const docker = await dockerCommand(project, lab.storage, directory)
  return {
    lab,
    project,
    file,
    docker,
    site,
    images,
    use: (others) => void Object.assign(images, others),
    directory,
    httpPort,
    httpsPort,
    async api() {
      const output = await project.again('secrets', 'secrets', '/secrets', '--show')
      const key = /^API key +(\S+)$/m.exec(output)?.[1] ?? ''
      return new ApiClient(`http://127.0.0.1:${ports.gateway}`, key)
    },
    async get(path, ca) {
      const sent = request({
        host: '127.0.0.1',
        port: httpsPort,
        servername: publicName,
        headers: { host: publicName },
        path,
        ca,
      })
      sent.end()
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }
    },
    async healthy() {
      await Promise.all(services.map(async (name) => await project.healthy(name)))
    },
    async close() {
      await site.close()
      await docker.close()
      await project.remove()
      reservation.release()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
