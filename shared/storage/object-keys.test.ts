import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  expiryKey,
  implicitSessionKey,
  jobOfFolder,
  jobOfMark,
  jobOfTicket,
  jobPrefix,
  playbookKey,
  runningKey,
  sessionPrefix,
  sessionStateKey,
  statusKey,
  ticketKey,
} from './object-keys.ts'

describe('object keys', () => {
  const job = { tenant: 'one.tenant', id: 'crawl-1' }

  it('say whose a job is, and are read back', () => {
    assert.equal(statusKey(job), 'jobs/one.tenant/crawl-1/status.json')
    assert.deepEqual(jobOfFolder(jobPrefix(job)), job)
    assert.deepEqual(jobOfMark(expiryKey(job, '2026-03-01T12:30:00Z')), job)
    assert.deepEqual(jobOfTicket(runningKey(job, 'key')), job)
    assert.deepEqual(jobOfTicket(ticketKey(job, 'key', 'gateway')), job)
  })

  it('name no job when they are of another kind', () => {
    assert.equal(jobOfFolder('jobs/one.tenant/'), null)
    assert.equal(jobOfMark('expiry/2026-03-01T12/crawl-1'), null)
    assert.equal(jobOfTicket('running/one.tenant/crawl-1'), null)
  })

  it('of a session begin with its folder, which no other session shares', () => {
    const session = { tenant: 'acme', id: 'shop', incarnation: 'one' }
    const prefix = sessionPrefix(session)
    assert.equal(prefix, 'sessions/acme/shop/one/')
    assert.equal(playbookKey(session, 2), `${prefix}playbook-2.json`)
    assert.equal(sessionStateKey(session, 17), `${prefix}state-17.json`)
    assert.equal(implicitSessionKey('2026-11-22', session), 'implicit-sessions/2026-11-22/acme/shop.json')
  })
})
