/** Seine on one server as docs/compose.md describes it: TLS, secrets, backup and restore, the way to another release. */
import assert from 'node:assert/strict'
import { appendFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { imageTargets, type ImageTarget } from '@seine/tools/images/image-targets.ts'
import { until } from '@seine/tools/stack/readiness.ts'
import type { ApiClient } from '../stack/api-client.ts'
import { prepareOneServer, publicName, services, type OneServer } from './one-server-lab.ts'
import { productionLab } from './production-images.ts'

const { production, skip } = await productionLab()

const root = '/data/caddy/pki/authorities/local/root.crt'
const pages = 12
/** Pages of a job that are answered before the others are left waiting. */
const answeredFirst = 5
const waitMs = 300_000

describe('Seine on one server', { skip }, () => {
  let server: OneServer
  let api: ApiClient
  let authority: string
  let finished: string
  let linesBefore: Buffer

  before(async () => {
    server = await prepareOneServer(production!, { PUBLIC_TLS: 'internal' })
    await server.project.up()
    await server.healthy()
    await server.project.healthy('caddy')
    api = await server.api()
    await until(async () => (await readAuthority()) !== '', AbortSignal.timeout(waitMs))
    authority = await readAuthority()
  })

  after(() => server?.close())

  const readAuthority = async (): Promise<string> => await server.project.exec('caddy', 'cat', root).catch(() => '')

  /** Starts a batch, of whose pages some are stored and the others wait for an answer. */
  async function startHeld(folder: string): Promise<string> {
    server.site.answers = server.site.answered.size + answeredFirst
    const urls = Array.from({ length: pages }, (_, index) => `${server.site.origin}/held/${folder}/${index}`)
    const id = await api.startBatch({ urls, output: ['markdown'] })
    await api.watch(id, ({ completed }) => completed >= answeredFirst, waitMs)
    return id
  }

  async function linesOf(id: string): Promise<Buffer> {
    const final = await api.watch(id, undefined, waitMs)
    assert.equal(final.status, 'completed', JSON.stringify(final))
    const link = new URL(final.s3PresignedUrls?.['markdown'] ?? '')
    assert.equal(link.origin, `https://${publicName}`)
    const { status, body } = await server.get(link.pathname + link.search, authority)
    assert.equal(status, 200, String(body))
    return body
  }

  const numberOfLines = (body: Buffer): number => String(body).trim().split('\n').length

  it('answers under its public name, over TLS only', async () => {
    assert.equal((await server.get('/readyz', authority)).status, 200)
    const plain = await fetch(`http://127.0.0.1:${server.httpPort}/readyz`, { redirect: 'manual' })
    assert.ok([301, 308].includes(plain.status), String(plain.status))
    await assert.rejects(server.get('/readyz', ''), /certificate/)
  })

  it('has results downloaded under that name, by signed links alone', async () => {
    const urls = Array.from({ length: pages }, (_, index) => `${server.site.origin}/free/${index}`)
    finished = await api.startBatch({ urls, output: ['markdown'] })
    linesBefore = await linesOf(finished)
    const final = await api.status(finished)
    const { pathname } = new URL(final.s3PresignedUrls?.['markdown'] ?? '')
    for (const path of [pathname, '/seine/', `${pathname}?X-Amz-Signature=0`]) {
      const { status, body } = await server.get(path, authority)
      assert.ok(status >= 400, path)
      assert.ok(!body.includes('The text of the page'), path)
    }
  })

  it('has made its secrets into files that only their owner reads', async () => {
    for (const name of ['gateway', 'scrape-worker', 'browser-worker']) {
      const modes = await server.project.exec(name, 'sh', '-c', 'stat -c "%a %U" /run/seine/*')
      for (const line of modes.trim().split('\n')) assert.equal(line, '600 seine', name)
    }
    // PostgreSQL and Temporal are users of their own: only they mount the volume.
    const database = await server.project.exec('postgresql', 'ls', '-l', '/run/database')
    assert.match(database, /^-r--r--r-- .* postgres-password$/m)
  })

  it('is as it was after a backup, the loss of all volumes and a restore, and its jobs continue', async (t) => {
    const id = await startHeld('backup')
    const stored = [...server.site.answered].filter((path) => path.startsWith('/held/backup/'))
    assert.equal(stored.length, answeredFirst)
    const directory = join(server.directory, 'saved')
    const saved = await server.docker.run('docker/backup.sh', 'save', directory)
    assert.equal(saved.code, 0, saved.output)
    assert.deepEqual((await readdir(directory)).toSorted(), ['RELEASE', 'SHA256SUMS', 'data.tar', 'secrets.tar'])
    for (const name of await readdir(directory)) assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600)
    await server.healthy()
    assert.equal((await api.status(id)).status, 'scraping')

    const refused = await server.docker.run('docker/backup.sh', 'restore', directory)
    assert.notEqual(refused.code, 0)
    assert.match(refused.output, /services are running/)
    await server.project.destroy()
    const restored = await server.docker.run('docker/backup.sh', 'restore', directory)
    assert.equal(restored.code, 0, restored.output)
    // It has started everything.
    await server.healthy()

    // The key, the name and its certificate's authority are those of before.
    assert.equal(await readAuthority(), authority)
    assert.deepEqual(await linesOf(finished), linesBefore)
    const back = await api.status(id)
    assert.equal(back.status, 'scraping')
    assert.ok(back.completed >= answeredFirst, JSON.stringify(back))
    server.site.answers = Number.POSITIVE_INFINITY
    assert.equal(numberOfLines(await linesOf(id)), pages)
    for (const path of stored) assert.equal(server.site.requests.get(path), 1, path)
    t.diagnostic(saved.output)
  })

  it('does not restore a backup that is damaged, nor over data without --replace', async () => {
    const directory = join(server.directory, 'saved')
    await server.project.stopAll()
    const full = await server.docker.run('docker/backup.sh', 'restore', directory)
    assert.notEqual(full.code, 0)
    assert.match(full.output, /volumes of data are not empty/)
    await appendFile(join(directory, 'data.tar'), 'x')
    const damaged = await server.docker.run('docker/backup.sh', 'restore', '--replace', directory)
    assert.notEqual(damaged.code, 0)
    assert.match(damaged.output, /is damaged: nothing has been changed/)
    await server.project.up()
    await server.healthy()
    await server.project.healthy('caddy')
    assert.deepEqual(await linesOf(finished), linesBefore)
  })

  /** Makes images of another version: the same program, as the next release. */
  async function nextImages(version: string): Promise<Partial<Record<ImageTarget, string>>> {
    const made: Partial<Record<ImageTarget, string>> = {}
    const { storage } = server.lab
    for (const target of imageTargets) {
      const image = `${server.images[target]}-${version}`
      const change = `sed -i 's/"version": *"[^"]*"/"version": "${version}"/' /app/services/*/package.json`
      const container = (await storage.buildah('from', '--quiet', '--pull-never', server.images[target])).trim()
      await storage.buildah('run', '--user=0:0', container, '--', 'sh', '-c', change)
      await storage.buildah('commit', '--quiet', '--format=docker', '--rm', container, image)
      made[target] = image
    }
    return made
  }

  it('goes to another release and back with jobs running, and no page is lost or loaded twice', async (t) => {
    const versionOf = async (): Promise<unknown> => (await api.request('GET', '/service')).body['version']
    const current = { ...server.images }
    const next = await nextImages('9.9.9')
    t.after(() => Promise.all(Object.values(next).map(async (image) => await server.lab.storage.buildah('rmi', image))))
    const was = await versionOf()
    for (const [images, version] of [
      [next, '9.9.9'],
      [current, was],
    ] as const) {
      const id = await startHeld(`upgrade-${String(version)}`)
      const stored = [...server.site.answered].filter((path) => path.startsWith(`/held/upgrade-${String(version)}/`))
      server.use(images)
      await Promise.all(services.map(async (name) => await server.project.stop(name)))
      await server.project.up()
      await server.healthy()
      assert.equal(await versionOf(), version)
      const back = await api.status(id)
      assert.equal(back.status, 'scraping')
      server.site.answers = Number.POSITIVE_INFINITY
      assert.equal(numberOfLines(await linesOf(id)), pages)
      for (const path of stored) assert.equal(server.site.requests.get(path), 1, path)
    }
  })
})
