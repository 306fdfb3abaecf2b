/** Reads the errors of a climb that could not begin. */
import { ProxyNotConfiguredError } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { EngineUnavailableError } from './chromium-process/engine-unavailable.ts'

/** Returns why no browser can load the page; null for any other error. */
export function noBrowserReason(
  error: unknown,
): { code: 'proxy_not_configured' | 'browser_unavailable'; message: string } | null {
  if (error instanceof ProxyNotConfiguredError) return { code: 'proxy_not_configured', message: error.message }
  if (error instanceof EngineUnavailableError) return { code: 'browser_unavailable', message: error.message }
  return null
}
