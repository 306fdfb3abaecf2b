import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { takeSecrets } from '@seine/shared/api/job-secrets.ts'
import type { JobInput } from '@seine/shared/api/job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { MemoryStore } from '@seine/shared/storage/memory-store.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { readSealing, SealError } from '@seine/shared/storage/sealing.ts'
import { JobInputs } from './job-inputs.ts'

const sealing = readSealing({ SEINE_SEALING_KEY: randomBytes(32).toString('base64') })!

const plain = crawlJobInput()
const secretive = {
  ...plain,
  page: { ...plain.page, browser: { ...plain.page.browser, headers: { Authorization: 'canary' } } },
}

/** The input as the gateway stores it. */
async function stored(input: JobInput): Promise<MemoryStore> {
  const store = new MemoryStore()
  const { input: bare, secrets } = takeSecrets(input)
  const sealed = secrets === null ? {} : { sealed: sealing.seal(JSON.stringify(secrets), input.id) }
  await store.put(inputKey(input.id), JSON.stringify({ ...bare, ...sealed }))
  return store
}

test('an input is read with its secrets in their places', async () => {
  const { page } = await new JobInputs(await stored(secretive), sealing).get(plain.id)
  assert.deepEqual(page, secretive.page)
})

test('pages are not asked for without what their caller gave', async () => {
  const store = await stored(secretive)
  await assert.rejects(new JobInputs(store).get(plain.id), SealError)
  assert.deepEqual(await new JobInputs(await stored(plain)).get(plain.id), plain)
})

test('secrets that were moved from another job are not used', async () => {
  const store = await stored({ ...secretive, id: 'crawl-other' })
  await store.put(inputKey(plain.id), (await store.get(inputKey('crawl-other')))!)
  const moved = JSON.parse(Buffer.from((await store.get(inputKey(plain.id)))!).toString()) as JobInput
  await store.put(inputKey(plain.id), JSON.stringify({ ...moved, id: plain.id }))
  await assert.rejects(new JobInputs(store, sealing).get(plain.id), SealError)
})

test('an input of an older version keeps the lane it was started for', async () => {
  const { onlyMainContent, timeoutMs, method, body, browser } = plain.page
  const older = { onlyMainContent, timeoutMs, method, body }
  for (const [page, render] of [
    [older, 'never'],
    [{ ...older, browser: { ...browser, waitMs: 7 } }, 'always'],
  ] as const) {
    const store = new MemoryStore()
    await store.put(inputKey(plain.id), JSON.stringify({ ...plain, page }))
    const read = await new JobInputs(store).get(plain.id)
    assert.deepEqual([read.page.render, read.page.includeTags, read.page.maxAgeSecs], [render, [], 0])
    assert.equal(read.page.browser.waitMs, render === 'always' ? 7 : 0)
  }
})
