/** The words of a search as an engine takes them: back-ends have commands of their own, which are no words. */
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import { duckduckgoLimits } from '@seine/shared/config/serp-limits.ts'
import type { Failure } from '../results/contract.ts'

/** In quotes it is a word like any other. */
const quoted = (word: string): string => `"${word.replaceAll('"', '')}"`

function withoutCommands(query: string, isCommand: (word: string) => boolean): string {
  return query
    .split(' ')
    .map((word) => (isCommand(word) ? quoted(word) : word))
    .join(' ')
}

/**
 * For SearXNG: `!bing` or `!images` would ask another engine, `!!g` send us elsewhere, `:fr` change the
 * language, `<3` the time (docs.searxng.org, "Search syntax").
 */
export const searxngWords = (query: string): string =>
  withoutCommands(query, (word) => /^(?:[!?].|:\p{L}|<\d)/u.test(word))

/** For the pages of DuckDuckGo: `!w` and `\` lead away to other websites (duckduckgo.com/bangs). */
export const duckduckgoWords = (query: string): string => withoutCommands(query, (word) => /^(?:!.|\\)/u.test(word))

/** Why an engine would not take a search; null when it does. SearXNG then tells nothing, as if nothing had been found. */
export function tooLongFor({ engine, query }: SerpTask): Failure | null {
  const { queryMaxCharacters } = duckduckgoLimits
  return engine === 'duckduckgo' && query.length > queryMaxCharacters
    ? { kind: 'failed', code: 'bad_answer', detail: `DuckDuckGo takes ${queryMaxCharacters} characters at most` }
    : null
}
