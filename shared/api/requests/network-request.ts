/**
 * The body of `POST /browser/network`: checks every rule, reports all problems together, and converts the rest to the
 * task of a browser worker.
 */
import { browserPageOptions } from '../rules/browser-options.ts'
import type { BrowserPageOptions } from '../../tasks/browser-page.ts'
import { flatBody, plainSpellings, type FlatShape } from '../rules/flat-body.ts'
import { readBody } from '../rules/request-body.ts'
import { isObject } from '../rules/json-object.ts'
import {
  networkOwnFields,
  networkPageFields,
  networkRequestSchema,
  type NetworkRequest,
} from '../schemas/network-schema.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import { checkScrapeOptions } from './scrape-rules.ts'
import { knownSpelling, unknownFieldRule } from '../rules/spelling.ts'
import { checkUrl, type UrlPolicy } from '../rules/url-rules.ts'
import { compileSchema } from '../rules/validate.ts'

/** A valid request. */
export interface NetworkRequestInput {
  /** WHATWG serialisation including its fragment, because pages may use it for routing. */
  url: string
  /** As the caller wrote it. */
  requestedUrl: string
  /** As the caller gave it; null when absent. */
  tag: string | string[] | null
  page: BrowserPageOptions
  /** Null: without a session. */
  sessionId: string | null
  /** Whether cookies and headers of the session are shown as they are. */
  showsSessionCredentials: boolean
}

export type NetworkRequestResult = { ok: true; input: NetworkRequestInput } | { ok: false; errors: FieldProblem[] }

const checkSchema = compileSchema(networkRequestSchema)

const fieldNames = [...networkOwnFields, ...networkPageFields]

const capturesAlways = 'is not a field of this endpoint, which returns captured traffic and no page content'

/** Fields of other endpoints, and why this endpoint does not have them. */
const foreignFields: Readonly<Record<string, string>> = {
  js_render: 'is not a field of this endpoint, which always renders in a browser',
  output: capturesAlways,
  only_main_content: capturesAlways,
  prompt: capturesAlways,
  schema: capturesAlways,
  proxy_strategy: 'is not a field of this endpoint; choose a tier by `override_parameter.proxy`',
  session: 'is not a field of this endpoint; this endpoint spells it `session_id`',
}
const foreignNames = Object.keys(foreignFields)

function unknownRule(name: string): string {
  const foreign = knownSpelling(name, foreignNames)
  return (foreign === null ? undefined : foreignFields[foreign]) ?? unknownFieldRule(name, fieldNames)
}

const shape: FlatShape = {
  schema: networkRequestSchema,
  ownFields: new Set(networkOwnFields),
  spellings: new Map(plainSpellings(fieldNames)),
  unknownRule,
}

/**
 * Validates the body of `POST /browser/network`.
 * @param given the parsed JSON, of any type.
 * @param policy address policy for the URL; does not resolve names.
 * @returns the request with defaults filled in, or every problem of the request.
 */
export function readNetworkRequest(given: unknown, policy: UrlPolicy): NetworkRequestResult {
  const read = readBody(given)
  if (!read.ok) return read
  const { body, list } = flatBody(read.body, shape)
  checkSchema(body, list)
  const { url: text } = body
  const url = typeof text === 'string' ? checkUrl(text, '/url', policy, list) : null
  checkScrapeOptions(body.scrape, new Map(), list)
  const shows = body['include_session_credentials']
  if (shows === true && isObject(body.scrape) && body.scrape['session_id'] === undefined) {
    list.add('/include_session_credentials', 'invalid_combination', 'must not be true without `session_id`', shows)
  }
  if (!list.empty || url === null || typeof text !== 'string') return { ok: false, errors: list.problems }
  const { scrape } = body as unknown as NetworkRequest
  const input = {
    url: url.href,
    requestedUrl: text,
    tag: scrape.tag ?? null,
    page: browserPageOptions(scrape),
    sessionId: scrape.session_id ?? null,
    showsSessionCredentials: shows === true,
  }
  return { ok: true, input }
}
