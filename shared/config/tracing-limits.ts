/** Limits of traces. */
export const tracingLimits = {
  /** Spans that wait to be sent; what comes on top is dropped, so that a collector that is away costs no memory. */
  queueMaxSpans: 8_192,
  /** Spans of one request to the collector. */
  batchMaxSpans: 512,
  /** Longest wait of a span for others to be sent with, milliseconds. */
  batchDelayMs: 1_000,
  /** Time of one request to the collector, its repetitions included, milliseconds. */
  exportTimeoutMs: 5_000,
  /** What a process that ends gives the spans it still has, milliseconds. */
  flushMs: 2_000,
  /** Longest text of an attribute, characters. */
  attributeMaxCharacters: 256,
  /** Attributes of a span. */
  attributesMax: 32,
  /** Pause between two lines of the log that tell of lost spans, milliseconds. */
  lossNoticeMs: 60_000,
} as const
