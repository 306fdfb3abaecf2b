/** How well the metadata of a page agrees with its truth. */

/** What a page is known to say of itself; null where it says nothing. */
export interface MetadataTruth {
  title: string | null
  author: string | null
  /** A date, or a date with time. */
  published: string | null
}

/** What an extractor found. */
export interface FoundMetadata {
  title: string | null
  author: string | null
  publishedTime: string | null
}

/** Whether each fact is right; null where the truth knows none. */
export interface MetadataScore {
  title: boolean | null
  author: boolean | null
  date: boolean | null
}

const folded = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/**
 * Compares exactly after case folding and white space collapsing; dates by day, as written.
 * The share of `true` among what is not null is the figure of a set of pages.
 */
export function scoreMetadata(truth: MetadataTruth, found: FoundMetadata): MetadataScore {
  return {
    title: isEqual(truth.title, found.title, folded),
    author: isEqual(truth.author, found.author, folded),
    date: isEqual(truth.published, found.publishedTime, (date) => date.trim().slice(0, 10)),
  }
}

function isEqual(expected: string | null, found: string | null, form: (text: string) => string): boolean | null {
  if (expected === null || expected.trim() === '') return null
  return found !== null && form(found) === form(expected)
}
