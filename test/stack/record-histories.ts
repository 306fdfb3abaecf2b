/**
 * Records workflow histories for the replay test: one of each way a job can end.
 * Usage: `node test/stack/record-histories.ts`, with the tools named as in `./dev test`.
 */
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { saveHistory } from './history-files.ts'
import { startWithShortHistory } from './long-history.ts'
import { startTestStack } from './test-stack.ts'

const t = await startTestStack({ site: { latencyMs: 10 } })

/** Saves the lifecycle of a job and every run of its chain. */
async function record(name: string, id: string): Promise<void> {
  await saveHistory(`${name}-lifecycle`, await t.temporal.workflow.getHandle(id).fetchHistory())
  let part = 0
  for await (const { runId } of t.temporal.workflow.list({ query: `WorkflowId = '${runIdOf(id)}'` })) {
    await saveHistory(`${name}-run-${part}`, await t.temporal.workflow.getHandle(runIdOf(id), runId).fetchHistory())
    part += 1
  }
}

try {
  const many = (n: number) => new URL(`/many/?n=${n}`, t.site.url).href
  const completed = await t.api.start({ url: t.site.url, limit: 120 })
  await t.api.watch(completed)
  await record('completed', completed)

  const cancelled = await t.api.start({ url: many(2_000) })
  await t.api.watch(cancelled, (body) => body.completed >= 30)
  await t.api.cancel(cancelled)
  await t.api.watch(cancelled)
  await record('cancelled', cancelled)

  const spent = await t.api.start({ url: many(9_000), scheduleToCloseTimeoutSecs: 3 })
  await t.api.watch(spent)
  await record('budget-spent', spent)

  const refused = await t.api.start({ url: new URL('/private/', t.site.url).href })
  await t.api.watch(refused)
  await record('refused', refused)

  const killed = await t.api.start({ url: many(400), heartbeatTimeoutSecs: 1 })
  await t.api.watch(killed, (body) => body.completed >= 60)
  await t.stack.part('scrapeWorker').kill('SIGKILL')
  await t.api.watch(killed)
  await record('worker-killed', killed)

  const urls = Array.from({ length: 300 }, (_, at) => new URL(`/many/?n=300&at=${at}`, t.site.url).href)
  const batch = await t.api.startBatch({ urls })
  await t.api.watch(batch)
  await record('batch', batch)

  const chain = await startWithShortHistory(t, completed, 60)
  await t.api.watch(chain)
  await record('continued-as-new', chain)
} finally {
  await t.close()
}
