import assert from 'node:assert/strict'
import { it } from 'node:test'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { KeyedSlots } from '@seine/shared/lifecycle/keyed-slots.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { noCounts, type PageVerdict, type RunEnd, type RunStart } from '@seine/shared/watches/runs.ts'
import { changesKey } from '@seine/shared/watches/watch-keys.ts'
import { scheduleOf } from '../notify/webhook-schedule.ts'
import { RunStore, VerdictWriter } from './run-store.ts'
import { sendWatchNotices, type NoticeDeps } from './send-notices.ts'

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

/** Sends the notices of a run with three pages, each in an object of its own, of which the second has this content. */
async function sentWith(content: string | null): Promise<{ bodies: Body[]; logged: number }> {
  const store = new MemoryStore()
  const runs = new RunStore(store)
  const start = { n: 1, runId: 'run-1', jobId: 'crawl-1', trigger: 'manual' } as RunStart
  await runs.begin(watch, start)
  const writer = new VerdictWriter(store, watch, 1)
  for (const chunk of [0, 1, 2]) {
    await writer.add(verdictOf(`http://site.test/${chunk}`))
    await writer.flush()
  }
  const end = { status: 'completed', endedAt: '', counts: noCounts(), chunks: 3, isFirst: false, warnings: ['slow'] }
  await runs.end(watch, 1, end as unknown as RunEnd)
  if (content === null) store.objects.delete(changesKey(watch, 1, 1))
  else store.objects.set(changesKey(watch, 1, 1), Buffer.from(content))
  const bodies: Body[] = []
  let logged = 0
  const webhook = { url: 'http://r.test/', headers: {}, metadata: null, events: ['page_changed', 'run_completed'] }
  const deps = {
    store,
    runs,
    sealing: { open: () => JSON.stringify({ webhook }) },
    definitions: { newest: async () => await Promise.resolve({ ...watch, name: 'w', keyId: 'k', sealed: 'x' }) },
    logger: { warn: () => void (logged += 1) },
    webhooks: {
      secrets: { of: async () => await Promise.resolve([]) },
      sender: {
        send: async ({ body }: { body: string }) => {
          bodies.push(JSON.parse(body) as Body)
          return await Promise.resolve({ outcome: { kind: 'delivered' } })
        },
      },
      schedule: scheduleOf(webhookLimits.scheduleSecsDefault),
      slots: new KeyedSlots({ ...webhookLimits, perKeyMax: webhookLimits.perHostMax }),
      now: () => 0,
      random: () => 0.5,
    },
  } as unknown as NoticeDeps
  const input = { tenant: watch.tenant, watchId: watch.id, n: 1, place: { next: 0, tries: 0, firstTryAtMs: 0 } }
  const call = { signal: new AbortController().signal, progress: () => undefined }
  const { place } = await sendWatchNotices(deps, input, call)
  assert.equal(place, null)
  return { bodies, logged }
}

for (const [what, content] of [
  ['lost', null],
  ['damaged', '{"url":'],
] as const) {
  it(`sends the other notices of a run when some of its changes are ${what}`, async () => {
    const { bodies, logged } = await sentWith(content)
    assert.deepEqual(
      bodies.map(({ type, data }) => data.url ?? type),
      ['http://site.test/0', 'http://site.test/2', 'watch.run_completed'],
    )
    assert.deepEqual(bodies.at(-1)?.data.warnings, [
      'slow',
      '1 of 3 parts of the changes cannot be read: their pages have no notices',
    ])
    assert.equal(logged, 1)
  })
}
