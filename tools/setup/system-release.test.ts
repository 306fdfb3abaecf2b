import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOsRelease, systemId } from './system-release.ts'

test('values are read with and without quotes', () => {
  const text = `PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\n# a comment\nVERSION_ID='13'\nHOME_URL=""\n`
  assert.deepEqual(parseOsRelease(text), {
    PRETTY_NAME: 'Debian GNU/Linux 13 (trixie)',
    ID: 'debian',
    VERSION_ID: '13',
    HOME_URL: '',
  })
})

test('a system without the file has no name', () => {
  assert.equal(systemId('/nonexistent'), '')
})
