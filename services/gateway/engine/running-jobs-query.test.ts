import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runningJobsQuery } from './running-jobs-query.ts'

const filter = { kind: 'crawl', tenant: 'acme', startedUntil: null, max: 10 } as const

test('the query names the lifecycle of running jobs of a tenant', () => {
  assert.equal(
    runningJobsQuery(filter),
    `WorkflowType = 'jobLifecycle' AND ExecutionStatus = 'Running' AND JobKind = 'crawl' AND Tenant = 'acme'`,
  )
})

test('a time takes in its whole millisecond', () => {
  const startedUntil = new Date('2026-01-01T00:00:00.999Z')
  assert.match(runningJobsQuery({ ...filter, startedUntil }), / AND StartTime < '2026-01-01T00:00:01\.000Z'$/)
})

test('the name of a tenant stays text', () => {
  const query = runningJobsQuery({ ...filter, tenant: `a' OR Tenant = 'b\\` })
  assert.ok(query.endsWith(String.raw`Tenant = 'a\' OR Tenant = \'b\\'`), query)
})
