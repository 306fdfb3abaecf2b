/** Text and language of a preformatted block, as fenced code. */
import { blockElements } from '../tags.ts'
import { attribute, following, type TreeNode } from '../tree.ts'
import { longestRun } from './characters.ts'

const gutterClass =
  /(?:^|\s)(?:gutter|line-?numbers?(?:-rows)?|linenos?|lineno|linenodiv|hljs-ln-numbers|rouge-gutter|blob-num|code-gutter|ln-num)(?:\s|$)/i

/** True for the column of line numbers beside code. */
export const isGutter = (node: TreeNode): boolean => {
  const classes = attribute(node, 'class')
  // Prism puts "line-numbers" on the block itself, too.
  return classes !== null && node.name !== 'pre' && node.name !== 'code' && gutterClass.test(classes)
}

/** The text of a preformatted element, its lines as shown. */
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
    }
    node = following(node, root, descend)
  }
  return trimmedEnd(parts.join(''))
}

/** True for a text that follows a block inside the code, which ended its line. */
function startsLine(text: TreeNode): boolean {
  const previous = text.previous
  return previous !== null && blockElements.has(previous.name)
}

/** Without the last line feed, and without a last line of nothing but indentation. */
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

const languagePatterns = [
  /(?:^|\s)lang(?:uage)?-([^\s`]{1,40})/i,
  /(?:^|\s)highlight-source-([^\s`]{1,40})/i,
  /(?:^|\s)highlight-([a-z][^\s`]{0,39})/i,
  /(?:^|\s)brush:\s*([^\s`;]{1,40})/i,
  /(?:^|\s)sourceCode\s+([^\s`]{1,40})/,
] as const

/** Names that say there is no language, or are no language at all. */
const noLanguages = new Set([
  'none',
  'text',
  'plain',
  'plaintext',
  'txt',
  'default',
  'nohighlight',
  'highlight',
  'wrapper',
])

/** The language that a code block, its code element or a wrapper close by names; empty when none does. */
export function languageOf(block: TreeNode): string {
  const code = block.first?.name === 'code' ? block.first : (block.first?.next ?? null)
  const candidates = [block, code?.name === 'code' ? code : null, block.parent, block.parent?.parent ?? null]
  for (const node of candidates) {
    const language = node === null ? '' : namedLanguage(node)
    if (language !== '') return noLanguages.has(language.toLowerCase()) ? '' : language
  }
  return ''
}

function namedLanguage(node: TreeNode): string {
  const data = attribute(node, 'data-lang') ?? attribute(node, 'data-language')
  if (data !== null && /^[^\s`]{1,40}$/.test(data)) return data
  const classes = attribute(node, 'class')
  if (classes === null) return ''
  for (const pattern of languagePatterns) {
    const match = pattern.exec(classes)
    if (match !== null) return match[1] ?? ''
  }
  return ''
}
