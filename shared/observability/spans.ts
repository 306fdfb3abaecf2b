/**
 * Creates spans. Without a trace it costs almost nothing: nothing is recorded unless the process has tracing enabled
 * (see tracing.ts) and the current request is part of a recorded trace. Attributes hold hosts, never URLs, and names of
 * errors, never their messages.
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

/** Fetched each time: a tracer that is kept belongs to the provider that was set first. */
const tracer = (): Tracer => trace.getTracer('seine')

export interface SpanOptions {
  /** @default internal */
  kind?: SpanKind
  attributes?: Attributes
}

/** Returns the active span as a W3C Trace Context `traceparent`; null outside a trace. */
export function activeTraceParent(): string | null {
  const spanContext = trace.getActiveSpan()?.spanContext()
  if (spanContext === undefined || !isSpanContextValid(spanContext)) return null
  const { traceId, spanId, traceFlags } = spanContext
  return formatTraceParent({ traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 })
}

/** Returns the context of a span that another process has started. @param parent null: a new trace */
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

/** Runs work in a span of the current trace; outside a trace it only runs the work. @throws the error of the work */
export async function withSpan<Result>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: SpanOptions,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return await work(null)
  return await tracer().startActiveSpan(name, { kind, attributes }, (span) => during(span, work))
}

/** Runs work in a span of the caller's trace, or of a new trace. @param parent a `traceparent` */
export async function withSpanOf<Result>(
  parent: TraceParent | string | null | undefined,
  name: string,
  { kind = SpanKind.SERVER, attributes = {} }: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const from = contextOf(typeof parent === 'string' ? parseTraceParent(parent) : (parent ?? null))
  return await tracer().startActiveSpan(name, { kind, attributes }, from, (span) => during(span, work))
}

/** Starts a span of the caller's trace and calls `inside` within its context; `inside` has to end the span. */
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

/** Records a span of the current trace that has already ended. Times are epoch milliseconds. */
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
