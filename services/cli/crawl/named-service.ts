/**
 * The service given by `SEINE_URL` and `SEINE_KEY`: it is already running, and its operator decides what it may fetch.
 *
 * This module is loaded before set-up, so it must not import a package.
 */
import { UsageError } from '../command/usage-error.ts'

/** The parts of a service's description that a crawl needs. */
export interface NamedService {
  /** Origin of the gateway, including a path prefix if it has one, without a trailing slash. */
  gateway: string
  apiKey: string
}

/**
 * Reads the two variables.
 * @returns null when neither is set.
 * @throws UsageError when one is missing or the URL is invalid.
 */
export function namedService(environment: Readonly<Record<string, string | undefined>>): NamedService | null {
  const { SEINE_URL: url = '', SEINE_KEY: apiKey = '' } = environment
  if (url === '' && apiKey === '') return null
  if (url === '') throw new UsageError('SEINE_KEY is set and SEINE_URL is not: set both, or neither')
  if (apiKey === '') throw new UsageError('SEINE_URL is set and SEINE_KEY is not: the service requires an API key')
  const parsed = URL.canParse(url) ? new URL(url) : null
  const isPlain = parsed?.username === '' && parsed.password === '' && parsed.search === '' && parsed.hash === ''
  if (parsed === null || !isPlain || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new UsageError(
      'SEINE_URL takes the URL of a gateway such as https://seine.example.com, without credentials, query and fragment',
    )
  }
  return { gateway: parsed.href.replace(/\/+$/, ''), apiKey }
}

const nothing = async (): Promise<void> => {}

/** Adapts an external service for `crawl`: nothing of it is started, changed or ended. */
export function ensureNamedService(stack: NamedService) {
  return async () => ({ stack, staysUp: true, allow: nothing, disallow: nothing, stop: nothing })
}
