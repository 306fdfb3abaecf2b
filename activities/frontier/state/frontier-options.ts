/** Derives the options of the frontier from a job's request. */
import { discovers } from '@seine/shared/jobs/job-retry.ts'
import type { JobInput, RenderMode } from '@seine/shared/tasks/job-input.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import { dedupeKey } from '@seine/shared/urls/url-identity.ts'

/** The job options that the frontier itself needs. */
export interface FrontierOptions {
  kind: JobInput['kind']
  /** True for a crawl that retries the pages of another: it discovers nothing and judges no page. @default false */
  isRetry?: boolean
  limit: number
  render: RenderMode
  /** Returns the key that two URLs share when they are the same page. */
  keyOf: (url: string) => string
}

/** A crawl finds pages under many spellings and uses the dedupe key; the URLs of a batch are used as given. */
export function frontierOptionsOf(input: JobInput): FrontierOptions {
  return {
    kind: input.kind,
    isRetry: input.kind === 'crawl' && !discovers(input),
    limit: input.limit,
    render: input.page.render,
    keyOf: input.kind === 'crawl' ? (url) => dedupeKey(url, input) : (url) => url,
  }
}

/** Returns the lane in which pages of a job start. */
export const firstLaneOf = ({ render }: Pick<FrontierOptions, 'render'>): Lane =>
  render === 'always' ? 'browser' : 'http'
