import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NativeConnection } from '@temporalio/worker'
import { readConfig } from '../config/config.ts'
import { compactHistoryBuild } from './names.ts'
import { compactBuild, workerVersion } from './worker-options.ts'

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

test('workers without a version say by their build that they write compact histories, where the server keeps it', async () => {
  const buildOf = async (environment: Record<string, string>, keepsBuilds: boolean) => {
    const getSystemInfo = async () => await Promise.resolve({ capabilities: { buildIdBasedVersioning: keepsBuilds } })
    const server = { workflowService: { getSystemInfo } } as unknown as NativeConnection
    return (await compactBuild(readConfig(environment), server)) as { buildId?: string }
  }
  assert.deepEqual(await buildOf({}, true), { buildId: compactHistoryBuild })
  assert.deepEqual(await buildOf({}, false), {})
  assert.deepEqual(await buildOf({ SEINE_WORKER_DEPLOYMENT: 'seine', SEINE_WORKER_BUILD_ID: '1.4.0' }, true), {})
})

test('half a version is refused', () => {
  for (const setting of ['SEINE_WORKER_DEPLOYMENT', 'SEINE_WORKER_BUILD_ID']) {
    assert.throws(() => version({ [setting]: 'seine' }), /go together/)
  }
})
