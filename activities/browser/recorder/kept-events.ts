/** Server-sent events of a call, up to their limits. */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { RecordingBudget } from './recording-budget.ts'
import { keepText } from './body-text.ts'
import type { StreamEvent } from './event-stream-parser.ts'
import type { RecordedRequest } from './model.ts'

/** Adds an event; beyond `eventsMax`, or when the budget is used up, it is only counted. */
export function keepEvent(
  record: RecordedRequest,
  event: StreamEvent,
  offsetMs: number,
  eventsMax: number,
  budget: RecordingBudget,
): void {
  record.eventsTotal++
  record.events ??= []
  if (record.events.length >= eventsMax) return
  const { text, truncated } = keepText(event.data, captureLimits.frameMaxBytes, 0)
  if (!budget.take(text.length)) return
  record.events.push({ event: event.event, id: event.id, data: text, offsetMs, truncated })
}
