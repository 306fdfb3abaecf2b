/** Rewrites the words of a search for an engine, so that back-ends do not interpret them as their own commands. */
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import { duckduckgoLimits } from '../limits/serp-reading-limits.ts'
import type { Failure } from '../results/contract.ts'

/** Quoting makes a command an ordinary word. */
const quoted = (word: string): string => `"${word.replaceAll('"', '')}"`

function withoutCommands(query: string, isCommand: (word: string) => boolean): string {
  return query
    .split(' ')
    .map((word) => (isCommand(word) ? quoted(word) : word))
    .join(' ')
}

/**
 * For SearXNG: `!bing` or `!images` would query another engine, `!!g` redirect the request, `:fr` change the language,
 * `<3` the timeout (docs.searxng.org, "Search syntax").
 */
export const searxngWords = (query: string): string =>
  withoutCommands(query, (word) => /^(?:[!?].|:\p{L}|<\d)/u.test(word))

/** For the pages of DuckDuckGo: `!w` and `\` redirect to other websites (duckduckgo.com/bangs). */
export const duckduckgoWords = (query: string): string => withoutCommands(query, (word) => /^(?:!.|\\)/u.test(word))

/**
 * Returns why an engine would reject a search; null when it does not. SearXNG reports no error then, only empty
 * results.
 */
export function tooLongFor({ engine, query }: SerpTask): Failure | null {
  const { queryMaxCharacters } = duckduckgoLimits
  return engine === 'duckduckgo' && query.length > queryMaxCharacters
    ? { kind: 'failed', code: 'bad_answer', detail: `DuckDuckGo takes ${queryMaxCharacters} characters at most` }
    : null
}
