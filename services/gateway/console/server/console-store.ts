/** Origin of the object store, from which the console may load pictures. */
import type { Config } from '@seine/shared/config/config.ts'

/**
 * Returns the public origin of the object store.
 * @returns null when the console is turned off; empty without a public address.
 */
export function consoleStore(
  config: Pick<Config, 'SEINE_CONSOLE' | 'SEINE_S3_PUBLIC_ENDPOINT' | 'SEINE_S3_ENDPOINT'>,
): string | null {
  if (config.SEINE_CONSOLE === 'off') return null
  const address = config.SEINE_S3_PUBLIC_ENDPOINT || config.SEINE_S3_ENDPOINT
  return URL.canParse(address) ? new URL(address).origin : ''
}
