/** Keeps server-sent events of a call, up to their limits. */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { RecordingBudget } from './recording-budget.ts'
import { keepText } from './body-text.ts'
import { flatText } from './flat-text.ts'
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
  const { frameMaxBytes, headTextMaxCharacters: most } = captureLimits
  const { text, truncated } = keepText(event.data.slice(0, frameMaxBytes + 1), frameMaxBytes, 0)
  const [name, id, data] = [flatText(event.event, most), flatText(event.id, most), flatText(text)]
  if (!budget.take(name.length + id.length + data.length)) return
  const isCut = truncated || name.length < event.event.length || id.length < event.id.length
  record.events.push({ event: name, id, data, offsetMs, truncated: isCut })
}
