/** Reads the gateway's status of a crawl leniently: missing fields get empty values. */
import { fieldsOf, textOrNull } from '@seine/shared/values/json-fields.ts'

export type JobState = 'crawling' | 'completed' | 'failed' | 'cancelled'

/** The parts of `GET /crawl/{id}` that the command uses. */
export interface JobStatus {
  status: JobState
  limit: number
  /** Pages attempted: completed + failed + in flight. */
  total: number
  completed: number
  failed: number
  /** Number of known pages that are still to be attempted. */
  pending: number
  inFlight: number
  /** URL of the page that was started last. */
  currentUrl: string | null
  /** ISO 8601; null until the job is final. */
  completedAt: string | null
  /** Duration, seconds. */
  duration: number | null
  error: string | null
  warnings: string[]
  /** Download link per format. */
  links: Record<string, string>
  /** Download links for the pages that a cancelled or failed job scraped. */
  partialLinks: Record<string, string>
}

const states: readonly JobState[] = ['crawling', 'completed', 'failed', 'cancelled']

const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

/** Format names become file names, so only word characters are accepted. */
const formatName = /^\w+$/

function linksOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => formatName.test(entry[0]) && textOrNull(entry[1]) !== null,
    ),
  )
}

/**
 * Reads a status body.
 * @throws Error when it is not a status.
 */
export function readJobStatus(body: unknown): JobStatus {
  const raw = fieldsOf(body)
  const status = states.find((state) => state === raw['status'])
  if (status === undefined)
    throw new Error(`the gateway answered an unknown job status: ${JSON.stringify(raw['status'])}`)
  return {
    status,
    limit: numberOf(raw['limit']),
    total: numberOf(raw['total']),
    completed: numberOf(raw['completed']),
    failed: numberOf(raw['failed']),
    pending: numberOf(raw['pending']),
    inFlight: numberOf(raw['inFlight']),
    currentUrl: textOrNull(raw['currentUrl']),
    completedAt: textOrNull(raw['completedAt']),
    duration: typeof raw['duration'] === 'number' ? raw['duration'] : null,
    error: textOrNull(raw['error']),
    warnings: Array.isArray(raw['warnings']) ? raw['warnings'].filter((entry) => typeof entry === 'string') : [],
    links: linksOf(raw['s3PresignedUrls']),
    partialLinks: linksOf(raw['partialS3PresignedUrls']),
  }
}

/** Returns true once the job no longer changes. A cancelled job has its status before its archives exist. */
export const isFinal = (status: JobStatus): boolean => status.status !== 'crawling' && status.completedAt !== null

/** Returns the download links: of all results, or of the partial results of a job that ended early. */
export const downloadLinks = (status: JobStatus): Record<string, string> =>
  Object.keys(status.links).length > 0 ? status.links : status.partialLinks
