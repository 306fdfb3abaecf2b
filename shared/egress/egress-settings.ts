/** The settings of the operator that every client of a worker has. */
import type { Config } from '../config/config.ts'
import type { EgressClientOptions } from './client.ts'

/** Returns the options of a client that are settings. */
export const egressSettings = (
  config: Pick<Config, 'SEINE_USER_AGENT' | 'SEINE_ARCHIVE_BODY_MAX_BYTES'>,
): Pick<EgressClientOptions, 'userAgent' | 'recordedBodyMaxBytes'> => ({
  userAgent: config.SEINE_USER_AGENT,
  recordedBodyMaxBytes: config.SEINE_ARCHIVE_BODY_MAX_BYTES,
})
