/** What stub engines are asked for, and what they find. */

export interface StubSearch {
  words: string
  /** Results before those of the page. */
  offset: number
  count: number
  /** Results that the engine says it has. */
  total: number
  isLast: boolean
}

export interface StubResult {
  url: string
  title: string
  snippet: string
}

/** Results of a search: the same for the same words, numbered from 1. */
export const found = (words: string, offset: number, count: number): StubResult[] =>
  Array.from({ length: count }, (_, at) => {
    const number = offset + at + 1
    return {
      url: `https://www.site${number}.example/${encodeURIComponent(words)}?n=${number}`,
      title: `Result ${number} &amp; more`,
      snippet: `the ${words}, number ${number}.`,
    }
  })
