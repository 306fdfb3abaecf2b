/** Tracing of a process. It is off unless a collector is configured, and its SDK is not loaded then. */
import type { ForeignSpan, Tracing } from './foreign-span.ts'
import { ConfigError, type Config } from '../config/config.ts'
import type { Logger } from './logger.ts'

export type TracingConfig = Pick<Config, 'SEINE_OTLP_ENDPOINT' | 'SEINE_OTLP_HEADERS' | 'SEINE_TRACE_RATIO'>

let current: Tracing | null = null

/** Adds a span when the process has tracing enabled. */
export const addForeignSpan = (span: ForeignSpan): void => current?.add(span)

/** Returns the URL for spans: the URL of the collector (OTLP/HTTP) with `/v1/traces` appended. @throws ConfigError */
export function tracesUrl(endpoint: string): string {
  const url = URL.parse(endpoint)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError('SEINE_OTLP_ENDPOINT is not an http(s) URL')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ConfigError('SEINE_OTLP_ENDPOINT must have no user, query or fragment; put keys into SEINE_OTLP_HEADERS')
  }
  return `${url.href.replace(/\/+$/, '')}/v1/traces`
}

/** Parses headers. @param list `name=value`, comma separated, values percent-encoded @throws ConfigError */
export function collectorHeaders(list: string): Record<string, string> {
  const pairs = list.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*([\x21-\x7e ]*?)\s*$/.exec(pair) ?? []
      if (name === undefined || value === undefined)
        throw new ConfigError('SEINE_OTLP_HEADERS is not of the form name=value,...')
      try {
        return [name, decodeURIComponent(value)]
      } catch {
        throw new ConfigError('SEINE_OTLP_HEADERS has a value that is not percent-encoded')
      }
    }),
  )
}

/**
 * Starts tracing when a collector is configured.
 * @param service name of the process.
 * @returns the tracing, to be closed at the end; null when tracing is off.
 * @throws ConfigError when the settings are invalid.
 */
export async function startTracing(config: TracingConfig, service: string, logger: Logger): Promise<Tracing | null> {
  if (config.SEINE_OTLP_ENDPOINT === '') return null
  const target = {
    url: tracesUrl(config.SEINE_OTLP_ENDPOINT),
    headers: collectorHeaders(config.SEINE_OTLP_HEADERS),
    ratio: config.SEINE_TRACE_RATIO,
  }
  const { startSdk } = await import('./tracing-sdk.ts')
  const tracing = startSdk(target, service, logger)
  current = tracing
  return {
    add: (span) => tracing.add(span),
    close: async () => {
      current = null
      await tracing.close()
    },
  }
}
