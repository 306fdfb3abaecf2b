/** Limits of the crawl command. The unit is in the name. */
import { clientLimits } from '@seine/client/src/limits.ts'

/** Limits of the crawl command of the command line. */
export const crawlCommandLimits = {
  /** Status reads start at this interval and slow down to the settled interval. */
  pollFirstMs: 150,
  pollSettledMs: 500,
  requestTimeoutMs: 10_000,
  /** Parts of a local stack restart by themselves; after this long without an answer the command gives up. */
  unreachableGiveUpMs: 120_000,
  retryFirstMs: 250,
  retryMaxMs: 1_000,
  /** Longest `Retry-After` that is waited for; a call that is refused for longer is an error. */
  retryAfterMaxMs: 60_000,
  /** How long a job in a terminal state may take to list its archives. */
  finalWaitMs: 120_000,
  downloadAttemptsMax: 6,
  /** A try at a download over whose connection nothing comes for so long is given up. */
  downloadSilenceMs: 60_000,
  /** Larger archives are not unpacked, because unpacking holds the compressed archive in memory. */
  unpackMaxBytes: 1_900 * 1024 * 1024,
  failureReasonsShown: 5,
  failureUrlsShown: 3,
  damageLinesShown: 5,
  /** A signal that reaches the process twice at once, from the terminal and from a parent, counts once. */
  interruptRepeatMs: clientLimits.interruptRepeatMs,
} as const
