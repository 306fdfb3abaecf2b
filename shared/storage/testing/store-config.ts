/** The configuration of a store that a test starts itself. */
import type { StoreConfig } from '../s3-client.ts'

/** Returns a configuration for a store at this URL. */
export const storeConfigFor = (endpoint: string): StoreConfig => ({
  SEINE_S3_ENDPOINT: endpoint,
  SEINE_S3_PUBLIC_ENDPOINT: '',
  SEINE_S3_REGION: 'us-east-1',
  SEINE_S3_BUCKET: 'test',
  SEINE_S3_ACCESS_KEY_ID: 'access',
  SEINE_S3_SECRET_ACCESS_KEY: 'secret',
})
