/** The `urls` of a batch: every entry is checked, and every invalid one is reported by its index. */
import { requestLimits } from '../../config/api-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import type { ProblemList } from '../rules/problem-list.ts'
import { checkBatchUrl, type UrlPolicy } from '../rules/url-rules.ts'
import { LoopTurn } from '../../values/loop-turn.ts'

/** A list of valid URLs. */
export interface ReadUrls {
  /** As the caller wrote them. */
  urls: string[]
  /** The first URL, parsed. */
  first: URL
}

/**
 * Validates the list, in turns of the event loop.
 * @param given the value of `urls`, of any type; undefined when absent.
 * @param limit maximum number of entries. Entries beyond the maximum of any job are not checked.
 * @returns the list; null after adding its problems to `list`.
 */
export async function readBatchUrls(
  given: unknown,
  limit: number,
  policy: UrlPolicy,
  list: ProblemList,
): Promise<ReadUrls | null> {
  if (given === undefined) list.add('/urls', 'validation_failed', 'is required')
  else if (!Array.isArray(given)) list.add('/urls', 'validation_failed', 'must be a list', given)
  else return await readEntries(given as unknown[], limit, policy, list)
  return null
}

async function readEntries(
  given: readonly unknown[],
  limit: number,
  policy: UrlPolicy,
  list: ProblemList,
): Promise<ReadUrls | null> {
  if (given.length === 0) list.add('/urls', 'validation_failed', 'must have at least one entry')
  if (given.length > limit) {
    list.add('/urls', 'limit_exceeded', `has ${given.length} entries, and ${nameLimit(limit)} allows ${limit}`)
  }
  const urls: string[] = []
  let first: URL | null = null
  const turn = new LoopTurn(requestLimits.turnMs)
  for (const [index, text] of given.slice(0, jobLimits.limitPagesMax).entries()) {
    if (list.full) return null
    if (turn.isOver) await turn.next()
    const pointer = `/urls/${index}`
    if (typeof text !== 'string') {
      list.add(pointer, 'validation_failed', 'must be a string', text)
      continue
    }
    const url = checkBatchUrl(text, pointer, policy, list)
    first ??= url
    if (url !== null) urls.push(text)
  }
  return first !== null && urls.length === given.length && given.length <= limit ? { urls, first } : null
}

const nameLimit = (limit: number): string => (limit === jobLimits.limitPagesMax ? 'a job' : '`limit`')
