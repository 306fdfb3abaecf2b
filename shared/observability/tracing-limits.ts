/** Limits of traces. */

export const tracingLimits = {
  /** Spans that wait to be sent; further ones are dropped, so that an unavailable collector does not cost memory. */
  queueMaxSpans: 8_192,
  /** Spans of one request to the collector. */
  batchMaxSpans: 512,
  /** Longest wait of a span to be sent together with others, milliseconds. */
  batchDelayMs: 1_000,
  /** Timeout of one request to the collector, its repetitions included, milliseconds. */
  exportTimeoutMs: 5_000,
  /** Time that a process takes at its end to send its remaining spans, milliseconds. */
  flushMs: 2_000,
  /** Longest text of an attribute, characters. */
  attributeMaxCharacters: 256,
  /** Attributes of a span. */
  attributesMax: 32,
  /** Shortest pause between two log lines about lost spans, milliseconds. */
  lossNoticeMs: 60_000,
} as const
