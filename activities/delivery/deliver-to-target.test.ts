import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { deliveryLimits } from '@seine/shared/config/notify-limits.ts'
import { KeyedSlots } from '@seine/shared/lifecycle/keyed-slots.ts'
import { readTargetDelivery } from '@seine/shared/jobs/target-deliveries.ts'
import { DeliveryTargetsError, type DeliveryTarget } from '@seine/shared/operator-services/delivery-targets.ts'
import { archiveKey, statusKey, targetDeliveryKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { storeAnswer } from '@seine/shared/storage/testing/store-answer.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { deliverToTarget, failDelivery, type TargetDeliveryDeps } from './deliver-to-target.ts'
import { TargetFaultError } from './target-fault.ts'
import { TryLaterError } from './try-later.ts'

const job = { tenant: 'acme', id: 'crawl-00000000-0000-4000-8000-000000000001' }
const call = { jobId: job.id, tenant: job.tenant, target: 'lake' }
const folder = `exports/${job.id}/`

const lake: DeliveryTarget = {
  name: 'lake',
  endpoint: 'http://127.0.0.1:1',
  region: 'us-east-1',
  bucket: 'b',
  prefix: 'exports/',
  accessKeyIdFile: '/none',
  secretAccessKeyFile: '/none',
  pathStyle: true,
  tenants: ['acme'],
}

/** A bucket in memory; a fault makes its next calls fail. */
class Bucket extends MemoryStore {
  fault: Error | null = null
  isContinued = true
  /** Keys written, in order. */
  readonly written: string[] = []

  async sizeOf(key: string): Promise<number | null> {
    return (await this.head(key))?.bytes ?? null
  }

  canContinue(): boolean {
    return this.isContinued
  }

  override async put(key: string, body: string | Uint8Array): Promise<void> {
    if (this.fault !== null) throw this.fault
    this.written.push(key)
    await super.put(key, body)
  }

  override close(): void {
    // It is opened for every try.
  }
}

interface Scene {
  deps: TargetDeliveryDeps
  store: MemoryStore
  bucket: Bucket
  /** Moves the clock, milliseconds. */
  pass: (ms: number) => void
  deliver: (signal?: AbortSignal) => ReturnType<typeof deliverToTarget>
}

async function scene(archives: Record<string, Uint8Array>, targets: DeliveryTarget[] = [lake]): Promise<Scene> {
  const store = new MemoryStore()
  const bucket = new Bucket()
  const endMs = Date.parse('2026-01-01T00:00:00Z')
  let nowMs = endMs
  const keys = Object.keys(archives).map((format) => [format, archiveKey(job, format)] as const)
  const record = {
    id: job.id,
    kind: 'crawl',
    tenant: job.tenant,
    status: 'completed',
    url: 'https://e.example/',
    limit: 5,
    total: 1,
    completed: 1,
    failed: 0,
    duration: 1,
    error: null,
    warnings: [],
    tag: [],
    ledgerChunks: 0,
    createdAt: new Date(endMs).toISOString(),
    completedAt: new Date(endMs).toISOString(),
    expiresAt: new Date(endMs + 7 * 86_400_000).toISOString(),
    archives: Object.fromEntries(keys),
    deliverTo: ['lake'],
  } satisfies Partial<FinalStatus>
  for (const [format, key] of keys) await store.put(key, archives[format]!)
  await store.put(statusKey(job), JSON.stringify(record))
  const deps: TargetDeliveryDeps = {
    store,
    logger: { info: () => undefined, warn: () => undefined },
    delivery: {
      targets: { of: async () => await Promise.resolve(targets) },
      giveUpMs: 60_000,
      open: async () => await Promise.resolve(bucket),
      slots: new KeyedSlots({ ...deliveryLimits, perKeyMax: deliveryLimits.perTargetMax }),
      now: () => nowMs,
    },
  }
  return {
    deps,
    store,
    bucket,
    pass: (ms) => (nowMs += ms),
    deliver: async (signal = new AbortController().signal) =>
      await deliverToTarget(deps, call, { signal, scheduledMs: endMs }),
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const answered = (name: string, status: number): Error =>
  new StoreUnavailableError('object store: writing failed', {
    cause: storeAnswer(name, status, 'secret-of-the-bucket'),
  })

describe('deliverToTarget', () => {
  it('copies every archive, then the manifest, and records the result', async () => {
    const { store, bucket, deliver } = await scene({ markdown: Buffer.from('one'), links: Buffer.from('two') })
    assert.deepEqual(await deliver(), { state: 'delivered', files: 2, error: null })
    assert.deepEqual(bucket.written, [`${folder}markdown.zip`, `${folder}links.zip`, `${folder}manifest.json`])
    assert.equal(Buffer.from(bucket.objects.get(`${folder}links.zip`)!).toString(), 'two')
    const manifest = JSON.parse(bucket.objects.get(`${folder}manifest.json`)!.toString()) as Record<string, unknown>
    assert.deepEqual(manifest['files'], [
      { name: 'markdown.zip', bytes: 3, sha256: sha256(Buffer.from('one')) },
      { name: 'links.zip', bytes: 3, sha256: sha256(Buffer.from('two')) },
    ])
    const { state, files, error, deliveredAt } = await readTargetDelivery(store, job, 'lake')
    assert.deepEqual([state, files.length, error], ['delivered', 2, null])
    assert.equal(deliveredAt, '2026-01-01T00:00:00.000Z')
  })

  it('copies a large archive in parts, and the next try continues it', async () => {
    const bytes = randomBytes(deliveryLimits.partBytes * 2 + 5)
    const { bucket, store, deliver } = await scene({ markdown: bytes })
    const controller = new AbortController()
    const getPart = store.getPart.bind(store)
    let reads = 0
    store.getPart = async (...range) => {
      reads += 1
      if (reads === 4) controller.abort(new Error('the worker shuts down'))
      return await getPart(...range)
    }
    await assert.rejects(deliver(controller.signal), /shuts down/)
    const sent = bucket.uploads.partsPut
    assert.ok(sent >= 1)
    assert.equal((await readTargetDelivery(store, job, 'lake')).state, 'delivering')
    assert.equal((await deliver()).state, 'delivered')
    assert.equal(bucket.uploads.partsPut, 3, 'no part is sent twice')
    assert.ok(bytes.equals(bucket.objects.get(`${folder}markdown.zip`)!))
    assert.deepEqual(await bucket.uploads.open(''), [])
  })

  it('copies only what is missing when it is repeated', async () => {
    const { bucket, deliver } = await scene({ markdown: Buffer.from('one'), links: Buffer.from('two') })
    await deliver()
    bucket.written.length = 0
    await bucket.delete([`${folder}links.zip`])
    assert.equal((await deliver()).state, 'delivered')
    assert.deepEqual(bucket.written, [`${folder}links.zip`, `${folder}manifest.json`])
  })

  it('copies a missing file again although the target denies to look for it', async () => {
    const { bucket, deliver } = await scene({ markdown: Buffer.from('one'), links: Buffer.from('two') })
    await deliver()
    bucket.written.length = 0
    await bucket.delete([`${folder}links.zip`])
    const sizeOf = bucket.sizeOf.bind(bucket)
    bucket.sizeOf = async (key) => {
      const size = await sizeOf(key)
      if (size === null) throw answered('AccessDenied', 403)
      return size
    }
    assert.equal((await deliver()).state, 'delivered')
    assert.deepEqual(bucket.written, [`${folder}links.zip`, `${folder}manifest.json`])

    await bucket.delete([`${folder}links.zip`])
    bucket.sizeOf = async () => await Promise.reject(answered('AccessDenied', 403))
    await assert.rejects(deliver(), /denies access/)
  })

  it('copies an archive again that was built again', async () => {
    const { bucket, store, deliver } = await scene({ markdown: Buffer.from('one') })
    await deliver()
    await store.put(archiveKey(job, 'markdown'), 'new')
    await deliver()
    assert.equal(Buffer.from(bucket.objects.get(`${folder}markdown.zip`)!).toString(), 'new')
  })

  it('copies again what is built again while it copies', async () => {
    const { bucket, store, deliver } = await scene({ markdown: Buffer.from('one') })
    const put = bucket.put.bind(bucket)
    bucket.put = async (key, body) => {
      await put(key, body)
      if (bucket.written.length !== 2) return
      await store.put(archiveKey(job, 'markdown'), 'new')
      await store.put(archiveKey(job, 'links'), 'two')
      const record = (await store.getJson<FinalStatus>(statusKey(job)))!
      const archives = { ...record.archives, links: archiveKey(job, 'links') }
      await store.put(statusKey(job), JSON.stringify({ ...record, archives }))
    }
    assert.deepEqual(await deliver(), { state: 'delivered', files: 2, error: null })
    const round = ['markdown.zip', 'links.zip', 'manifest.json'].map((name) => `${folder}${name}`)
    assert.deepEqual(bucket.written, [`${folder}markdown.zip`, `${folder}manifest.json`, ...round])
    assert.equal(bucket.objects.get(`${folder}markdown.zip`)!.toString(), 'new')
    assert.ok(
      bucket.objects
        .get(`${folder}manifest.json`)!
        .toString()
        .includes(sha256(Buffer.from('new'))),
    )
    const { state, files } = await readTargetDelivery(store, job, 'lake')
    assert.deepEqual([state, files.map(({ name }) => name)], ['delivered', ['markdown.zip', 'links.zip']])
  })

  it('does not write a fault over what another try has delivered', async () => {
    const { bucket, deps, store, deliver } = await scene({ markdown: Buffer.from('one') })
    const put = bucket.put.bind(bucket)
    bucket.put = async () => {
      bucket.put = put
      assert.equal((await deliver()).state, 'delivered')
      throw answered('SlowDown', 503)
    }
    const end = { state: 'delivered', files: 1, error: null }
    assert.deepEqual(await deliver(), end)
    assert.deepEqual(await failDelivery(deps, call, 'cancelled'), end)
    const { state, error } = await readTargetDelivery(store, job, 'lake')
    assert.deepEqual([state, error], ['delivered', null])

    await store.put(archiveKey(job, 'markdown'), 'new')
    assert.equal((await failDelivery(deps, call, 'cancelled')).state, 'failed', 'the new version is not there')
  })

  it('reports why a target takes nothing, without what the target says, and gives up in the end', async () => {
    const { bucket, store, deliver, pass } = await scene({ markdown: Buffer.from('one') })
    const faults: [Error, RegExp][] = [
      [answered('NoSuchBucket', 404), /bucket of the target does not exist/],
      [answered('SignatureDoesNotMatch', 403), /refuses the secret/],
      [answered('InvalidAccessKeyId', 403), /does not know the access key/],
      [answered('SlowDown', 503), /answered with status 503/],
      [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), /cannot be reached \(ECONNREFUSED\)/],
    ]
    for (const [fault, expected] of faults) {
      bucket.fault = fault
      await assert.rejects(
        deliver(),
        (error: Error) => error instanceof TargetFaultError && expected.test(error.message),
      )
      const { state, error } = await readTargetDelivery(store, job, 'lake')
      assert.equal(state, 'delivering')
      assert.match(error ?? '', expected)
      assert.doesNotMatch(error ?? '', /secret-of-the-bucket/)
    }
    pass(60_000)
    const end = await deliver()
    assert.deepEqual([end.state, end.error], ['failed', 'the target cannot be reached (ECONNREFUSED)'])
    assert.equal((await readTargetDelivery(store, job, 'lake')).state, 'failed')
  })

  it('counts from the first try, with longer pauses until something is copied', async () => {
    const { bucket, store, deliver, pass } = await scene({ markdown: Buffer.from('one') })
    const pauseOf = async (): Promise<number> => {
      const fault = await deliver().catch((error: unknown) => error)
      assert.ok(fault instanceof TargetFaultError)
      return fault.pauseMs
    }
    pass(3_600_000)
    bucket.fault = answered('SlowDown', 503)
    assert.deepEqual([await pauseOf(), await pauseOf(), await pauseOf()], [5_000, 10_000, 20_000])
    for (let at = 0; at < 20; at += 1) await pauseOf()
    assert.equal(await pauseOf(), deliveryLimits.retryMaxMs)
    const put = bucket.put.bind(bucket)
    bucket.put = async (key, body) => {
      bucket.fault = key.endsWith('manifest.json') ? answered('SlowDown', 503) : null
      await put(key, body)
    }
    assert.equal(await pauseOf(), 5_000, 'the archive was copied')
    assert.equal(await pauseOf(), 10_000, 'it was there already')
    pass(60_000)
    assert.equal((await deliver()).state, 'failed')
    assert.equal((await readTargetDelivery(store, job, 'lake')).tries?.faults, 2)
  })

  it('ends a try that has sent for long, and the next one continues', async () => {
    const bytes = randomBytes(deliveryLimits.partBytes * 3 + 5)
    const { bucket, store, deliver, pass } = await scene({ markdown: bytes, links: Buffer.from('two') })
    const put = bucket.uploads.put.bind(bucket.uploads)
    bucket.uploads.put = async (...part) => {
      const etag = await put(...part)
      pass(deliveryLimits.tryMs)
      return etag
    }
    let tries = 0
    for (; tries < 20; tries += 1) {
      const end = await deliver().catch((error: unknown) => error)
      if (!(end instanceof TryLaterError)) break
      assert.equal(end.pauseMs, deliveryLimits.againMs)
      const { state, error } = await readTargetDelivery(store, job, 'lake')
      assert.deepEqual([state, error], ['delivering', null])
    }
    assert.ok(tries >= 1)
    assert.equal((await readTargetDelivery(store, job, 'lake')).state, 'delivered')
    assert.equal(bucket.uploads.partsPut, 4, 'no part is sent twice')
    assert.ok(bytes.equals(bucket.objects.get(`${folder}markdown.zip`)!))
  })

  it('does not end a try in the middle of a file that would begin again', async () => {
    const { bucket, deliver, pass } = await scene({ markdown: randomBytes(deliveryLimits.partBytes * 3 + 5) })
    bucket.isContinued = false
    const put = bucket.uploads.put.bind(bucket.uploads)
    bucket.uploads.put = async (...part) => {
      pass(deliveryLimits.tryMs)
      return await put(...part)
    }
    assert.equal((await deliver()).state, 'delivered')
  })

  it('copies a file in one try where parts of earlier tries are never recognised', async () => {
    const bytes = randomBytes(deliveryLimits.partBytes * 3 + 5)
    const { bucket, store, deliver, pass } = await scene({ markdown: bytes, links: Buffer.from('two') })
    bucket.uploads.etagOf = (part) => `kms-${sha256(part)}`
    const put = bucket.uploads.put.bind(bucket.uploads)
    bucket.uploads.put = async (...part) => {
      const etag = await put(...part)
      pass(deliveryLimits.tryMs)
      return etag
    }
    const ends: string[] = []
    while (ends.length < 10 && ends.at(-1) !== 'delivered') {
      const end = await deliver().catch((error: unknown) => error)
      ends.push(end instanceof TryLaterError ? 'later' : (end as { state: string }).state)
    }
    assert.deepEqual(ends, ['later', 'later', 'later', 'delivered'])
    assert.ok(bytes.equals(bucket.objects.get(`${folder}markdown.zip`)!))
    assert.equal((await readTargetDelivery(store, job, 'lake')).tries?.startedOver, 0)
  })

  it('waits for a slot of its target without counting as a try', async () => {
    const { deps, store, deliver } = await scene({ markdown: Buffer.from('one') })
    const slots = Array.from({ length: deliveryLimits.perTargetMax }, () => deps.delivery.slots.take('lake'))
    await assert.rejects(deliver(), TryLaterError)
    assert.equal((await readTargetDelivery(store, job, 'lake')).state, 'waiting')
    slots[0]!()
    assert.equal((await deliver()).state, 'delivered')
    assert.equal((await deliver()).state, 'delivered', 'the slot is free again')
  })

  it('waits for a target that is not configured, which may be so for a moment', async () => {
    const { deliver } = await scene({ markdown: Buffer.from('one') }, [])
    await assert.rejects(deliver(), /not configured for this tenant/)
  })

  it('reports that the file of targets cannot be read, and gives up in the end', async () => {
    const { deps, store, deliver, pass } = await scene({ markdown: Buffer.from('one') })
    const { targets } = deps.delivery
    deps.delivery.targets = {
      of: async () => await Promise.reject(new DeliveryTargetsError('/etc/targets.json is invalid')),
    }
    const expected = 'the delivery targets of the service cannot be read'
    await assert.rejects(deliver(), (error: Error) => error instanceof TargetFaultError && error.message === expected)
    const during = await readTargetDelivery(store, job, 'lake')
    assert.deepEqual([during.state, during.error], ['delivering', expected])
    pass(60_000)
    assert.deepEqual(await deliver(), { state: 'failed', files: 0, error: expected })
    assert.equal((await readTargetDelivery(store, job, 'lake')).state, 'failed')
    deps.delivery.targets = targets
    assert.equal((await deliver()).state, 'delivered')
  })

  it('does not take its own store for the target', async () => {
    const { store, deliver } = await scene({ markdown: Buffer.from('one') })
    store.getPart = async () => await Promise.reject(new StoreUnavailableError('object store: switched off'))
    await assert.rejects(deliver(), StoreUnavailableError)
    assert.equal((await readTargetDelivery(store, job, 'lake')).error, null)
  })

  it('refuses a copy of another size', async () => {
    const { bucket, deliver } = await scene({ markdown: Buffer.from('one') })
    bucket.sizeOf = async () => await Promise.resolve(2)
    await assert.rejects(deliver(), /markdown\.zip has 2 bytes at the target instead of 3/)
  })

  it('says that the results expired before they were delivered', async () => {
    const late = await scene({ markdown: Buffer.from('one') })
    late.pass(7 * 86_400_000)
    assert.match((await late.deliver()).error ?? '', /expired before they were delivered/)
    assert.equal((await readTargetDelivery(late.store, job, 'lake')).state, 'failed')

    const without = await scene({ markdown: Buffer.from('one') })
    await without.store.delete([archiveKey(job, 'markdown')])
    assert.match((await without.deliver()).error ?? '', /markdown\.zip expired or was deleted/)

    const gone = await scene({ markdown: Buffer.from('one') })
    await gone.store.delete([...gone.store.objects.keys()])
    assert.equal((await gone.deliver()).state, 'failed')
    assert.equal(gone.store.objects.has(targetDeliveryKey(job, 'lake')), false, 'nothing stays of a deleted job')
  })

  it('delivers the manifest alone for a job without archives', async () => {
    const { bucket, deliver } = await scene({})
    assert.deepEqual(await deliver(), { state: 'delivered', files: 0, error: null })
    assert.deepEqual(bucket.written, [`${folder}manifest.json`])
  })
})
