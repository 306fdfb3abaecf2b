/** Finds the language that a code block names, in the forms used by highlighters and site generators. */
import { attribute, following, type TreeNode } from '../../html/tree.ts'

const patterns = [
  /(?:^|\s)lang(?:uage)?-([^\s`]{1,40})/i,
  /(?:^|\s)highlight-source-([^\s`]{1,40})/i,
  /(?:^|\s)highlight-(?!lines?\b|wrapper\b|container\b)([a-z][^\s`]{0,39})/i,
  /(?:^|\s)brush:\s*([^\s`;]{1,40})/i,
  /(?:^|\s)source-?code[\s:]+([^\s`]{1,40})/i,
] as const

/** Highlighter classes; next to one of them, a class that is a bare language name states the language. */
const highlighterClass = /(?:^|\s)(?:hljs|highlight|prettyprint|shiki|codehilite|CodeMirror|chroma)(?:\s|$)/i

/** Languages that are recognized by their bare name as a class of a highlighted block. */
const languages = new Set(
  (
    'bash sh shell zsh console powershell batch c cpp c++ csharp cs objectivec java kotlin scala groovy javascript js ' +
    'jsx typescript ts tsx json json5 jsonc yaml yml toml ini xml html css scss sass less php python py ruby rb perl ' +
    'go golang rust rs swift dart lua r julia haskell elixir erlang clojure ocaml fsharp sql mysql pgsql graphql ' +
    'dockerfile makefile cmake nginx apache diff patch markdown md latex tex vim matlab vb vbnet fortran pascal ' +
    'asm protobuf terraform hcl solidity zig nim'
  ).split(' '),
)

/** Names that mean "no language" or are not languages. */
const noLanguages = new Set([
  'none',
  'text',
  'plain',
  'plaintext',
  'txt',
  'default',
  'nohighlight',
  'no-highlight',
  'unknown',
  'highlight',
  'wrapper',
  'block',
  'code',
])

/** Returns the language named by a code block, its code element or one of two wrappers; empty when none is named. */
export function languageOf(block: TreeNode): string {
  const code = codeElement(block)
  const candidates = [code, block, block.parent, block.parent?.parent ?? null]
  for (const node of candidates) {
    const language = node === null ? '' : namedLanguage(node)
    if (language !== '') return noLanguages.has(language.toLowerCase()) ? '' : language
  }
  return ''
}

/** Returns the first code element among the first nodes of a block; a code table is searched past its line numbers. */
function codeElement(block: TreeNode): TreeNode | null {
  let node = block.first
  for (let left = block.name === 'table' ? 2_000 : 8; node !== null && left > 0; left--) {
    if (node.name === 'code') return node
    node = following(node, block)
  }
  return null
}

function namedLanguage(node: TreeNode): string {
  const data = attribute(node, 'data-lang') ?? attribute(node, 'data-language')
  if (data !== null && /^[^\s`]{1,40}$/.test(data)) return data
  const classes = attribute(node, 'class')
  if (classes === null) {
    const lang = attribute(node, 'lang') ?? ''
    return languages.has(lang.toLowerCase()) ? lang : ''
  }
  for (const pattern of patterns) {
    const match = pattern.exec(classes)
    if (match !== null) return match[1] ?? ''
  }
  if (node.name !== 'code' && !highlighterClass.test(classes)) return ''
  return classes.split(/\s+/, 8).find((word) => languages.has(word.toLowerCase())) ?? ''
}
