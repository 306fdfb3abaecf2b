import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '../api/testing/crawl-job-input.ts'
import { DamagedObjectError } from '../storage/damaged-object.ts'
import { MemoryStore } from '../storage/testing/memory-store.ts'
import { inputCopyKey, inputKey } from '../storage/object-keys.ts'
import { JobInputLostError, JobInputs } from './job-inputs.ts'
import { storedInput } from './stored-input.ts'

const job = crawlJobInput()
const text = JSON.stringify(job)
const cut = text.slice(0, 40)

async function read(objects: { input?: string; copy?: string }) {
  const store = new MemoryStore()
  if (objects.input !== undefined) await store.put(inputKey(job), objects.input)
  if (objects.copy !== undefined) await store.put(inputCopyKey(job), objects.copy)
  return { direct: storedInput(store, job), ofJob: new JobInputs(store).bare(job) }
}

describe('storedInput', () => {
  it('reads the copy where the input is damaged or lost', async () => {
    for (const input of [{ input: cut }, {}]) {
      const { direct, ofJob } = await read({ ...input, copy: text })
      assert.deepEqual(await direct, job)
      assert.deepEqual(await ofJob, job)
    }
  })

  it('says of a job without either what is wrong with it', async () => {
    const damaged = await read({ input: cut, copy: cut })
    await assert.rejects(damaged.direct, DamagedObjectError)
    await assert.rejects(damaged.ofJob, DamagedObjectError)
    const lost = await read({})
    assert.equal(await lost.direct, null)
    await assert.rejects(lost.ofJob, JobInputLostError)
  })
})
