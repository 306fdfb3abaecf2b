/**
 * Elements beside each other with nothing between them: outside of running text style sheets keep them
 * apart, and without a space their words would become one.
 */
import { textBelow, type TreeNode } from '../../html/tree.ts'

/** Elements whose text directly inside is no running text. */
export const looseBoxes: ReadonlySet<string> = new Set([
  'body', 'main', 'div', 'li', 'a', 'label', 'section', 'article', 'header', 'footer', 'nav', 'td',
]) // prettier-ignore

const inlineBoxes = new Set(['span', 'label', 'time', 'a'])

/** Two characters of a word in a script that puts spaces between words. */
const beginsSpacedWord =
  /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{Sc}][\p{L}\p{N}]/u

/** Two characters that end a word. */
export const endsInWord = (text: string): boolean => /[\p{L}\p{N}]{2}$/u.test(text.slice(-4))

/** True for an element that begins with a word and needs a space in front when a word ends there. */
export const isKeptApart = (node: TreeNode): boolean =>
  node.previous !== null &&
  inlineBoxes.has(node.previous.name) &&
  node.parent !== null &&
  looseBoxes.has(node.parent.name) &&
  (node.name !== 'span' || node.previous.attributes.length > 0) &&
  beginsSpacedWord.test(textBelow(node, 4, 8))
