/** Finds names that a text itself contains: `Pay: 20`, `71 comments`, `by Ana`. */
import { isOtherWork } from '../../../content/metadata/author-name.ts'
import { textBelow, type TreeNode } from '../../../html/tree.ts'
import { spoken } from './element-names.ts'

const textMaxCharacters = 300
const labelWordsMax = 5
/** A longer text with a name behind `by` is a sentence. */
const bylineMaxCharacters = 100
const bylineNodesMax = 40

const labelled = /^([\p{L}][\p{L}\p{N} ./()&'’-]{0,38}?)\s*[:：]\s+(\S.*)$/su
const counted = /^(\d[\d.,]{0,15}\s?[kKmM]?\+?)\s+(\p{L}{3,20})$/u
const written = /^(by|von|par|por|written by|posted by)\s+(\S.{0,100})$/iu
/** What a name begins with, and log-in names; not `by signing up`, `por favor`. */
const nameStart = /^[^\p{Ll}]/u
const logIn = /^[\p{L}\d_.-]{2,40}$/u
const labelEnd = /([\p{L}][\p{L} ]{1,30})[:：]\s*$/u
/** The author of a review; behind other words, the person who checked an article. */
const ofReview = /^\s*review(?:ed)? by\s*$/i
const writtenEnd = /(?:^|[\s|·•,(])(?:by|von|par|por)\s+$/iu

/** Splits a short text into a name and a value when it contains both; null for most texts. */
export function textLabel(text: string): { name: string; value: string } | null {
  if (text.length > textMaxCharacters) return null
  const pair = /[:：]/.test(text) ? labelled.exec(text) : null
  if (pair !== null && (pair[1] ?? '').split(' ').length <= labelWordsMax)
    return { name: spoken(pair[1] ?? ''), value: pair[2] ?? '' }
  const count = counted.exec(text)
  if (count !== null) return { name: (count[2] ?? '').toLowerCase(), value: count[1] ?? '' }
  const [, label = '', author = ''] = written.exec(text) ?? []
  const isName = nameStart.test(author) || (/by$/i.test(label) && logIn.test(author))
  return author === '' || !isName ? null : { name: 'by', value: author }
}

/** Returns the name in the text directly before an element: `Category: <a>...`, `by <a>...`; null if none exists. */
export function labelBefore(node: TreeNode): string | null {
  const before = node.previous?.text?.slice(-60) ?? ''
  // Few texts end so: the exact patterns are slow.
  if (!/[:：\s]$/u.test(before)) return null
  const label = /[:：]\s*$/u.test(before) ? labelEnd.exec(before)?.[1] : undefined
  if (label !== undefined) return spoken(label)
  return writtenEnd.test(before) && isByline(node, before) ? 'by' : null
}

/** False in a sentence such as `founded in 1968 by`, and behind other work: `Photo by`. */
function isByline({ parent }: TreeNode, before: string): boolean {
  if (isOtherWork(before) && !ofReview.test(before)) return false
  // A cut text may lose a space at its end.
  return parent !== null && textBelow(parent, bylineMaxCharacters + 2, bylineNodesMax).length <= bylineMaxCharacters
}
