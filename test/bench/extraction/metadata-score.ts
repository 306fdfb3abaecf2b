/** Scores the metadata of a page against its labels. */

/** Facts that a page states about itself; null for those it does not state. */
export interface MetadataTruth {
  title: string | null
  author: string | null
  /** A date, or a date with time. */
  published: string | null
}

/** Metadata found by an extractor. */
export interface FoundMetadata {
  title: string | null
  author: string | null
  publishedTime: string | null
}

/** Whether each fact is correct; null when the label is null. */
export interface MetadataScore {
  title: boolean | null
  author: boolean | null
  date: boolean | null
}

const folded = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/**
 * Compares exactly after case folding and collapsing white space; dates are compared by day, as written. The score of a
 * set of pages is the share of `true` among the values that are not null.
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
