/** Formulas as TeX between dollar signs, whichever way the page shows them. */
import { attribute, collapsed, following, textBelow, type TreeNode } from '../../html/tree.ts'
import { texOf } from './mathml.ts'

const sourceMaxCharacters = 5_000

/** A formula as Markdown; null when the element shows none. */
export function mathText(math: TreeNode): string | null {
  const source = mathSource(math)
  return source === '' ? null : formula(source, isDisplayed(math))
}

/** The formula that a MathJax script element holds, or null for any other script. */
export function scriptFormula(script: TreeNode): string | null {
  const type = attribute(script, 'type')?.toLowerCase() ?? ''
  if (!type.startsWith('math/tex')) return null
  const source = collapsed(script.first?.text ?? '')
  return source === '' ? null : formula(source, /mode\s*=\s*display/.test(type))
}

/** The formula that is the text of an element, in TeX's own delimiters, or null. */
export function delimitedFormula(node: TreeNode): string | null {
  const text = textBelow(node, sourceMaxCharacters, 20)
  if (text.startsWith('\\(') && text.endsWith('\\)')) return formula(text.slice(2, -2), false)
  if (text.startsWith('\\[') && text.endsWith('\\]')) return formula(text.slice(2, -2), true)
  return null
}

/** The formula that a code element in the language `math` holds, as GitHub and remark-math mark it, or null. */
export function codeFormula(code: TreeNode): string | null {
  const classes = attribute(code, 'class')
  if (classes === null || !/(?:^|\s)language-math(?:\s|$)/.test(classes)) return null
  const source = textBelow(code, sourceMaxCharacters, 20)
  return source === '' ? null : formula(source, /(?:^|\s)math-display(?:\s|$)/.test(classes))
}

/** Alternative text of a picture of a formula, which is its source, or null for other pictures. */
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

/** True for a second copy of a formula whose source stands elsewhere. */
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

/** MediaWiki wraps every formula in the style it is set in. */
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
