import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { repositoryRoot } from './checkout/locations.ts'
import { sbomCommand } from './sbom-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'seine-sbom-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('the command writes a file for each image, says where, and what is in none of them', () => {
  let printed = ''
  const out = join(folder, 'deep', 'bills')
  const code = sbomCommand({ targets: ['cli'], out }, repositoryRoot, {}, (text) => (printed += text))
  assert.equal(code, 0)
  assert.deepEqual(readdirSync(out), ['cli.cdx.json'])
  const bill = JSON.parse(readFileSync(join(out, 'cli.cdx.json'), 'utf8')) as { components: { name: string }[] }
  assert.ok(bill.components.some(({ name }) => name === 'jszip'))
  assert.ok(!bill.components.some(({ name }) => name === 'express'))
  assert.ok(printed.startsWith(`${join(out, 'cli.cdx.json')}: ${bill.components.length} components\nNode and Debian`))
})
