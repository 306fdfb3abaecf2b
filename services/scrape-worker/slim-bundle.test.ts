import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { slimBundle } from './slim-bundle.ts'

const marker = '//# sourceMappingURL=data:application/json;charset=utf-8;base64,'
const script = `/* — */ const größe = '…€😀', part = \`–\${größe}\`; [größe, part, /[–—]/.test('—'), /^.😀$/u.test('a😀'), part.length]`
const map = { version: 3, sources: ['a.ts'], sourcesContent: ['x'.repeat(500)], names: ['größe'], mappings: 'AAAA' }
const bundle = (of: unknown): string => `${script}\n${marker}${Buffer.from(JSON.stringify(of)).toString('base64')}`

test('a bundle does the same, is ASCII and does not repeat its sources', () => {
  const slim = slimBundle(bundle(map))
  assert.match(slim, /^[\0-\x7f]*$/)
  assert.deepEqual([...(runInNewContext(slim) as unknown[])], ['…€😀', '–…€😀', true, true, 5])
  const { sourcesContent: _sources, ...kept } = map
  const text = slim.slice(slim.lastIndexOf(marker) + marker.length)
  assert.deepEqual(JSON.parse(Buffer.from(text, 'base64').toString()), kept)
  assert.equal(slimBundle(slim), slim)
})

test('a bundle without a source map is refused', () => {
  assert.throws(() => slimBundle(script), /no source map/)
})
