/** OpenTelemetry's SDK, as far as it is used. Import it only where tracing is on: it takes a few hundred milliseconds. */
import { setTimeout as sleep } from 'node:timers/promises'
import { context, diag, DiagLogLevel, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace'
import { tracingLimits } from '../config/tracing-limits.ts'
import type { Logger } from './logger.ts'
import type { ForeignSpan, Tracing } from './foreign-span.ts'

/** Where spans go, and how many. */
export interface TraceTarget {
  url: string
  headers: Record<string, string>
  /** Share of traces that are recorded, 0 to 1. */
  ratio: number
}

const hrTime = (ms: number): [number, number] => {
  const wholeMs = Math.round(ms)
  return [Math.floor(wholeMs / 1_000), (wholeMs % 1_000) * 1_000_000]
}

const quiet = (): void => undefined

/** A log that says once in a while that spans are lost; the reasons are the collector's words, and may hold anything. */
function tellOfLoss(logger: Logger): void {
  let toldAtMs = -Infinity
  const tell = (): void => {
    if (performance.now() - toldAtMs < tracingLimits.lossNoticeMs) return
    toldAtMs = performance.now()
    logger.warn('spans are lost: the collector does not take them')
  }
  const levels = { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(levels, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

/** Begins to trace. One process traces once at a time. */
export function startSdk(target: TraceTarget, service: string, logger: Logger): Tracing {
  tellOfLoss(logger)
  const exporter = new OTLPTraceExporter({
    url: target.url,
    headers: target.headers,
    timeoutMillis: tracingLimits.exportTimeoutMs,
  })
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: tracingLimits.queueMaxSpans,
    maxExportBatchSize: tracingLimits.batchMaxSpans,
    scheduledDelayMillis: tracingLimits.batchDelayMs,
    exportTimeoutMillis: tracingLimits.exportTimeoutMs,
  })
  // The share is decided by the id of a trace: all processes come to the same, whoever began it. Callers who
  // want no trace get none, those who want one get one of the share.
  const ratio = new TraceIdRatioBasedSampler(target.ratio)
  const resource = resourceFromAttributes({ 'service.name': `seine-${service}`, 'service.namespace': 'seine' })
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio }),
    spanProcessors: [processor],
    spanLimits: {
      attributeValueLengthLimit: tracingLimits.attributeMaxCharacters,
      attributeCountLimit: tracingLimits.attributesMax,
    },
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  trace.setGlobalTracerProvider(provider)
  return {
    add: (span) => processor.onEnd(readable(span, resource)),
    close: async () => {
      trace.disable()
      context.disable()
      const flushed = provider.shutdown().catch(() => undefined)
      await Promise.race([flushed, sleep(tracingLimits.flushMs, undefined, { ref: false })])
      diag.disable()
    },
  }
}

function readable(span: ForeignSpan, resource: ReadableSpan['resource']): ReadableSpan {
  const { traceId, spanId: parentId } = span.parent
  const known = { traceId, traceFlags: TraceFlags.SAMPLED }
  return {
    name: span.name,
    kind: SpanKind.INTERNAL,
    spanContext: () => ({ ...known, spanId: span.spanId }),
    parentSpanContext: { ...known, spanId: parentId, isRemote: true },
    startTime: hrTime(span.startedAtMs),
    endTime: hrTime(span.endedAtMs),
    duration: hrTime(Math.max(0, span.endedAtMs - span.startedAtMs)),
    ended: true,
    status: { code: span.error === null ? SpanStatusCode.UNSET : SpanStatusCode.ERROR },
    attributes: { ...span.attributes, ...(span.error === null ? {} : { 'error.type': span.error }) },
    links: [],
    events: [],
    resource,
    instrumentationScope: { name: 'seine' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}
