/** Reads the text of a preformatted block and writes it as fenced code. */
import { blockElements } from '../../html/tags.ts'
import { attribute, following, hasAttribute, textBelow, type TreeNode } from '../../html/tree.ts'
import { longestRun } from '../../html/markdown/characters.ts'

const gutterClass =
  /(?:^|\s)(?:gutter|line-?numbers?(?:-rows)?|linenos?|lineno|linenodiv|hljs-ln-numbers|rouge-gutter|blob-num|code-gutter|ln-num|lnt|ln)(?:\s|$)/i

/** Returns true for line numbers beside code. CSS grids also have classes such as "gutter", but contain no numbers. */
export const isGutter = (node: TreeNode): boolean => {
  const classes = attribute(node, 'class')
  // Prism also puts "line-numbers" on the block itself.
  if (classes === null || node.name === 'pre' || node.name === 'code' || !gutterClass.test(classes)) return false
  return /^[\d\s.:|]*$/.test(textBelow(node, 20, 200))
}

/** Returns true for a table with one column of line numbers and one of code. */
export function isCodeTable(table: TreeNode): boolean {
  let left = 12
  let isNumbered = false
  for (let node = table.first; node !== null && left > 0; node = following(node, table), left--) {
    if (node.name === 'table') return false
    if (node.name !== 'td' && node.name !== 'th') continue
    if (isNumbered) return node.name === 'td'
    const first = textBelow(node, 8, 40)
    isNumbered = isGutter(node) && (/^\d/.test(first) || hasAttribute(node, 'data-line-number'))
    if (!isNumbered) return false
    // The content of the gutter does not count towards the limit.
    left += 40
  }
  return false
}

/** Returns the text of a preformatted element with the line breaks a browser shows. */
export function codeText(root: TreeNode): string {
  const parts: string[] = []
  let atLineStart = true
  const newLine = (): void => {
    if (!atLineStart) parts.push('\n')
    atLineStart = true
  }
  for (let node = root.first; node !== null;) {
    let descend = true
    if (node.text !== null) {
      if (node.text !== '') {
        if (startsLine(node)) newLine()
        parts.push(node.text)
        atLineStart = node.text.endsWith('\n')
      }
    } else if (node.name === 'br') {
      parts.push('\n')
      atLineStart = true
    } else if (node.name === 'button' || node.name === 'svg' || isGutter(node)) {
      descend = false
    } else if (blockElements.has(node.name)) {
      newLine()
    } else if (node.name === 'span' && isLine(node) && node.previous !== null && isLine(node.previous)) {
      // These spans are separate lines only by their style; a span without content is an empty line.
      if (!atLineStart || node.previous.first === null) parts.push('\n')
      atLineStart = true
    }
    node = following(node, root, descend)
  }
  return trimmedEnd(parts.join(''))
}

const lineClass = /(?:^|\s)(?:line|code-line|token-line|view-line|cm-line|react-code-line)(?:\s|$)/i

const isLine = (node: TreeNode): boolean =>
  node.text === null && (hasAttribute(node, 'data-line') || lineClass.test(attribute(node, 'class') ?? ''))

/** Returns true for a text after a block inside the code, which starts on a new line. */
function startsLine(text: TreeNode): boolean {
  const previous = text.previous
  return previous !== null && blockElements.has(previous.name)
}

/** Removes the last line feed, or a last line that consists only of indentation together with its line feed. */
function trimmedEnd(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  if (end > 0 && text[end - 1] === '\n') return text.slice(0, end - 1)
  return text
}

/** Writes a fence longer than any run of backticks inside. */
export function fencedCode(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1))
  return text === '' ? `${fence}${language}\n${fence}` : `${fence}${language}\n${text}\n${fence}`
}
