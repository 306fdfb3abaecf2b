/**
 * The service that `SEINE_URL` and `SEINE_KEY` name: it runs already, and what it may fetch is its
 * operator's decision.
 *
 * Read before set-up, so nothing here may import a package.
 */
import { UsageError } from '../command/usage-error.ts'

/** What a crawl needs to know of a service. */
export interface NamedService {
  /** Origin of the gateway, with the path it may have there, without a slash at its end. */
  gateway: string
  apiKey: string
}

/**
 * Reads the two variables.
 * @returns null when neither is set.
 * @throws UsageError when one is missing or the URL is none.
 */
export function namedService(environment: Readonly<Record<string, string | undefined>>): NamedService | null {
  const { SEINE_URL: url = '', SEINE_KEY: apiKey = '' } = environment
  if (url === '' && apiKey === '') return null
  if (url === '') throw new UsageError('SEINE_KEY is set and SEINE_URL is not: both name a service, neither one alone')
  if (apiKey === '') throw new UsageError('SEINE_URL is set and SEINE_KEY is not: the service asks for an API key')
  const parsed = URL.canParse(url) ? new URL(url) : null
  const isPlain = parsed?.username === '' && parsed.password === '' && parsed.search === '' && parsed.hash === ''
  if (parsed === null || !isPlain || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new UsageError(
      'SEINE_URL takes the URL of a gateway such as https://seine.example.com, nothing behind its path',
    )
  }
  return { gateway: parsed.href.replace(/\/+$/, ''), apiKey }
}

const nothing = async (): Promise<void> => {}

/** A stack for `crawl` that is somebody else's: nothing of it is started, changed or ended. */
export function ensureNamedService(stack: NamedService) {
  return async () => ({ stack, allow: nothing, disallow: nothing, stop: nothing })
}
