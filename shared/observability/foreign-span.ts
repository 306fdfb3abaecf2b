/** Spans that were measured by another process, and the interface that exports them. Types only. */
import type { TraceParent } from './tracing-header.ts'

/** A span that was not created by the tracer and already has its ids. */
export interface ForeignSpan {
  name: string
  parent: TraceParent
  spanId: string
  /** Epoch milliseconds. */
  startedAtMs: number
  /** Epoch milliseconds. */
  endedAtMs: number
  attributes: Record<string, string>
  /** Name of an error; null: no error. */
  error: string | null
}

/** Tracing of a process that has it enabled. */
export interface Tracing {
  add(span: ForeignSpan): void
  /** Sends the remaining spans, for two seconds at most. Never throws. */
  close(): Promise<void>
}
