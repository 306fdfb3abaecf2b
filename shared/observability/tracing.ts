/** Traces of a process: off unless a collector is named, and then nothing of their SDK is loaded. */
import type { ForeignSpan, Tracing } from './foreign-span.ts'
import { ConfigError, type Config } from '../config/config.ts'
import type { Logger } from './logger.ts'

export type TracingConfig = Pick<Config, 'SEINE_OTLP_ENDPOINT' | 'SEINE_OTLP_HEADERS' | 'SEINE_TRACE_RATIO'>

let current: Tracing | null = null

/** Adds a span, where the process traces at all. */
export const addForeignSpan = (span: ForeignSpan): void => current?.add(span)

/** Where spans go, by the URL of the collector (OTLP/HTTP, with `/v1/traces` put behind it). @throws ConfigError */
export function tracesUrl(endpoint: string): string {
  const url = URL.parse(endpoint)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new ConfigError('SEINE_OTLP_ENDPOINT is no http(s) URL')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ConfigError('SEINE_OTLP_ENDPOINT takes no user, query or fragment; keys belong into SEINE_OTLP_HEADERS')
  }
  return `${url.href.replace(/\/+$/, '')}/v1/traces`
}

/** Headers by name. @param list `name=value`, comma separated, values percent-encoded @throws ConfigError */
export function collectorHeaders(list: string): Record<string, string> {
  const pairs = list.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*([\x21-\x7e ]*?)\s*$/.exec(pair) ?? []
      if (name === undefined || value === undefined) throw new ConfigError('SEINE_OTLP_HEADERS is no name=value,...')
      try {
        return [name, decodeURIComponent(value)]
      } catch {
        throw new ConfigError('SEINE_OTLP_HEADERS has a value that is not percent-encoded')
      }
    }),
  )
}

/**
 * Begins to trace, if a collector is named.
 * @param service name of the process.
 * @returns what ends it; null when tracing is off.
 * @throws ConfigError
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
