import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NativeConnection } from '@temporalio/worker'
import { readConfig } from '../config/config.ts'
import { compactHistoryBuild } from './names.ts'
import { workerOptions, workerVersion } from './worker-options.ts'

const version = (environment: Record<string, string>) => workerVersion(readConfig(environment))

test('workers have no version unless one is named', () => {
  assert.deepEqual(version({}), {})
})

test('with a version, what does not say that it stays moves on with the next step', () => {
  assert.deepEqual(version({ SEINE_WORKER_DEPLOYMENT: 'seine', SEINE_WORKER_BUILD_ID: '1.4.0' }), {
    workerDeploymentOptions: {
      version: { deploymentName: 'seine', buildId: '1.4.0' },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  })
})

test('workers without a version say by their build which form of histories they write', () => {
  const buildOf = (environment: Record<string, string>) => {
    const { buildId } = workerOptions(readConfig(environment), {} as NativeConnection) as { buildId?: string }
    return buildId
  }
  assert.equal(buildOf({}), compactHistoryBuild)
  assert.equal(buildOf({ SEINE_WORKER_DEPLOYMENT: 'seine', SEINE_WORKER_BUILD_ID: '1.4.0' }), undefined)
})

test('half a version is refused', () => {
  for (const setting of ['SEINE_WORKER_DEPLOYMENT', 'SEINE_WORKER_BUILD_ID']) {
    assert.throws(() => version({ [setting]: 'seine' }), /go together/)
  }
})
