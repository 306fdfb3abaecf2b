/** Settings that are addresses of web pages or of the API. */
import { ConfigError } from '../config.ts'

/**
 * Reads such a setting.
 * @param name of the setting, for the error.
 * @returns the URL without a trailing slash; empty when it is not set.
 * @throws ConfigError when it is not an http(s) URL without user, query and fragment.
 */
export function readHttpUrl(name: string, text: string): string {
  if (text === '') return ''
  const url = URL.parse(text)
  const parts = url === null ? '' : `${url.username}${url.password}${url.search}${url.hash}`
  if (url !== null && /^https?:$/.test(url.protocol) && parts === '') return url.href.replace(/\/+$/, '')
  const rule = 'must be an http: or https: URL without user, query and fragment'
  throw new ConfigError(`invalid configuration\n  ${name}: ${rule}`)
}
