/** Reads the machine-readable value of an element when it says more than its text. */
import { attribute, type TreeNode } from '../../../html/tree.ts'
import { spoken } from './element-names.ts'
import { statedValue } from './element-value.ts'

const valueMaxCharacters = 200
/** Attributes that hold the value of their element. */
const valueAttribute =
  /^data-(?:value|price|amount|date|date-?time|time|timestamp|u-?time|rating|score|count|votes|points|sort|sort-value|sort-key|order|raw|number|text|stars|average)$/
/** Attributes that are only for scripts and styles. */
const noData =
  /^data-(?:v-|react|ng|vue|astro|svelte|wf-|w-|bs-|toggle|target|dismiss|parent|slide|ride|src|srcset|lazy|sizes|bg|test|qa|cy|hook|automation|track|analytics|ga|gtm|event|click|action|controller|component|module|widget|role|placement|theme|mode|animat|aos|delay|duration|offset|uk-|turbo|hx-|alpine|x-|pjax|ajax|href|method|confirm|label-|layout|index|position|page|props|state|json|config|options|settings|format|type|view|layer|ad|hydrat|island|server|nosnippet|block|section|style|class|width|height|el|element)/
const ratingWord = /(?:^| )(?:rating|ratings|rated|star|stars|score|review|reviews)(?:$| )/
const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five']

/**
 * Returns the machine-readable value of an element: `content`, `datetime`, `value`, a data attribute that holds a
 * value, a date in its title, or the rating that a class or a width shows.
 * @param names names of the element.
 * @param text its visible text.
 */
export function machineValue(node: TreeNode, names: readonly string[], text: string): string | null {
  if (node.attributes.length === 0) return null
  const stated = statedValue(node)
  if (stated !== null && stated !== '' && node.name !== 'input') return stated
  for (const { name, value } of node.attributes)
    if (
      name.startsWith('data-') &&
      valueAttribute.test(name) &&
      value !== '' &&
      value.length <= valueMaxCharacters &&
      !/^[{[]/.test(value)
    )
      return value
  const title = attribute(node, 'title')
  if (title !== null && /^\d{4}-\d{2}-\d{2}/.test(title)) return title
  if (/[\p{L}\p{N}]/u.test(text)) return null
  const isRating = names.some((name) => ratingWord.test(name))
  const spokenName = attribute(node, 'aria-label') ?? title
  const isShown = text !== '' || isRating || attribute(node, 'role') === 'img'
  if (spokenName !== null && spokenName !== '' && spokenName.length <= valueMaxCharacters && isShown) return spokenName
  return isRating ? shownRating(node, names) : null
}

/** Reads a rating out of five from a class (`Three`, `stars 4`, `rating 45`) or from the width of a bar. */
function shownRating(node: TreeNode, names: readonly string[]): string | null {
  const width = /width\s*:\s*(\d{1,3}(?:\.\d{1,4})?)\s*%/.exec(attribute(node, 'style') ?? '')?.[1]
  if (width !== undefined) return String(Math.round(Number(width)) / 20)
  for (const name of names) {
    for (const word of name.split(' ')) if (numberWords.includes(word)) return String(numberWords.indexOf(word))
    const figures = /(?:^| )(?:stars?|rating|rated|score) (\d)(?:[ .]?(\d))?$/.exec(name)
    if (figures !== null) return figures[2] === undefined ? (figures[1] ?? null) : `${figures[1] ?? ''}.${figures[2]}`
  }
  return null
}

const dataValuesMax = 12

/** Returns data attributes that name a value of the item: `data-product-id="17"` gives `product id` and `17`. */
export function dataValues(node: TreeNode): [name: string, value: string][] {
  const values: [string, string][] = []
  for (const { name, value } of node.attributes) {
    if (values.length >= dataValuesMax) break
    if (!name.startsWith('data-') || noData.test(name) || valueAttribute.test(name)) continue
    if (value === '' || value.length > valueMaxCharacters || /^(?:true|false|\s*[{[#.]|https?:\/\/\S+\.js)/.test(value))
      continue
    values.push([spoken(name.slice(5)), value])
  }
  return values
}
