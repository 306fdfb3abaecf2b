/** Writes formulas as TeX between dollar signs, for all common ways of embedding them in a page. */
import { attribute, collapsed, following, textBelow, type TreeNode } from '../../html/tree.ts'
import { texOf } from './mathml.ts'

const sourceMaxCharacters = 5_000

/** Returns the formula of a math element as Markdown; null when it has none. */
export function mathText(math: TreeNode): string | null {
  const source = mathSource(math)
  return source === '' ? null : formula(source, isDisplayed(math))
}

/** Returns the formula of a MathJax script element; null for any other script. */
export function scriptFormula(script: TreeNode): string | null {
  const type = attribute(script, 'type')?.toLowerCase() ?? ''
  if (!type.startsWith('math/tex')) return null
  const source = collapsed(script.first?.text ?? '')
  return source === '' ? null : formula(source, /mode\s*=\s*display/.test(type))
}

/** Returns the formula when the text of an element is in TeX delimiters, otherwise null. */
export function delimitedFormula(node: TreeNode): string | null {
  const text = textBelow(node, sourceMaxCharacters, 20)
  if (text.startsWith('\\(') && text.endsWith('\\)')) return formula(text.slice(2, -2), false)
  if (text.startsWith('\\[') && text.endsWith('\\]')) return formula(text.slice(2, -2), true)
  return null
}

/** Returns the formula of a code element with the language `math` (GitHub, remark-math); null for other code. */
export function codeFormula(code: TreeNode): string | null {
  const classes = attribute(code, 'class')
  if (classes === null || !/(?:^|\s)language-math(?:\s|$)/.test(classes)) return null
  const source = textBelow(code, sourceMaxCharacters, 20)
  return source === '' ? null : formula(source, /(?:^|\s)math-display(?:\s|$)/.test(classes))
}

/** Returns the formula in the alternative text of a formula image; null for other images. */
export function pictureFormula(image: TreeNode): string | null {
  const classes = attribute(image, 'class')
  if (classes === null || !/(?:^|\s)(?:mwe-math-fallback-image|latex|tex|math)/i.test(classes)) return null
  const text = collapsed(attribute(image, 'alt') ?? '')
  return /[\\^_{}=+]/.test(text) || /mwe-math/.test(classes)
    ? text === ''
      ? null
      : formula(text, /fallback-image-display/.test(classes))
    : null
}

const renderedClass = /(?:^|\s)(?:katex-html|MathJax_Preview|MJX_Assistive_MathML)(?:\s|$)/
const mathJaxClass = /(?:^|\s)(?:MathJax(?:_\w+)?|MathJax-span)(?:\s|$)/

/** Returns true for a rendered copy of a formula whose source is in another element. */
export function isFormulaCopy(node: TreeNode, classes: string): boolean {
  if (renderedClass.test(classes)) return true
  if (!mathJaxClass.test(classes)) return false
  let left = 3
  for (let next = node.next; next !== null && left > 0; next = next.next, left--) {
    if (next.name === 'script') return scriptFormula(next) !== null
  }
  return false
}

function formula(source: string, isBlock: boolean): string {
  const tex = withoutStyle(source.trim())
  return isBlock ? `$$${tex}$$` : `$${tex}$`
}

/** Removes the style command that MediaWiki puts around every formula. */
function withoutStyle(source: string): string {
  const match = /^\{\\(?:displaystyle|textstyle) ?/.exec(source)
  return match !== null && source.endsWith('}') ? source.slice(match[0].length, -1).trim() : source
}

function mathSource(math: TreeNode): string {
  let left = 2_000
  for (let node = math.first; node !== null && left > 0; node = following(node, math), left--) {
    if (node.name === 'annotation' && /tex/i.test(attribute(node, 'encoding') ?? '')) {
      return textBelow(node, sourceMaxCharacters)
    }
  }
  const stated = collapsed(attribute(math, 'alttext') ?? '')
  return stated === '' ? texOf(math) : stated
}

function isDisplayed(math: TreeNode): boolean {
  if (attribute(math, 'display') === 'block' || attribute(math, 'mode') === 'display') return true
  let node = math.parent
  for (let left = 4; node !== null && left > 0; node = node.parent, left--) {
    if (
      /(?:^|\s)(?:katex-display|MathJax_Display|mwe-math-mathml-display)(?:\s|$)/.test(attribute(node, 'class') ?? '')
    )
      return true
    if (node.name === 'mjx-container') return attribute(node, 'display') === 'true'
  }
  return false
}
