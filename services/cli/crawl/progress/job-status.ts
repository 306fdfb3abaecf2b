/** The status of a crawl as the gateway answers it, read leniently: what is missing counts as nothing. */

export type JobState = 'crawling' | 'completed' | 'failed' | 'cancelled'

/** What the command uses of `GET /crawl/{id}`. */
export interface JobStatus {
  status: JobState
  limit: number
  /** Pages attempted: completed + failed + in flight. */
  total: number
  completed: number
  failed: number
  /** Known and still to be attempted. */
  pending: number
  inFlight: number
  /** The page begun last. */
  currentUrl: string | null
  /** ISO 8601; null until the job is final. */
  completedAt: string | null
  /** Seconds. */
  duration: number | null
  error: string | null
  warnings: string[]
  /** Download link per format. */
  links: Record<string, string>
  /** The same for what a cancelled or failed job found. */
  partialLinks: Record<string, string>
}

const states: readonly JobState[] = ['crawling', 'completed', 'failed', 'cancelled']

const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Format names become file names, so nothing but words is taken. */
const formatName = /^\w+$/

function linksOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => formatName.test(entry[0]) && textOf(entry[1]) !== null,
    ),
  )
}

/**
 * Reads a status body.
 * @throws Error when it is no status at all.
 */
export function readJobStatus(body: unknown): JobStatus {
  const raw = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
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
    currentUrl: textOf(raw['currentUrl']),
    completedAt: textOf(raw['completedAt']),
    duration: typeof raw['duration'] === 'number' ? raw['duration'] : null,
    error: textOf(raw['error']),
    warnings: Array.isArray(raw['warnings']) ? raw['warnings'].filter((entry) => typeof entry === 'string') : [],
    links: linksOf(raw['s3PresignedUrls']),
    partialLinks: linksOf(raw['partialS3PresignedUrls']),
  }
}

/** True once nothing about the job changes any more. A cancelled job says so before its archives exist. */
export const isFinal = (status: JobStatus): boolean => status.status !== 'crawling' && status.completedAt !== null

/** Links to what there is to download: everything, or what a job that ended early had found. */
export const downloadLinks = (status: JobStatus): Record<string, string> =>
  Object.keys(status.links).length > 0 ? status.links : status.partialLinks
