/**
 * The body of `POST /browser/network`: every rule checked, all problems told at once, the rest
 * normalised into what a browser worker is asked for.
 */
import { requestLimits } from '../config/limits.ts'
import { browserPageOptions } from './browser-options.ts'
import type { BrowserPageOptions } from './browser-page.ts'
import { readBody } from './job-request.ts'
import { withoutExcess } from './list-bounds.ts'
import { networkOwnFields, networkPageFields, networkRequestSchema, type NetworkRequest } from './network-schema.ts'
import { notSupportedRule } from './not-supported-yet.ts'
import { withoutNullFields } from './null-fields.ts'
import { pointerSegment, ProblemList } from './problem-list.ts'
import type { FieldProblem } from './problems.ts'
import { checkScrapeOptions } from './scrape-rules.ts'
import { knownSpelling, unknownFieldRule } from './spelling.ts'
import { checkUrl, type UrlPolicy } from './url-rules.ts'
import { compileSchema } from './validate.ts'

/** A request in which nothing is wrong. */
export interface NetworkRequestInput {
  /** WHATWG serialisation, with its fragment: pages route by it. */
  url: string
  /** As the caller wrote it. */
  requestedUrl: string
  /** As the caller gave it. */
  tag: string | string[] | null
  page: BrowserPageOptions
}

export type NetworkRequestResult = { ok: true; input: NetworkRequestInput } | { ok: false; errors: FieldProblem[] }

const checkSchema = compileSchema(networkRequestSchema)

const fieldNames = [...networkOwnFields, ...networkPageFields]
const ownFields = new Set(networkOwnFields)
const known = new Set(fieldNames)

const capturesAlways = 'is not a field of this endpoint, which returns captured traffic and no page content'

/** Fields of other endpoints, and why this one has no use for them. */
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

function refuseUnknown(names: readonly string[], list: ProblemList): void {
  for (const name of names.slice(0, requestLimits.fieldProblemsMax)) {
    const foreign = knownSpelling(name, foreignNames)
    const rule = (foreign === null ? undefined : foreignFields[foreign]) ?? unknownFieldRule(name, fieldNames)
    list.addAsGiven(`/${pointerSegment(name)}`, 'unknown_field', rule)
  }
}

/** The body with its page options inside `scrape`; unknown fields are told and left out. */
function canonicalBody(
  written: Record<string, unknown>,
  list: ProblemList,
): Record<string, unknown> & { scrape: Record<string, unknown> } {
  const names = Object.keys(written)
  refuseUnknown(
    names.filter((name) => !known.has(name)),
    list,
  )
  const entries = Object.entries(written).filter(([name]) => known.has(name))
  const own = Object.fromEntries(entries.filter(([name]) => ownFields.has(name)))
  const scrape = Object.fromEntries(entries.filter(([name]) => !ownFields.has(name)))
  const bounded = withoutExcess({ ...own, scrape }, networkRequestSchema, list)
  return withoutNullFields(bounded, networkRequestSchema) as ReturnType<typeof canonicalBody>
}

/**
 * Reads the body of `POST /browser/network`.
 * @param given the parsed JSON, whatever it is.
 * @param policy address policy for the URL; resolves nothing.
 * @returns what was asked for with all defaults filled in, or every problem of the request.
 */
export function readNetworkRequest(given: unknown, policy: UrlPolicy): NetworkRequestResult {
  const read = readBody(given)
  if (!read.ok) return read
  const list = new ProblemList(new Map([['/scrape', '']]))
  const body = canonicalBody(read.body, list)
  checkSchema(body, list)
  const { url: text } = body
  const url = typeof text === 'string' ? checkUrl(text, '/url', policy, list) : null
  checkScrapeOptions(body.scrape, new Map(), list)
  if (list.empty && body.scrape['session_id'] !== undefined) {
    list.add('/scrape/session_id', 'not_supported_yet', notSupportedRule)
  }
  if (!list.empty || url === null || typeof text !== 'string') return { ok: false, errors: list.problems }
  const { scrape } = body as unknown as NetworkRequest
  const input = { url: url.href, requestedUrl: text, tag: scrape.tag ?? null, page: browserPageOptions(scrape) }
  return { ok: true, input }
}
