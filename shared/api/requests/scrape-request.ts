/**
 * The body of `POST /scrape`: checks every rule, reports all problems together, and converts the rest to the task of a
 * scrape worker.
 */
import { flatBody, type FlatShape } from '../rules/flat-body.ts'
import type { PendingSchema } from '../output-schema/given-schema.ts'
import { screenshotFormats, textFormats } from '../../tasks/formats.ts'
import { pageOptions } from './page-options.ts'
import { readBody } from '../rules/request-body.ts'
import { wantedFormats, type WantedFormats } from '../rules/output-formats.ts'
import { readPageBody } from './page-body.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import { scrapeBodySchema, scrapeBodySpellings, scrapeOwnFields, type ScrapeBody } from './scrape-body-schema.ts'
import { checkBrowserMethod, checkScrapeOptions } from './scrape-rules.ts'
import type { ScrapeTask } from '../../tasks/scrape-task.ts'
import { unknownFieldRule } from '../rules/spelling.ts'
import { checkUrl, type UrlPolicy } from '../rules/url-rules.ts'
import { compileSchema } from '../rules/validate.ts'

/** A valid request. */
export interface ScrapeRequestInput extends Omit<ScrapeTask, 'tenant'> {
  /** As the caller wrote it. */
  requestedUrl: string
  /** As the caller gave it; null when absent. */
  tag: string | string[] | null
}

/** `schema` still has to be compiled, which takes too long for an event loop that serves requests. */
export type ScrapeRequestResult = { schema?: PendingSchema | null } & (
  | { ok: true; input: ScrapeRequestInput }
  | { ok: false; errors: FieldProblem[] }
)

const checkSchema = compileSchema(scrapeBodySchema)

const fieldNames = [...scrapeBodySpellings.keys()]

const shape: FlatShape = {
  schema: scrapeBodySchema,
  ownFields: new Set(scrapeOwnFields),
  spellings: scrapeBodySpellings,
  unknownRule: (name) => unknownFieldRule(name, fieldNames),
}

/** Returns the requested formats; when only screenshots are requested, there are no text formats. */
function formatsOf(wanted: WantedFormats): Pick<ScrapeTask, 'formats' | 'screenshot'> {
  const formats = [...wanted.keys()].flatMap((format) => textFormats.filter((known) => known === format))
  return {
    formats: wanted.size === 0 ? ['html'] : formats,
    screenshot: screenshotFormats.find((format) => wanted.has(format)) ?? null,
  }
}

/**
 * Validates the body of `POST /scrape`.
 * @param given the parsed JSON, of any type.
 * @param policy address policy for the URL; does not resolve names.
 * @returns the request with defaults filled in, or every problem of the request.
 */
export function readScrapeRequest(given: unknown, policy: UrlPolicy): ScrapeRequestResult {
  const read = readBody(given)
  if (!read.ok) return read
  const { body, list } = flatBody(read.body, shape)
  checkSchema(body, list)
  const { url: text, method } = body
  const url = typeof text === 'string' ? checkUrl(text, '/url', policy, list) : null
  const wanted = wantedFormats(body['output'], '/output')
  const pageBody = readPageBody(method, body['body'], list)
  const schema = checkScrapeOptions(body.scrape, wanted, list)
  checkBrowserMethod(method, body.scrape, wanted, list)
  if (!list.empty || url === null || typeof text !== 'string') return { ok: false, errors: list.problems, schema }
  const request = body as unknown as ScrapeBody
  const input = {
    url: url.href,
    requestedUrl: text,
    tag: request.scrape.tag ?? null,
    page: pageOptions(request.scrape, wanted, { method: request.method ?? 'GET', body: pageBody }),
    ...formatsOf(wanted),
  }
  return { ok: true, input, schema }
}
