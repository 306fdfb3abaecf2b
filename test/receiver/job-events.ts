/** Checks of the webhook calls about one job, for any behaviour of the receiver. */
import assert from 'node:assert/strict'
import type { PageNote } from '@seine/shared/api/schemas/page-note.ts'
import { eventIdOf, type WebhookBody } from '@seine/shared/api/schemas/webhook-event.ts'
import type { Receiver } from './receiver.ts'

/** The last part of an event's type. */
export const nameOf = ({ type }: { type: string }): string => type.split('.')[1] ?? ''

/** True once `completed` or `failed` of a job has been accepted. */
export const hasEnded =
  (jobId: string): ((receiver: Receiver) => boolean) =>
  (receiver) =>
    ['completed', 'failed'].includes(nameOf(receiver.accepted(jobId).at(-1) ?? { type: 'crawl.started' }))

/**
 * Checks that the accepted events are numbered from 1 in the order of their acceptance, and the fields that all events
 * have.
 * @param givenUp sequence numbers of events that the delivery log records as given up.
 */
export function assertInOrder(
  receiver: Receiver,
  jobId: string,
  givenUp: ReadonlySet<number> = new Set(),
): WebhookBody[] {
  const events = receiver.accepted(jobId)
  const expected = Array.from({ length: events.at(-1)?.sequence ?? 0 }, (_, index) => index + 1)
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    expected.filter((sequence) => !givenUp.has(sequence)),
  )
  const kind = jobId.startsWith('batch-') ? 'batch_scrape' : 'crawl'
  for (const { type, id, sequence, event_id, timestamp } of events) {
    assert.equal(type.split('.')[0], kind)
    assert.equal(id, jobId)
    assert.equal(event_id, eventIdOf(jobId, sequence))
    assert.ok(!Number.isNaN(Date.parse(timestamp)))
  }
  // No event is attempted before all events ahead of it have been accepted or given up.
  let next = 1
  for (const { event, status, headers, body, signedBy } of receiver.callsOf(jobId)) {
    while (givenUp.has(next)) next += 1
    assert.ok(event.sequence <= next || givenUp.has(event.sequence), `event ${event.sequence} came before ${next}`)
    if (status !== null && status >= 200 && status < 300) next = Math.max(next, event.sequence + 1)
    assert.equal(headers['webhook-id'], event.event_id)
    assert.equal(headers['content-type'], 'application/json')
    assert.ok(signedBy.some(Boolean), `call ${body} is not signed`)
  }
  assertSameBodies(receiver, jobId)
  return events
}

/** Asserts that every repetition of an event has the same body. */
function assertSameBodies(receiver: Receiver, jobId: string): void {
  const bodies = new Map<string, string>()
  for (const { event, body } of receiver.callsOf(jobId)) {
    assert.equal(body, bodies.get(event.event_id) ?? body)
    bodies.set(event.event_id, body)
  }
}

/** Checks that a job was reported completely: `started`, each of its pages once, and its end. */
export function assertWhole(
  receiver: Receiver,
  jobId: string,
  { completed, failed }: { completed: number; failed: number },
  end: 'completed' | 'failed' = 'completed',
): PageNote[] {
  const events = assertInOrder(receiver, jobId)
  assert.deepEqual(events.map(nameOf), ['started', ...Array.from({ length: completed + failed }, () => 'page'), end])
  const notes = events.slice(1, -1).map(({ data }) => data as PageNote)
  assert.equal(new Set(notes.map(({ index }) => index)).size, notes.length)
  assert.equal(notes.filter(({ success }) => success).length, completed)
  return notes
}
