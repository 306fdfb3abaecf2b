import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailableError, type ObjectStore } from '@seine/shared/storage/object-store.ts'
import { archiveFileName, resultLinks } from './result-links.ts'
import { createResultStore } from './result-store.ts'
import { FakeStore } from '../testing/fake-ports.ts'

const storeOf = (methods: object) => createResultStore(methods as ObjectStore)

test('answers and faults of the store pass through', async () => {
  const store = storeOf({
    getJson: async (key: string) => ({ key }),
    putIfAbsent: async () => {
      throw new StoreUnavailableError('away')
    },
  })
  assert.deepEqual(await store.getJson('a'), { key: 'a' })
  await assert.rejects(store.putIfAbsent('a', 'b'), StoreUnavailableError)
})

test('a store that does not answer is abandoned as unavailable', async () => {
  const store = createResultStore({ getJson: () => new Promise(() => {}) } as unknown as ObjectStore, 20)
  await assert.rejects(store.getJson('a'), StoreUnavailableError)
})

test('archives are named after host and format, in harmless characters', () => {
  const nameOf = (url: string, format: string): string => archiveFileName({ kind: 'crawl', url }, format)
  assert.equal(nameOf('https://docs.e.com:8443/a', 'markdown'), 'docs.e.com-markdown.zip')
  assert.equal(nameOf('http://[::1]:8080/', 'html'), '1-html.zip')
  assert.equal(nameOf('https://bücher.example/', 'links'), 'xn--bcher-kva.example-links.zip')
  assert.equal(nameOf('no url', 'html'), 'crawl-html.zip')
  assert.equal(archiveFileName({ kind: 'batch', url: 'https://e.com/' }, 'html'), 'batch-html.jsonl')
})

test('every archive that exists gets a link', async () => {
  const final = { kind: 'crawl', url: 'https://e.com/', archives: { markdown: 'k1', html: 'k2', links: '' } }
  const links = await resultLinks(final as never, new FakeStore(), 60)
  assert.deepEqual(Object.keys(links), ['markdown', 'html'])
  assert.match(links['html'] ?? '', /k2\?fileName=e\.com-html\.zip&contentType=application%2Fzip&lifetimeSecs=60$/)
})
