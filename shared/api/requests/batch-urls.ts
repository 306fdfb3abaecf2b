/** The `urls` of a batch: every entry is looked at, and every bad one is named by its index. */
import { jobLimits } from '../../config/limits.ts'
import type { ProblemList } from '../rules/problem-list.ts'
import { checkUrl, type UrlPolicy } from '../rules/url-rules.ts'

/** A list of URLs in which nothing is wrong. */
export interface ReadUrls {
  /** As the caller wrote them. */
  urls: string[]
  /** The first of them, parsed. */
  first: URL
}

/**
 * Reads the list.
 * @param given the value of `urls`, whatever it is; undefined when there is none.
 * @param limit how many entries it may have. Entries beyond those that any job may have are not looked at.
 * @returns the list, or null after adding what is wrong to the problems.
 */
export function readBatchUrls(given: unknown, limit: number, policy: UrlPolicy, list: ProblemList): ReadUrls | null {
  if (given === undefined) list.add('/urls', 'validation_failed', 'is required')
  else if (!Array.isArray(given)) list.add('/urls', 'validation_failed', 'must be a list', given)
  else return readEntries(given as unknown[], limit, policy, list)
  return null
}

function readEntries(given: readonly unknown[], limit: number, policy: UrlPolicy, list: ProblemList): ReadUrls | null {
  if (given.length === 0) list.add('/urls', 'validation_failed', 'must have at least one entry')
  if (given.length > limit) {
    list.add('/urls', 'limit_exceeded', `has ${given.length} entries, and ${nameLimit(limit)} allows ${limit}`)
  }
  const urls: string[] = []
  let first: URL | null = null
  for (const [index, text] of given.slice(0, jobLimits.limitPagesMax).entries()) {
    if (list.full) return null
    const pointer = `/urls/${index}`
    if (typeof text !== 'string') {
      list.add(pointer, 'validation_failed', 'must be a string', text)
      continue
    }
    const url = checkUrl(text, pointer, policy, list)
    first ??= url
    if (url !== null) urls.push(text)
  }
  return first !== null && urls.length === given.length && given.length <= limit ? { urls, first } : null
}

const nameLimit = (limit: number): string => (limit === jobLimits.limitPagesMax ? 'a job' : '`limit`')
