/**
 * Spans as the code makes them. All of it costs next to nothing while there is no trace: nothing is recorded
 * unless the process has begun to trace (see tracing.ts) and the request at hand is part of a recorded trace.
 * Attributes hold hosts, never URLs, and names of errors, never their messages.
 */
import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { formatTraceParent, parseTraceParent, type TraceParent } from './tracing-header.ts'

export { SpanKind, type Attributes, type Span }

/** Asked for each time: a tracer that is kept belongs to whoever traced first. */
const tracer = (): Tracer => trace.getTracer('seine')

export interface SpanOptions {
  /** @default internal */
  kind?: SpanKind
  attributes?: Attributes
}

/** The active span as W3C Trace Context writes it; null outside of a trace. */
export function activeTraceParent(): string | null {
  const spanContext = trace.getActiveSpan()?.spanContext()
  if (spanContext === undefined || !isSpanContextValid(spanContext)) return null
  const { traceId, spanId, traceFlags } = spanContext
  return formatTraceParent({ traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 })
}

/** What a span belongs to that somebody else has begun. @param parent null = nothing: a trace of its own */
function contextOf(parent: TraceParent | null): Context {
  if (parent === null) return ROOT_CONTEXT
  const { traceId, spanId, sampled } = parent
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Marks a span as failed. */
export function failSpan(span: Span, name: string): void {
  span.setAttribute('error.type', name)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

async function during<Result>(span: Span, work: (span: Span) => Promise<Result>): Promise<Result> {
  try {
    return await work(span)
  } catch (error) {
    failSpan(span, error instanceof Error ? error.name : 'Error')
    throw error
  } finally {
    span.end()
  }
}

/** Works inside a span of the trace at hand; outside of a trace it only works. @throws what the work throws */
export async function withSpan<Result>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: SpanOptions,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return await work(null)
  return await tracer().startActiveSpan(name, { kind, attributes }, (span) => during(span, work))
}

/** Works inside a span of what a caller has begun, or of a trace that begins here. @param parent a `traceparent` */
export async function withSpanOf<Result>(
  parent: TraceParent | string | null | undefined,
  name: string,
  { kind = SpanKind.SERVER, attributes = {} }: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const from = contextOf(typeof parent === 'string' ? parseTraceParent(parent) : (parent ?? null))
  return await tracer().startActiveSpan(name, { kind, attributes }, from, (span) => during(span, work))
}

/** Begins a span of what a caller has begun; `during` is called inside of it, and whoever asks ends it. */
export function beginSpanOf(
  parent: string | undefined,
  name: string,
  { kind = SpanKind.SERVER, attributes = {} }: SpanOptions,
  inside: (span: Span) => void,
): void {
  const from = contextOf(parseTraceParent(parent))
  const span = tracer().startSpan(name, { kind, attributes }, from)
  context.with(trace.setSpan(from, span), () => inside(span))
}

/** A span of the trace at hand that has already ended. Times are epoch milliseconds. */
export function pastSpan(
  name: string,
  startedAtMs: number,
  endedAtMs: number,
  attributes: Attributes,
  error: string | null,
): void {
  if (trace.getActiveSpan() === undefined) return
  const span = tracer().startSpan(name, { startTime: startedAtMs, attributes })
  if (error !== null) failSpan(span, error)
  span.end(endedAtMs)
}
