/** What the frontier needs to know of a job's request. */
import type { JobInput, RenderMode } from '@seine/shared/tasks/job-input.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import { dedupeKey } from '@seine/shared/urls/url-identity.ts'

/** The rules of a job that the frontier itself needs. */
export interface FrontierOptions {
  kind: JobInput['kind']
  limit: number
  render: RenderMode
  /** The text two URLs share when they are the same page. */
  keyOf: (url: string) => string
}

/** A crawl finds pages under many spellings; the URLs of a batch are what the caller wrote. */
export function frontierOptionsOf(input: JobInput): FrontierOptions {
  return {
    kind: input.kind,
    limit: input.limit,
    render: input.page.render,
    keyOf: input.kind === 'crawl' ? (url) => dedupeKey(url, input) : (url) => url,
  }
}

/** Where pages of a job begin. */
export const firstLaneOf = ({ render }: Pick<FrontierOptions, 'render'>): Lane =>
  render === 'always' ? 'browser' : 'http'
