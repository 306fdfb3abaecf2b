/**
 * The position in a trace as text: the `traceparent` of W3C Trace Context, and the Temporal header that carries it from
 * a client to workflows and activities. Safe to import inside the workflow sandbox.
 */

/** Header with `{traceparent}` as its value; the interceptors of Temporal's SDKs use the same one. */
export const traceHeader = '_tracer-data'

/** The parent span of the work that follows. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  /** Whether the spans of the trace are recorded. */
  sampled: boolean
}

const shape = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** Parses a `traceparent` of any version (W3C Trace Context, section 3.2). @returns null for any other text */
export function parseTraceParent(text: unknown): TraceParent | null {
  const [, version, traceId, spanId, flags, rest] = (typeof text === 'string' ? shape.exec(text) : null) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  if (version === '00' && rest !== undefined) return null
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Formats a `traceparent` of version 00. */
export const formatTraceParent = ({ traceId, spanId, sampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`

/** Returns the `traceparent` in the decoded value of the header; null without one. */
export function traceParentIn(value: unknown): TraceParent | null {
  return typeof value === 'object' && value !== null && 'traceparent' in value
    ? parseTraceParent(value.traceparent)
    : null
}

/** A workflow run as it is recorded in its span. */
export interface WorkflowSpan {
  parent: TraceParent
  /** 16 hexadecimal digits. */
  spanId: string
  /** Epoch milliseconds. */
  startedAtMs: number
  /** Epoch milliseconds. */
  endedAtMs: number
  /** Name of the error that it threw; null: none. */
  error: string | null
}

/** Sink through which the workflow sandbox exports spans. */
export type TraceSinks = Record<'seineTraces', { workflowEnded(span: WorkflowSpan): void }>
