import assert from 'node:assert/strict'
import { it } from 'node:test'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import { KeyedSlots } from '@seine/shared/lifecycle/keyed-slots.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { noCounts, type PageVerdict, type RunEnd, type RunStart } from '@seine/shared/watches/runs.ts'
import type { NoticePlace, SentNotices, NoticeProgress } from '@seine/shared/temporal/watch-shapes.ts'
import { changesKey, duePrefix } from '@seine/shared/watches/watch-keys.ts'
import { scheduleOf } from '../notify/webhook-schedule.ts'
import { markDue } from './due-runs.ts'
import { RunStore, VerdictWriter } from './run-store.ts'
import { placeAfter, sendWatchNotices, type NoticeDeps } from './send-notices.ts'

const watch = { tenant: 'acme', id: 'watch-1' }

const verdictOf = (url: string): PageVerdict => ({
  url,
  final_url: null,
  state: 'changed',
  reason: null,
  title: null,
  previous_run_id: null,
  previous_at: null,
  words_added: 1,
  words_removed: 0,
  diff: null,
  diff_truncated: false,
  json_patch: null,
  flapping: false,
})

interface Body {
  type: string
  data: { url?: string; warnings?: string[] }
}

const endedAt = '2026-11-23T01:00:00.000Z'

/** A run with three pages, each in an object of its own, and a receiver of its notices. */
class NoticeLab {
  readonly store = new MemoryStore()
  readonly bodies: Body[] = []
  readonly reached: NoticeProgress[] = []
  logged = 0
  events = ['page_changed', 'run_completed']
  /** Answers of the receiver to the next calls: whether they are accepted; afterwards all are. */
  accepts: boolean[] = []
  readonly deps: NoticeDeps

  constructor() {
    this.deps = {
      store: this.store,
      runs: new RunStore(this.store),
      sealing: {
        open: () =>
          JSON.stringify({ webhook: { url: 'http://r.test/', headers: {}, metadata: null, events: this.events } }),
      },
      definitions: { newest: async () => await Promise.resolve({ ...watch, name: 'w', keyId: 'k', sealed: 'x' }) },
      logger: { warn: () => void (this.logged += 1) },
      webhooks: {
        secrets: { of: async () => await Promise.resolve([]) },
        sender: {
          send: async ({ body }: { body: string }) => {
            const isAccepted = this.accepts.shift() ?? true
            if (isAccepted) this.bodies.push(JSON.parse(body) as Body)
            const outcome = isAccepted ? { kind: 'delivered' } : { kind: 'failed', reason: 'http_status', status: 500 }
            return await Promise.resolve({ outcome })
          },
        },
        schedule: scheduleOf(webhookLimits.scheduleSecsDefault),
        slots: new KeyedSlots({ ...webhookLimits, perKeyMax: webhookLimits.perHostMax }),
        now: () => 0,
        random: () => 0.5,
      },
    } as unknown as NoticeDeps
  }

  async end(): Promise<void> {
    const { runs } = this.deps
    const start = { n: 1, runId: 'run-1', jobId: 'crawl-1', trigger: 'manual' } as RunStart
    await runs.begin(watch, start)
    const writer = new VerdictWriter(this.store, watch, 1)
    for (const chunk of [0, 1, 2]) {
      await writer.add(verdictOf(`http://site.test/${chunk}`))
      await writer.flush()
    }
    const end = { status: 'completed', endedAt, counts: noCounts(), chunks: 3, isFirst: false, warnings: ['slow'] }
    await markDue(this.store, watch, { n: 1, endedAt }, ['notices'])
    await runs.end(watch, 1, end as unknown as RunEnd)
  }

  async send(place: NoticePlace = { next: 0, tries: 0, firstTryAtMs: 0 }): Promise<SentNotices> {
    const input = { tenant: watch.tenant, watchId: watch.id, n: 1, place }
    return await sendWatchNotices(this.deps, input, {
      signal: new AbortController().signal,
      progress: (reached) => void this.reached.push(reached),
    })
  }

  get told(): string[] {
    return this.bodies.map(({ type, data }) => data.url ?? type)
  }
}

