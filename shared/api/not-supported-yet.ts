/**
 * What the API describes and this version does not run yet. Such a request is validated in full and
 * then refused by name: an option is never accepted and quietly left out.
 */
import type { WantedFormats } from './output-formats.ts'
import type { ProblemList } from './problem-list.ts'

/** Fields of jobs whose machinery is missing. */
const jobFields = ['webhook', 'email'] as const

/** Page options whose machinery is missing. */
const pageFields = ['session_id', 'prompt', 'schema'] as const

/** A valid request under canonical names. */
interface ValidRequest {
  webhook?: unknown
  email?: unknown
  scrape?: unknown
}

const rule = 'is described by the API but not supported by this version; leave it out'

/**
 * Adds a `not_supported_yet` problem for every part of the request that cannot be run.
 * @param wanted the formats it asks for.
 */
export function refuseUnsupported(request: ValidRequest, wanted: WantedFormats, list: ProblemList): void {
  const options = (request.scrape ?? {}) as Record<string, unknown>
  const json = wanted.get('json')
  const pointers = [
    ...jobFields.filter((name) => request[name] !== undefined).map((name) => `/${name}`),
    ...(json === undefined ? [] : [json]),
    ...pageFields.filter((name) => options[name] !== undefined).map((name) => `/scrape/${name}`),
  ]
  for (const pointer of pointers) list.add(pointer, 'not_supported_yet', rule)
}
