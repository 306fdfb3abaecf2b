/** The URL under which callers reach the gateway: the setting SEINE_PUBLIC_URL. */
import { ConfigError } from '@seine/shared/config/config.ts'

/**
 * Reads the setting.
 * @returns the URL without a trailing slash; empty when it is not set.
 * @throws ConfigError
 */
export function readPublicUrl({ SEINE_PUBLIC_URL: text }: { SEINE_PUBLIC_URL: string }): string {
  if (text === '') return ''
  const url = URL.parse(text)
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.search}${url.hash}` === ''
  if (isPlain) return url.href.replace(/\/+$/, '')
  const rule = 'must be an http: or https: URL without user, query and fragment'
  throw new ConfigError(`invalid configuration\n  SEINE_PUBLIC_URL: ${rule}`)
}
