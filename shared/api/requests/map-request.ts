/**
 * The body of `POST /map`: checks every rule, reports all problems together, and converts the rest to the task of a
 * scrape worker.
 */
import { withoutFragment } from '../../urls/url-identity.ts'
import { mapLimits } from '../../config/limits.ts'
import { readBody } from '../rules/request-body.ts'
import { withoutExcess } from '../rules/list-bounds.ts'
import { mapRequestSchema, type MapRequest } from '../schemas/map-schema.ts'
import { withoutNullFields } from '../rules/null-fields.ts'
import { ProblemList } from '../rules/problem-list.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import type { MapTask } from '../../tasks/scrape-task.ts'
import { checkUrl, type UrlPolicy } from '../rules/url-rules.ts'
import { compileSchema } from '../rules/validate.ts'

/** A valid request. */
export interface MapRequestInput extends Omit<MapTask, 'tenant'> {
  /** As the caller wrote it. */
  requestedUrl: string
}

export type MapRequestResult = { ok: true; input: MapRequestInput } | { ok: false; errors: FieldProblem[] }

const checkSchema = compileSchema(mapRequestSchema)

/** Returns the words to search for; null for a blank text. */
function searchOf(search: string | undefined): string | null {
  const text = search?.trim() ?? ''
  return text === '' ? null : text
}

/**
 * Validates the body of `POST /map`.
 * @param given the parsed JSON, of any type.
 * @param policy address policy for the URL; does not resolve names.
 * @returns the request with defaults filled in, or every problem of the request.
 */
export function readMapRequest(given: unknown, policy: UrlPolicy): MapRequestResult {
  const read = readBody(given)
  if (!read.ok) return read
  const list = new ProblemList()
  const body = withoutNullFields(withoutExcess(read.body, mapRequestSchema, list), mapRequestSchema) as object
  checkSchema(body, list)
  const { url: text } = body as { url?: unknown }
  const url = typeof text === 'string' ? checkUrl(text, '/url', policy, list) : null
  if (!list.empty || url === null || typeof text !== 'string') return { ok: false, errors: list.problems }
  const request = body as MapRequest
  return {
    ok: true,
    input: {
      url: withoutFragment(url.href),
      requestedUrl: text,
      sitemap: request.sitemap ?? 'include',
      includeSubdomains: request.includeSubdomains ?? true,
      ignoreQueryParameters: request.ignoreQueryParameters ?? true,
      ignoreCache: request.ignoreCache ?? false,
      limit: request.limit ?? mapLimits.linksDefault,
      timeoutMs: request.timeout ?? mapLimits.timeoutMsDefault,
      search: searchOf(request.search),
    },
  }
}
