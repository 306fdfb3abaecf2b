import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileNameOf } from './office/file-name.ts'

describe('fileNameOf', () => {
  for (const [url, name] of [
    ['https://example.org/a/red%20panda.png?x=1#y', 'red panda.png'],
    ['https://example.org/a/b/', 'b'],
    ['https://example.org/%ff.png', '%ff.png'],
    ['https://example.org/', ''],
    ['no URL', ''],
  ] as const) {
    it(`finds ${JSON.stringify(name)} in ${url}`, () => assert.equal(fileNameOf(url), name))
  }
})
