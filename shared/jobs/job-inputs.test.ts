import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { takeSecrets } from './job-secrets.ts'
import type { JobInput } from '../tasks/job-input.ts'
import { batchJobInput } from '../api/testing/batch-job-input.ts'
import { crawlJobInput } from '../api/testing/crawl-job-input.ts'
import { noteLimits } from '../config/notify-limits.ts'
import { MemoryStore } from '../storage/testing/memory-store.ts'
import { batchUrlsKey, inputKey } from '../storage/object-keys.ts'
import { readSealing, SealError } from '../storage/sealing.ts'
import { JobInputs } from './job-inputs.ts'

const sealing = readSealing({ SEINE_SEALING_KEY: randomBytes(32).toString('base64') })!

const plain = crawlJobInput()
const allEvents = { started: true, page: true, completed: true, failed: true }
const secretive = {
  ...plain,
  page: { ...plain.page, browser: { ...plain.page.browser, headers: { Authorization: 'canary' } } },
}

/** Stores the input as the gateway does. */
async function stored(input: JobInput): Promise<MemoryStore> {
  const store = new MemoryStore()
  const { input: bare, secrets } = takeSecrets(input)
  const sealed = secrets === null ? {} : { sealed: sealing.seal(JSON.stringify(secrets), input.id) }
  await store.put(inputKey(input), JSON.stringify({ ...bare, ...sealed }))
  return store
}

test('an input is read with its secrets in their places', async () => {
  const { page } = await new JobInputs(await stored(secretive), sealing).get(plain)
  assert.deepEqual(page, secretive.page)
})

test('what is left sealed is read without any key', async () => {
  const inputs = new JobInputs(await stored(secretive), sealing)
  const { page, sealed } = await inputs.bare(plain)
  assert.deepEqual(page, plain.page)
  assert.ok(sealed?.startsWith('v1.'))
  assert.deepEqual((await inputs.get(plain)).page, secretive.page)
  assert.deepEqual((await inputs.bare(plain)).page, plain.page)
  assert.deepEqual((await new JobInputs(await stored(secretive)).bare(plain)).page, plain.page)
})

test('receivers of a job are sealed in the store and read from there', async () => {
  const webhook = { url: 'https://canary.test/', headers: {}, metadata: null, events: allEvents }
  const store = await stored({
    ...plain,
    notify: { webhook, email: null },
    notifyPlan: { webhook: allEvents, email: false },
  })
  assert.ok(![...store.objects.values()].join().includes('canary'))
  const { notify, notifyPlan } = await new JobInputs(store, sealing).get(plain)
  assert.deepEqual([notify?.webhook, notifyPlan?.webhook], [webhook, allEvents])
})

test('the list of a batch is read once while there is room for it, and is empty when it is missing', async () => {
  const store = new MemoryStore()
  const inputs = new JobInputs(store)
  const batch = batchJobInput()
  assert.deepEqual((await inputs.batchList(batch)).urls, [])
  await store.put(batchUrlsKey(batch), JSON.stringify(['http://site.test/']))
  assert.deepEqual((await inputs.batchList(batch)).urls, ['http://site.test/'])
  store.down = true
  assert.deepEqual((await inputs.batchList(batch)).urls, ['http://site.test/'])
  store.down = false
  const large = { ...batch, tenant: 'another' }
  await store.put(batchUrlsKey(large), JSON.stringify(['x'.repeat(noteLimits.listCharactersKept)]))
  assert.equal((await inputs.batchList(large)).urls.length, 1)
  store.down = true
  await assert.rejects(inputs.batchList(batch), { name: 'StoreUnavailableError' })
})

test('pages are not requested without the headers and bodies of their caller', async () => {
  const store = await stored(secretive)
  await assert.rejects(new JobInputs(store).get(plain), SealError)
  assert.deepEqual(await new JobInputs(await stored(plain)).get(plain), plain)
})

test('secrets that were moved from another job are not used', async () => {
  const store = await stored({ ...secretive, id: 'crawl-other' })
  await store.put(inputKey(plain), (await store.get(inputKey({ ...plain, id: 'crawl-other' })))!)
  const moved = JSON.parse(Buffer.from((await store.get(inputKey(plain)))!).toString()) as JobInput
  await store.put(inputKey(plain), JSON.stringify({ ...moved, id: plain.id }))
  await assert.rejects(new JobInputs(store, sealing).get(plain), SealError)
})

test('an input of an older version keeps the lane it was started for', async () => {
  const { onlyMainContent, timeoutMs, method, body, browser } = plain.page
  const older = { onlyMainContent, timeoutMs, method, body }
  for (const [page, render] of [
    [older, 'never'],
    [{ ...older, browser: { ...browser, waitMs: 7 } }, 'always'],
  ] as const) {
    const store = new MemoryStore()
    await store.put(inputKey(plain), JSON.stringify({ ...plain, page }))
    const read = await new JobInputs(store).get(plain)
    assert.deepEqual([read.page.render, read.page.includeTags, read.page.maxAgeSecs], [render, [], 0])
    assert.equal(read.page.browser.waitMs, render === 'always' ? 7 : 0)
  }
})
