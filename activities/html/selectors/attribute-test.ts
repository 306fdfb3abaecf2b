/** Tests whether an element has an attribute that matches a selector. */
import { html as standard } from 'parse5'
import type { CssTest } from '@seine/shared/selectors/css-selector.ts'
import { attribute, type TreeNode } from '../tree.ts'

type AttributeTest = CssTest & { kind: 'attribute' }

/** Returns the element name for matching selectors, in lower case; SVG names keep their capitals in the tree. */
export const selectorName = (node: TreeNode): string =>
  node.namespace === standard.NS.HTML ? node.name : node.name.toLowerCase()

/** Returns the value of an attribute by its lower-case name in a selector; null when it is missing. */
export function selectorAttribute(node: TreeNode, name: string): string | null {
  if (node.namespace === standard.NS.HTML) return attribute(node, name)
  return node.attributes.find((each) => each.name.toLowerCase() === name)?.value ?? null
}

/**
 * Returns a function that tests whether an attribute value matches.
 * Standard: https://www.w3.org/TR/selectors-4/#attribute-selectors
 */
export function attributeTester({ how, value, ignoreCase }: AttributeTest): (given: string) => boolean {
  const wanted = folded(value, ignoreCase)
  const test = testers[how](wanted)
  return ignoreCase ? (given) => test(folded(given, true)) : test
}

/** Converts ASCII letters to lower case when case is ignored; other letters keep their case. */
const folded = (text: string, ignoreCase: boolean): string =>
  ignoreCase ? text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) : text

const never = (): boolean => false

const testers: Record<AttributeTest['how'], (wanted: string) => (given: string) => boolean> = {
  exists: () => () => true,
  equals: (wanted) => (given) => given === wanted,
  word: (wanted) => (wanted === '' || /\s/.test(wanted) ? never : (given) => hasWord(given, wanted)),
  starts: (wanted) => (wanted === '' ? never : (given) => given.startsWith(wanted)),
  ends: (wanted) => (wanted === '' ? never : (given) => given.endsWith(wanted)),
  contains: (wanted) => (wanted === '' ? never : (given) => given.includes(wanted)),
  hyphen: (wanted) => (given) =>
    given.startsWith(wanted) && (given.length === wanted.length || given[wanted.length] === '-'),
}

const isSpace = (sign: string | undefined): boolean =>
  sign === undefined || sign === ' ' || sign === '\n' || sign === '\t' || sign === '\r' || sign === '\f'

function hasWord(given: string, wanted: string): boolean {
  for (let at = given.indexOf(wanted); at !== -1; at = given.indexOf(wanted, at + wanted.length)) {
    if (isSpace(given[at - 1]) && isSpace(given[at + wanted.length])) return true
  }
  return false
}
