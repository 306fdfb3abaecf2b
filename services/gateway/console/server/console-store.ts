/** Origin of the object store, from which the console may load pictures. */
import type { Config } from '@seine/shared/config/config.ts'
import { bucketUrl } from '@seine/shared/storage/direct-calls.ts'
import type { StoreAddress } from '@seine/shared/storage/s3-client.ts'

/**
 * Returns the origin of the links that the service signs for callers. Without an endpoint, it is the bucket's own host
 * name at AWS.
 * @returns null when the console is turned off; empty when the address of the store is invalid.
 */
export async function consoleStore(config: StoreAddress & Pick<Config, 'SEINE_CONSOLE'>): Promise<string | null> {
  if (config.SEINE_CONSOLE === 'off') return null
  try {
    const { origin } = await bucketUrl({
      ...config,
      SEINE_S3_ENDPOINT: config.SEINE_S3_PUBLIC_ENDPOINT || config.SEINE_S3_ENDPOINT,
      // An address depends on no credentials, and those of a workload identity may not be available yet.
      SEINE_S3_ACCESS_KEY_ID: 'unused',
      SEINE_S3_SECRET_ACCESS_KEY: 'unused',
    })
    return origin
  } catch {
    return ''
  }
}
