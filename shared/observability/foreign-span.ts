/** Spans that another process measured, and what sends them on. Types only. */
import type { TraceParent } from './tracing-header.ts'

/** A span that was not made by the tracer, with the ids it has got elsewhere. */
export interface ForeignSpan {
  name: string
  parent: TraceParent
  spanId: string
  /** Epoch milliseconds. */
  startedAtMs: number
  /** Epoch milliseconds. */
  endedAtMs: number
  attributes: Record<string, string>
  /** Name of an error; null = none. */
  error: string | null
}

/** Of a process that traces. */
export interface Tracing {
  add(span: ForeignSpan): void
  /** Sends what there is, for two seconds at most. Never throws. */
  close(): Promise<void>
}
