/** Search parameters and results of the stub engines. */

export interface StubSearch {
  words: string
  /** Number of results before those of the page. */
  offset: number
  count: number
  /** Total number of results that the engine reports. */
  total: number
  isLast: boolean
}

export interface StubResult {
  url: string
  title: string
  snippet: string
}

/** Returns the results of a search: the same for the same words, numbered from 1. */
export const found = (words: string, offset: number, count: number): StubResult[] =>
  Array.from({ length: count }, (_, at) => {
    const number = offset + at + 1
    return {
      url: `https://www.site${number}.example/${encodeURIComponent(words)}?n=${number}`,
      title: `Result ${number} &amp; more`,
      snippet: `the ${words}, number ${number}.`,
    }
  })
