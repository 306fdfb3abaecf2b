import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { allowEntries, allowTarget } from './egress-allow.ts'

const directory = mkdtempSync(join(tmpdir(), 'seine-allow-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const cases: [url: string, entries: string[]][] = [
  ['http://127.0.0.1:8080/docs', ['127.0.0.1:8080']],
  ['http://0x7f.1/', ['127.0.0.1:80']],
  ['https://192.168.1.20/', ['192.168.1.20:443']],
  ['http://172.31.0.1:1/', ['172.31.0.1:1']],
  ['http://localhost:3000', ['127.0.0.1:3000', '[::1]:3000']],
  ['http://[::1]:3000/', ['[::1]:3000']],
  ['http://[fd00::1]/', ['[fd00::1]:80']],
  ['http://169.254.169.254/latest', []],
  ['http://172.32.0.1/', []],
  ['http://1.1.1.1/', []],
  ['https://example.com/', []],
  ['http://intranet/', []],
  ['ftp://127.0.0.1/', []],
  ['not a url', []],
]

for (const [url, entries] of cases) {
  test(`${url} needs ${entries.length === 0 ? 'no entry' : entries.join(' and ')}`, () => {
    assert.deepEqual(allowEntries(url), entries)
  })
}

test('a private target is added once, a public one never', () => {
  const egressAllowFile = join(directory, 'egress-allow')
  writeFileSync(egressAllowFile, '10.0.0.1:80\n')
  assert.equal(allowTarget({ egressAllowFile }, 'http://127.0.0.1:8080/a'), true)
  assert.equal(allowTarget({ egressAllowFile }, 'http://127.0.0.1:8080/b'), true)
  assert.equal(allowTarget({ egressAllowFile }, 'https://example.com/'), false)
  assert.equal(readFileSync(egressAllowFile, 'utf8'), '10.0.0.1:80\n127.0.0.1:8080\n')
})
