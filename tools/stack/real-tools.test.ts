import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { searchAttributes } from '@seine/shared/temporal/names.ts'
import { cacheDirectory } from '../checkout/locations.ts'
import { findTool } from '../setup/find-tool.ts'
import { pinnedTools } from '../setup/pinned-tools.ts'
import { loadSecrets } from '../../services/cli/secrets/secrets.ts'
import type { RunningStack } from './stack-options.ts'
import { startStack } from './start-stack.ts'
import { stateLayout } from './state-layout.ts'
import { fakeStack } from '../testing/fake-stack.ts'

const [temporal, versitygw] = pinnedTools.map((tool) => findTool(tool, process.env, cacheDirectory(process.env))?.path)
const missing = temporal === undefined || versitygw === undefined
const skip = missing && 'Temporal CLI and versitygw are not here: run ./dev test'

const base = mkdtempSync(join(tmpdir(), 'seine-real-'))
after(() => rmSync(base, { recursive: true, force: true }))

async function startReal(stateDir: string): Promise<RunningStack> {
  const { parts, ...options } = fakeStack(stateDir)
  return await startStack({
    ...options,
    temporalUi: false,
    tools: { temporal: temporal!, versitygw: versitygw! },
    parts: { gateway: parts.gateway, scrapeWorker: parts.scrapeWorker },
  })
}

function storeOf(stack: RunningStack, stateDir: string): ObjectStore {
  const secrets = loadSecrets(stateLayout(stateDir))
  return new ObjectStore({
    SEINE_S3_ENDPOINT: stack.file.s3,
    SEINE_S3_PUBLIC_ENDPOINT: '',
    SEINE_S3_REGION: 'us-east-1',
    SEINE_S3_BUCKET: stack.file.bucket,
    SEINE_S3_ACCESS_KEY_ID: secrets.s3AccessKeyId,
    SEINE_S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
  })
}

test('workflows and objects of the real Temporal and store outlive kill -9 and a new start', { skip }, async (t) => {
  const stateDir = mkdtempSync(join(base, 'state-'))
  const first = await startReal(stateDir)
  t.after(() => first.stop({ now: true }))
  assert.equal(first.file.temporalUi, null)
  const store = storeOf(first, stateDir)
  await store.put('jobs/one', 'kept')
  const client = createTemporalClient(readConfig({ SEINE_TEMPORAL_ADDRESS: first.file.temporal }))
  const values = { Keyword: ['x'], Int: [1] }
  const attributes = Object.fromEntries(Object.entries(searchAttributes).map(([name, type]) => [name, values[type]]))
  await client.client.workflow.start('anything', { taskQueue: 'q', workflowId: 'one', searchAttributes: attributes })
  await Promise.all([first.part('temporal').kill('SIGKILL'), first.part('objectStore').kill('SIGKILL')])
  await Promise.all([first.part('temporal').ready(), first.part('objectStore').ready()])
  assert.equal(Buffer.from((await store.get('jobs/one'))!).toString(), 'kept')
  assert.equal((await client.client.workflow.getHandle('one').describe()).status.name, 'RUNNING')
  store.close()
  await client.close()
  await first.stop()

  const second = await startReal(stateDir)
  t.after(() => second.stop({ now: true }))
  const again = storeOf(second, stateDir)
  assert.equal(Buffer.from((await again.get('jobs/one'))!).toString(), 'kept')
  assert.equal(await again.putIfAbsent('jobs/one', 'lost'), false)
  again.close()
})

test(
  'browser workers read and write pages with a key of their own, and nothing else of the store',
  { skip },
  async (t) => {
    const stateDir = mkdtempSync(join(base, 'state-'))
    const stack = await startReal(stateDir)
    t.after(() => stack.stop({ now: true }))
    const owner = storeOf(stack, stateDir)
    const secrets = loadSecrets(stateLayout(stateDir))
    const pages = new ObjectStore({
      SEINE_S3_ENDPOINT: stack.file.s3,
      SEINE_S3_PUBLIC_ENDPOINT: '',
      SEINE_S3_REGION: 'us-east-1',
      SEINE_S3_BUCKET: stack.file.bucket,
      SEINE_S3_ACCESS_KEY_ID: secrets.s3PagesAccessKeyId,
      SEINE_S3_SECRET_ACCESS_KEY: secrets.s3PagesSecretAccessKey,
    })
    t.after(() => {
      owner.close()
      pages.close()
    })
    const others = ['jobs/one/input.json', 'jobs/one/archive.zip', 'jobs/one/ledger/1', 'tickets/one', 'serp/one']
    for (const key of [...others, 'sessions/one/1', 'jobs/one/pages/old']) await owner.put(key, 'kept')
    await pages.ping()
    for (const key of ['jobs/one/pages/1', 'jobs/one/slices/1', 'cache/one', 'sessions/one/2', 'implicit-sessions/1']) {
      await pages.put(key, 'page')
      assert.equal(Buffer.from((await pages.get(key))!).toString(), 'page', key)
    }
    assert.equal(Buffer.from((await pages.get('jobs/one/input.json'))!).toString(), 'kept')
    assert.equal(await pages.get('jobs/one/pages/missing'), null)
    await pages.delete(['sessions/one/1'])
    assert.equal(await owner.get('sessions/one/1'), null)
    for (const key of others.slice(1)) await assert.rejects(pages.get(key), key)
    for (const key of others) {
      await assert.rejects(pages.put(key, 'forged'), key)
      await pages.delete([key]).catch(() => {})
      assert.equal(Buffer.from((await owner.get(key))!).toString(), 'kept', key)
    }
    await assert.rejects(pages.admitPagesUser(secrets.s3PagesAccessKeyId))
  },
)
