/**
 * A registry on this machine that gives its manifests only to callers with a token, as public ones do.
 * Needs a process of its own: what it tests awaits while it is loaded.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { readReference } from './image-references.ts'
import { askForDigests } from './pin-digests.ts'
import { manifestUrl, registryDigest } from './registry-digest.ts'

const manifest = '{"schemaVersion":2}'
const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`
let server: Server
let host: string
/** What the registry states about its manifest. */
let statedDigest: string | undefined

before(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${host}`)
    if (url.pathname === '/token') {
      const isKnown = url.searchParams.get('scope') === 'repository:team/tool:pull'
      response.end(JSON.stringify(isKnown ? { token: 'given' } : {}))
    } else if (request.headers.authorization !== 'Bearer given') {
      const challenge = `Bearer realm="http://${host}/token",service="here",scope="repository:team/tool:pull"`
      response.writeHead(401, { 'www-authenticate': challenge }).end()
    } else if (url.pathname !== '/v2/team/tool/manifests/1.0' || !request.headers.accept?.includes('image.index')) {
      response.writeHead(404).end()
    } else {
      response.writeHead(200, statedDigest === undefined ? {} : { 'docker-content-digest': statedDigest }).end(manifest)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})

after(() => server.close())

test('names without a host mean the default registry, and official images its library', () => {
  assert.equal(manifestUrl('postgres', '17'), 'https://registry-1.docker.io/v2/library/postgres/manifests/17')
  assert.equal(manifestUrl('docker.io/a/b', '1'), 'https://registry-1.docker.io/v2/a/b/manifests/1')
  assert.equal(manifestUrl('registry.example.com/a/b', '1'), 'https://registry.example.com/v2/a/b/manifests/1')
})

test('the digest is that of the manifest, which a token that the registry requests opens', async () => {
  statedDigest = digest
  assert.equal(await registryDigest(manifestUrl(`${host}/team/tool`, '1.0')), digest)
  statedDigest = undefined
  assert.equal(await registryDigest(manifestUrl(`${host}/team/tool`, '1.0')), digest)
})

test('a registry that states another digest than its manifest has is refused', async () => {
  statedDigest = `sha256:${'0'.repeat(64)}`
  await assert.rejects(registryDigest(manifestUrl(`${host}/team/tool`, '1.0')), /states sha256:0+, its manifest has/)
})

test('tags that no registry knows are named, and the others get their digests', async () => {
  statedDigest = digest
  const references = [`${host}/team/tool:1.0`, `${host}/team/tool:1.0@${digest}`, `${host}/team/tool:9`]
  const report = await askForDigests(
    references.map((text) => ({ file: 'a', ...readReference(text) })),
    [{ image: `${host}/team/tool:1.0`, reason: 'not asked yet' }],
    async ({ name, tag }) => await registryDigest(manifestUrl(name, tag)),
  )
  assert.deepEqual([...report.digests], [[`${host}/team/tool:1.0`, digest]])
  assert.deepEqual(report.failures, [`${host}/team/tool:9: the registry answered HTTP 404`])
  assert.deepEqual(report.changes, [])
})

test('a reference that is to stay without a digest is not requested, and nothing is said to have changed', async () => {
  const references = ['moving:1', 'other:1'].map((text) => ({ file: 'a', ...readReference(text) }))
  const unpinned = [{ image: 'moving:1', reason: 'moves', staysUnpinned: true }]
  const report = await askForDigests(references, unpinned, async () => digest)
  assert.deepEqual(report, {
    digests: new Map([['other:1', digest]]),
    changes: [`other:1: no digest → ${digest}`],
    failures: [],
  })
})
