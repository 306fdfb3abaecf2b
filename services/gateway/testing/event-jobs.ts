/** Jobs with listeners, for tests of event streams. */
import type { TestContext } from 'node:test'
import type { PageNote } from '@seine/shared/api/schemas/page-note.ts'
import { EventReader, type ReceivedEvent } from './event-reader.ts'
import { lifecycleView, newJobId, pageNote, putJob, putRecord, runView } from './fake-ports.ts'
import type { TestGateway } from './test-gateway.ts'

/** Polls so often that tests do not wait. */
export const quick = { lookIntervalMs: 5 }

/** Returns the notes of the first `count` pages, without the first `from`. */
export const notesUpTo = (count: number, from = 0): PageNote[] =>
  Array.from({ length: count - from }, (_, at) => pageNote({ index: from + at, url: `https://e.com/${from + at}` }))

/** Stores a finished crawl with the given number of pages. */
export function finishedJob(gateway: TestGateway, pages: number): string {
  const id = newJobId()
  putJob(gateway.engine, id, lifecycleView({ state: 'completed' }), null)
  putRecord(gateway.store, id, { limit: 10_000, total: pages, completed: pages, failed: 0 })
  gateway.notes.ofJob.set(id, notesUpTo(pages))
  return id
}

/** Starts a running crawl with the given number of finished pages. */
export function runningJob(gateway: TestGateway, pages: number): string {
  const id = newJobId()
  runTo(gateway, id, pages)
  return id
}

/** Advances a running crawl. */
export function runTo(gateway: TestGateway, id: string, pages: number): void {
  const counters = { total: pages, completed: pages, failed: 0, pending: 1 }
  gateway.notes.ofJob.set(id, notesUpTo(pages))
  putJob(gateway.engine, id, lifecycleView(), runView(counters))
}

/** Ends a running job with its current pages. */
export function finish(
  gateway: TestGateway,
  id: string,
  status: 'completed' | 'cancelled' | 'failed' = 'completed',
): void {
  const pages = gateway.notes.ofJob.get(id)?.length ?? 0
  putRecord(gateway.store, id, { status, total: pages, completed: pages, failed: 0 })
  putJob(
    gateway.engine,
    id,
    lifecycleView({ state: status }),
    runView({ total: 0, completed: 0, failed: 0, pending: 0 }),
  )
}

/** Opens a stream; it is closed when the test ends. */
export async function listen(
  t: TestContext,
  gateway: TestGateway,
  id: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const reader = await EventReader.open(`${gateway.url}/crawl/${id}/events`, 'acme-key', headers)
  t.after(() => reader.close())
  return reader
}

/** Returns the ids of the pages among events. */
export const ids = (events: readonly ReceivedEvent[]): (string | null)[] =>
  events.filter(({ event }) => event === 'page').map(({ id }) => id)

/** Returns the page ids of a range. */
export const numbers = (to: number, from = 1): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at))

/** Resolves once a condition holds, turning the event loop meanwhile. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
