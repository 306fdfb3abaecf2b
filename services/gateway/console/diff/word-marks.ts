/** Marks the words that differ between a removed and an added line. */
import { diffWordsWithSpace } from 'diff/lib/diff/word.js'

export interface MarkedPart {
  text: string
  isMarked: boolean
}

export interface MarkedPair {
  removed: MarkedPart[]
  added: MarkedPart[]
}

/** Longer lines are marked as a whole, which bounds the time for a pair of lines. */
const lineMaxCharacters = 4_000
/** With more edits, lines count as different lines. */
const editsMax = 200
/** Time for a pair of lines, milliseconds. */
const pairMs = 250

const whole = (text: string): MarkedPart[] => (text === '' ? [] : [{ text, isMarked: false }])

const wholePair = (removed: string, added: string): MarkedPair => ({ removed: whole(removed), added: whole(added) })

/** Lines that share less than this fraction of their characters count as different lines, not as a changed one. */
const leastShared = 0.3

/**
 * Compares two lines.
 * @param limitMs time after which nothing is marked, milliseconds.
 * @returns the parts of both lines; nothing is marked when the lines have little in common or are too long.
 */
export function markedPair(removed: string, added: string, limitMs: number = pairMs): MarkedPair {
  if (removed.length > lineMaxCharacters || added.length > lineMaxCharacters) return wholePair(removed, added)
  const changes = diffWordsWithSpace(removed, added, { maxEditLength: editsMax, timeout: limitMs })
  if (changes === undefined) return wholePair(removed, added)
  const shared = changes.reduce((sum, part) => sum + (part.added || part.removed ? 0 : part.value.trim().length), 0)
  if (shared < leastShared * Math.max(removed.length, added.length)) return wholePair(removed, added)
  const side = (other: 'added' | 'removed', own: 'added' | 'removed'): MarkedPart[] =>
    changes.filter((part) => !part[other]).map((part) => ({ text: part.value, isMarked: part[own] }))
  return { removed: side('added', 'removed'), added: side('removed', 'added') }
}
