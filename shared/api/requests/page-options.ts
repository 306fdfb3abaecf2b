/** The options with which every page of a request is read, and its formats and labels. */
import { jobLimits } from '../../config/limits.ts'
import type { JsonOptions, PageOptions } from '../../tasks/job-input.ts'
import type { JobFormat } from '../../tasks/formats.ts'
import type { GivenBrowserOptions } from '../rules/browser-options.ts'
import { contentOptions, type GivenContentOptions } from '../rules/content-options.ts'
import type { WantedFormats } from '../rules/output-formats.ts'
import { loadingOptions } from './render-mode.ts'

/** Returns the wanted formats in the requested order; `whenNone` if none exist. */
export const formatsOf = (wanted: WantedFormats, whenNone: JobFormat): JobFormat[] =>
  wanted.size === 0 ? [whenNone] : [...wanted.keys()]

/** Returns the labels of a job as a list. */
export function tagsOf(tag: string | string[] | undefined): string[] {
  if (tag === undefined) return []
  return typeof tag === 'string' ? [tag] : tag
}

interface PageFields extends GivenBrowserOptions, GivenContentOptions {
  js_render?: boolean
  max_age?: number
  /** A JSON object that passed validation. */
  schema?: object
  prompt?: string
  session_id?: string
}

/**
 * Returns the options that apply to every page, with defaults filled in.
 * @param fields valid page options under canonical names.
 */
export const pageOptions = (
  fields: PageFields,
  wanted: WantedFormats,
  request: Pick<PageOptions, 'method' | 'body'> = { method: 'GET', body: null },
): PageOptions => ({
  ...contentOptions(fields),
  timeoutMs: fields.timeout ?? jobLimits.pageTimeoutMsDefault,
  ...request,
  ...loadingOptions(fields, wanted, request.method),
  maxAgeSecs: fields.max_age ?? 0,
  json: wanted.has('json') ? jsonOptions(fields) : null,
  sessionId: fields.session_id ?? null,
})

const jsonOptions = ({ schema, prompt }: PageFields): JsonOptions => ({
  schema: schema === undefined ? null : (schema as Record<string, unknown>),
  prompt: prompt ?? null,
})
