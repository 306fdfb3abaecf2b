/**
 * Setup of OpenTelemetry's SDK. Import it only where tracing is enabled, because loading it takes a few hundred
 * milliseconds.
 */
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
import { tracingLimits } from './tracing-limits.ts'
import type { Logger } from './logger.ts'
import type { ForeignSpan, Tracing } from './foreign-span.ts'

/** Where spans are sent, and how many. */
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

/**
 * Logs lost spans at intervals. The reasons are not logged: they are texts of the collector and may contain anything.
 */
function logLosses(logger: Logger): void {
  let loggedAtMs = -Infinity
  const warn = (): void => {
    if (performance.now() - loggedAtMs < tracingLimits.lossNoticeMs) return
    loggedAtMs = performance.now()
    logger.warn('spans are lost: the collector does not accept them')
  }
  const levels = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(levels, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

/** Starts tracing. A process can have only one tracing setup at a time. */
export function startSdk(target: TraceTarget, service: string, logger: Logger): Tracing {
  logLosses(logger)
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
  // The id of a trace decides whether it is sampled, so that all processes decide alike, whichever started it. A trace
  // that the caller has not sampled is not recorded; one that it has sampled is recorded with the configured ratio.
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
