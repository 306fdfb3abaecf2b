/**
 * Adjacent inline elements without white space between them. Outside running text, style sheets separate them;
 * without an added space their words would be joined.
 */
import { textBelow, type TreeNode } from '../../html/tree.ts'

/** Elements whose direct text is usually not running text. */
export const looseBoxes: ReadonlySet<string> = new Set([
  'body', 'main', 'div', 'li', 'a', 'label', 'section', 'article', 'header', 'footer', 'nav', 'td',
]) // prettier-ignore

const inlineBoxes = new Set(['span', 'label', 'time', 'a'])

/** Matches two characters that begin a word in a script with spaces between words. */
const beginsSpacedWord =
  /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{Sc}][\p{L}\p{N}]/u

/** Returns true when the text ends in a word of at least two characters. */
export const endsInWord = (text: string): boolean => /[\p{L}\p{N}]{2}$/u.test(text.slice(-4))

/** Returns true for an element that begins with a word and needs a space before it when the text before ends in one. */
export const isKeptApart = (node: TreeNode): boolean =>
  node.previous !== null &&
  inlineBoxes.has(node.previous.name) &&
  node.parent !== null &&
  looseBoxes.has(node.parent.name) &&
  (node.name !== 'span' || node.previous.attributes.length > 0) &&
  beginsSpacedWord.test(textBelow(node, 4, 8))
