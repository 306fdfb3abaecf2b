/** A tree of the tokens of Markdown, cut where a document becomes too long to be shown. */
import type { PlainToken } from './markdown-worker.ts'

/** A token with its children. */
export interface MarkdownNode {
  token: PlainToken
  children: MarkdownNode[]
}

/** A tree, and whether parts of the document are missing. */
export interface MarkdownTree {
  children: MarkdownNode[]
  cut: boolean
}

/** Bounds of a tree. */
export interface MarkdownBounds {
  /** Blocks of the whole document. */
  blocks: number
  /** Rows of one table. */
  rows: number
}

/** Weight of a token in the number of blocks: table cells count less, inline tokens are part of their block. */
const costs: Readonly<Record<string, number>> = {
  inline: 0,
  thead_open: 0,
  tbody_open: 0,
  tr_open: 0.1,
  th_open: 0.1,
  td_open: 0.1,
}

/** Builds a tree from a flat list of tokens, up to the bounds. */
export function markdownTree(tokens: readonly PlainToken[], bounds: MarkdownBounds): MarkdownTree {
  const root: MarkdownNode[] = []
  const open: MarkdownNode[][] = [root]
  /** Rows so far of the open tables. */
  const rows: number[] = []
  let blocks = 0
  let cut = false
  /** Number of open tokens in the omitted part. */
  let skipped = 0
  for (const token of tokens) {
    if (skipped > 0) {
      skipped += token.nesting
      continue
    }
    if (token.nesting === -1) {
      if (open.length > 1) open.pop()
      if (token.type === 'table_close') rows.pop()
      continue
    }
    if (token.type === 'table_open') rows.push(0)
    if (token.type === 'tr_open') rows.push((rows.pop() ?? 0) + 1)
    blocks += costs[token.type] ?? 1
    // The head of a table is a row too.
    if (blocks > bounds.blocks || (token.type === 'tr_open' && (rows.at(-1) ?? 0) > bounds.rows + 1)) {
      cut = true
      if (token.nesting === 1) skipped = 1
      if (token.type === 'table_open') rows.pop()
      continue
    }
    const node: MarkdownNode = { token, children: token.children === null ? [] : inlineTree(token.children) }
    open.at(-1)!.push(node)
    if (token.nesting === 1) open.push(node.children)
  }
  return { children: root, cut }
}

/** Builds the tree of the tokens of a line of text. */
function inlineTree(tokens: readonly PlainToken[]): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open: MarkdownNode[][] = [root]
  for (const token of tokens) {
    if (token.nesting === -1) {
      if (open.length > 1) open.pop()
      continue
    }
    const node: MarkdownNode = { token, children: [] }
    open.at(-1)!.push(node)
    if (token.nesting === 1) open.push(node.children)
  }
  return root
}