for (const [what, content] of [
  ['lost', null],
  ['damaged', '{"url":'],
] as const) {
  it(`sends the other notices of a run when some of its changes are ${what}`, async () => {
    const lab = new NoticeLab()
    await lab.end()
    if (content === null) lab.store.objects.delete(changesKey(watch, 1, 1))
    else lab.store.objects.set(changesKey(watch, 1, 1), Buffer.from(content))
    assert.equal((await lab.send()).place, null)
    assert.deepEqual(lab.told, ['http://site.test/0', 'http://site.test/2', 'watch.run_completed'])
    assert.deepEqual(lab.bodies.at(-1)?.data.warnings, [
      'slow',
      '1 of 3 parts of the changes cannot be read: their pages have no notices',
    ])
    assert.equal(lab.logged, 1)
  })
}

it('sends the notice of a run when its receiver no longer wants those of pages', async () => {
  const lab = new NoticeLab()
  await lab.end()
  lab.accepts = [true, false]
  const { place } = await lab.send()
  assert.deepEqual(lab.told, ['http://site.test/0'])
  lab.events = ['run_completed']
  lab.accepts = [false]
  const next = await lab.send(place!)
  // It has all its tries.
  assert.equal(next.place?.tries, 1)
  assert.equal((await lab.send(next.place)).place, null)
  assert.deepEqual(lab.told, ['http://site.test/0', 'watch.run_completed'])
})

it('sends no notice of a page after that of its run, when its receiver wants them later', async () => {
  const lab = new NoticeLab()
  await lab.end()
  lab.events = ['run_completed']
  lab.accepts = [false]
  const { place } = await lab.send()
  lab.events = ['page_changed', 'run_completed']
  assert.equal((await lab.send(place!)).place, null)
  assert.deepEqual(lab.told, ['watch.run_completed'])
})

it('continues where a worker of another release was, and the other way round', async () => {
  const lab = new NoticeLab()
  await lab.end()
  // Such workers count the notices, of which there is one in each object of changes.
  lab.accepts = [true, false]
  const { place } = await lab.send({ next: 1, tries: 0, firstTryAtMs: 0 })
  assert.deepEqual(lab.told, ['http://site.test/1'])
  assert.deepEqual([place?.next, place?.position], [2, 2 * watchLimits.changesPerChunk])
  assert.equal((await lab.send({ next: place!.next, tries: 1, firstTryAtMs: 0 })).place, null)
  assert.deepEqual(lab.told, ['http://site.test/1', 'http://site.test/2', 'watch.run_completed'])
  assert.deepEqual(lab.reached.at(-1), { next: 4, position: 3 * watchLimits.changesPerChunk + 1 })
})

it('continues after a death of its worker where the last heartbeat was', () => {
  const place = { next: 1, position: 250, tries: 2, firstTryAtMs: 5 }
  const anew = { tries: 0, firstTryAtMs: 0 }
  assert.deepEqual(placeAfter(place, undefined), place)
  assert.deepEqual(placeAfter(place, { next: 1, position: 250 }), place)
  assert.deepEqual(placeAfter(place, { next: 2, position: 251 }), { next: 2, position: 251, ...anew })
  // Heartbeats of workers of another release.
  assert.deepEqual(placeAfter(place, { next: 1 }), place)
  assert.deepEqual(placeAfter(place, { next: 2 }), { next: 2, ...anew })
})

it('keeps the mark of a run until its notices are sent', async () => {
  const lab = new NoticeLab()
  await lab.end()
  lab.accepts = [true, true, true, false]
  const { place } = await lab.send()
  assert.equal((await lab.store.list(duePrefix(watch))).length, 1)
  assert.equal((await lab.send(place!)).place, null)
  assert.deepEqual(await lab.store.list(duePrefix(watch)), [])
})

it('reports notices as given up whose run is gone', async () => {
  const lab = new NoticeLab()
  assert.deepEqual(await lab.send(), { place: null, waitMs: 0, delivered: 0, givenUp: 1 })
  assert.equal(lab.logged, 1)
})
