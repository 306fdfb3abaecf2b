/** Converts presentation MathML to TeX, for formulas without a TeX source. */
import { collapsed, type TreeNode } from '../../html/tree.ts'

const nodesMax = 4_000
const functions = new Set(['sin', 'cos', 'tan', 'log', 'ln', 'exp', 'lim', 'max', 'min', 'det', 'sup', 'inf', 'gcd'])
const notShown = new Set(['annotation', 'annotation-xml', 'mphantom', 'none', 'mprescripts'])

/** An element whose children are being converted. */
interface Open {
  node: TreeNode
  parts: string[]
}

/**
 * Converts a formula to TeX.
 * @param math the math element.
 * @returns TeX on one line; empty when the formula has no content or is too large.
 */
export function texOf(math: TreeNode): string {
  const stack: Open[] = [{ node: math, parts: [] }]
  let node = math.first
  let left = nodesMax
  for (;;) {
    const open = stack.at(-1) as Open
    if (node === null) {
      stack.pop()
      const text = combined(open.node, open.parts)
      const outer = stack.at(-1)
      if (outer === undefined) return collapsed(text)
      if (text !== '' || isArgument(outer.node)) outer.parts.push(text)
      node = open.node.next
      continue
    }
    if (left-- === 0) return ''
    if (node.text !== null) {
      const text = collapsed(node.text)
      if (text !== '') open.parts.push(text)
      node = node.next
    } else if (notShown.has(node.name)) {
      node = node.next
    } else {
      stack.push({ node, parts: [] })
      node = node.first
    }
  }
}

const scripts = new Set(['msup', 'msub', 'msubsup', 'mfrac', 'mroot', 'munder', 'mover', 'munderover'])

/** Returns true for an element whose children are positional, so that an empty child must be kept. */
const isArgument = (node: TreeNode): boolean => scripts.has(node.name)

function combined(node: TreeNode, parts: readonly string[]): string {
  const [first = '', second = '', third = ''] = parts
  switch (node.name) {
    case 'mi':
      return functions.has(first)
        ? `\\${first} `
        : first.length > 1 && /^[a-z]+$/i.test(first)
          ? `\\mathrm{${first}}`
          : first
    case 'mo':
      return first === '\u2061' || first === '\u2062' || first === '\u2063' ? '' : first
    case 'mtext':
    case 'ms':
      return first === '' ? '' : `\\text{${parts.join(' ')}}`
    case 'mspace':
      return ' '
    case 'msup':
    case 'mover':
      return `${grouped(first)}^{${second}}`
    case 'msub':
    case 'munder':
      return `${grouped(first)}_{${second}}`
    case 'msubsup':
    case 'munderover':
      return `${grouped(first)}_{${second}}^{${third}}`
    case 'mfrac':
      return `\\frac{${first}}{${second}}`
    case 'msqrt':
      return `\\sqrt{${parts.join('')}}`
    case 'mroot':
      return `\\sqrt[${second}]{${first}}`
    case 'mfenced':
      return `(${parts.join(', ')})`
    case 'mtr':
    case 'mlabeledtr':
      return parts.join(' & ')
    case 'mtable':
      return `\\begin{matrix} ${parts.join(' \\\\ ')} \\end{matrix}`
    default:
      return parts.join('')
  }
}

/** Adds braces around a base of several parts. */
const grouped = (base: string): string => (/^(?:.?|\\[A-Za-z]+(?:\{[^{}]*\})? ?)$/u.test(base) ? base : `{${base}}`)
