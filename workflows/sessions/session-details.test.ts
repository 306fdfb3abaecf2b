import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionView } from '@seine/shared/sessions/shapes.ts'
import { sessionDetails } from './session-details.ts'

const at = '2026-01-02T03:04:05.000Z'
const view: SessionView = {
  tenant: 't',
  id: 's',
  incarnation: 'i',
  domain: 'shop.example',
  implicit: false,
  status: 'busy',
  ttlSecs: 60,
  maxUses: null,
  tag: [],
  playbookVersion: 3,
  refresh: { onLogout: true, everySecs: null },
  createdAt: at,
  updatedAt: at,
  lastUsedAt: null,
  expiresAt: at,
  useCount: 7,
  lastRun: { startedAt: at, finishedAt: at, outcome: 'failed', trigger: 'logged_out', error: 'no `#name`\nwas there' },
}

test('the details of a session name its holder and the result of its playbook', () => {
  const text = sessionDetails(view, { holder: 'crawl-1 page 17', endsAtMs: Date.parse(at) })
  assert.match(text, /^\| busy \| 7 of any number \| 3 \| 2026-01-02T03:04:05\.000Z \|$/m)
  assert.match(text, /^- held by `crawl-1 page 17` until 2026-01-02T03:04:05\.000Z$/m)
  assert.match(text, /^- last run of the playbook \(logged_out, .*\): failed: `no '#name' was there`$/m)
})

test('an unleased session that never ran a playbook has a table and nothing else', () => {
  assert.equal(sessionDetails({ ...view, lastRun: null }, null).split('\n').length, 3)
})
