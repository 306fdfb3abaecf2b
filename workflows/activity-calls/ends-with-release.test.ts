import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as workflows from '../index.ts'

/**
 * Workflows that may outlive their job, for as long as receivers or users of a session need them. A run of a watch lasts
 * as long as its job and the notices about it.
 */
const outlivesReleases = new Set([
  'emailDelivery',
  'session',
  'targetDelivery',
  'watchMail',
  'watchNotices',
  'watchRun',
  'watchTick',
  'webhookDelivery',
])

test('every workflow ends with its release, but for those that outlive it', () => {
  for (const [type, workflow] of Object.entries(workflows)) {
    const saysSo = 'workflowDefinitionOptions' in workflow
    assert.equal(saysSo, !outlivesReleases.has(type), type)
  }
})
