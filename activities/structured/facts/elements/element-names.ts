/** Derives the names of an element from its markup, its classes and its id. */
import { factLimits } from '../../limits/structured-limits.ts'
import { TextMemo } from '@seine/activities/structured/values/text-memo.ts'
import { attribute, type TreeNode } from '../../../html/tree.ts'
import { tokensOf, withoutVocabulary } from './vocabulary.ts'

const nameMaxCharacters = 60

/** Utility classes of style sheets, which describe the look of an element and not its meaning. */
const utility =
  /^(?:-?(?:m|p)[trblxyse]?-|(?:w|h|min-w|max-w|min-h|max-h|gap|space|grid|flex|items|justify|self|order|col|row|container|bg|border|rounded|shadow|font|leading|tracking|opacity|z|top|left|right|bottom|inset|overflow|align|float|d|position|display|sm|md|lg|xl|xs|g|u|js|is|has|hover|focus|active|css|sc|jsx|svelte|ng|v|wp|et|elementor|vc|fa|icon)-|text-(?:xs|sm|base|lg|xl|\dxl|left|right|center|[a-z]+-\d+)$|(?:flex|grid|block|inline|hidden|relative|absolute|row|col|container|clearfix|wrapper|inner|outer|first|last|odd|even|active|left|right|pull-left|pull-right)$|.*[:[\]@/!])/

/** Suffixes that build tools append to class names: `price__a1B2c`, `Card_title_3kF9x`. */
const buildSuffix = /(?:__|_|--?)(?=[A-Za-z\d]*\d)(?=[A-Za-z\d]*[A-Za-z])[A-Za-z\d]{5,10}$/

/** Attributes by which tests find elements. */
const testAttributes = [
  'data-testid',
  'data-test',
  'data-qa',
  'data-cy',
  'data-hook',
  'data-automation',
  'data-field',
  'data-name-key',
]

/** Attributes that name their element. */
const stating = new Set(['itemprop', 'property', ...testAttributes])

/**
 * Returns the words of a name in lower case, separated by spaces: `product-card__unitPrice` becomes `product card unit
 * price`.
 */
export const spoken = (name: string): string => spokenNames.of(name)

const spokenNames = new TextMemo((name) =>
  name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase(),
)

/** Returns the class names that may describe the meaning of an element. */
export function tellingClasses(node: TreeNode): readonly string[] {
  const list = node.attributes.length === 0 ? null : attribute(node, 'class')
  return list === null ? [] : classLists.of(list)
}

const classLists = new TextMemo((list): readonly string[] =>
  tokensOf(list).filter((name) => name.length <= nameMaxCharacters && /\p{L}{2}/u.test(name) && !utility.test(name)),
)

/** Returns explicit names of an element: `itemprop`, `property` and test attributes, not classes. */
export function statedNames(node: TreeNode): string[] {
  if (!node.attributes.some(({ name }) => stating.has(name))) return []
  const names = [
    ...tokensOf(attribute(node, 'itemprop')).map(withoutVocabulary),
    ...tokensOf(attribute(node, 'property')).map(withoutVocabulary),
  ]
  for (const name of testAttributes) {
    const value = attribute(node, name)
    if (value !== null && /^[\w\s.:-]{2,60}$/.test(value)) names.push(value)
  }
  return names.map(spoken)
}

/** Returns all names of an element, best first, without its tag name. */
export function namesOf(node: TreeNode): readonly string[] {
  if (node.attributes.length === 0) return []
  const list = attribute(node, 'class')
  const classes = list === null ? [] : spokenClasses.of(list)
  const more: string[] = []
  const id = attribute(node, 'id')
  if (id !== null && id.length <= nameMaxCharacters && !/\d{3}/.test(id)) more.push(spoken(id))
  const role = attribute(node, 'role')
  if (role !== null && role.length <= 20) more.push(role.toLowerCase())
  const stated = statedNames(node)
  return stated.length === 0 && more.length === 0 ? classes : distinct([...stated, ...classes, ...more])
}

const spokenClasses = new TextMemo((list): readonly string[] =>
  distinct(classLists.of(list).map((name) => spoken(name.replace(buildSuffix, '')))),
)

/** Returns names without repeats and empty ones, cut to the maximum number. */
export const distinct = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.slice(0, nameMaxCharacters)))]
    .filter((name) => name !== '')
    .slice(0, factLimits.namesPerPartMax)
