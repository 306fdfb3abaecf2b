import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doctorTable } from './doctor-table.ts'

test('columns are aligned and each state has its mark', () => {
  const table = doctorTable([
    { what: 'Node', state: 'ok', detail: 'v24.21.0' },
    { what: 'Temporal CLI', state: 'missing', detail: 'go install' },
    { what: 'Go', state: 'blocked', detail: 'install it' },
    { what: 'stack', state: 'off', detail: './dev up' },
  ])
  assert.equal(
    table,
    [
      '  ✓ Node          ok       v24.21.0',
      '  … Temporal CLI  missing  go install',
      '  ✗ Go            blocked  install it',
      '  - stack         off      ./dev up',
      '',
    ].join('\n'),
  )
})
