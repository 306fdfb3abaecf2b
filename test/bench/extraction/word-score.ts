/**
 * Word-level precision, recall and F1 of a text against the expected one, computed as by the data set's own scorer:
 * multisets of lower-case words.
 */

export interface WordScore {
  precision: number
  recall: number
  f1: number
}

/** Returns the words used for scoring: runs of letters, digits and underscores, in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Scores `text` against `wanted`; two empty texts match fully. */
export const wordScore = (text: string, wanted: string): WordScore => scoreWords(wordsOf(text), wordsOf(wanted))

/** Scores lists of words. */
export function scoreWords(found: readonly string[], wanted: readonly string[]): WordScore {
  if (found.length === 0 && wanted.length === 0) return { precision: 1, recall: 1, f1: 1 }
  const left = new Map<string, number>()
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1)
  let overlap = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    overlap += 1
    left.set(word, count - 1)
  }
  if (overlap === 0) return { precision: 0, recall: 0, f1: 0 }
  const precision = overlap / found.length
  const recall = overlap / wanted.length
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}
