/** Tells a set of kept texts and elements as a selection of the tree they stand in. */
import type { ContentSelection } from '../content.ts'
import { firstElement, following, type TreeNode } from '../tree.ts'

/** Elements that are content without any text. */
const wordless: ReadonlySet<string> = new Set(['img', 'picture', 'figure', 'video', 'audio', 'iframe', 'math'])

/** Elements that only shape what is around them. */
const shaping: ReadonlySet<string> = new Set(['br', 'hr', 'wbr', 'col', 'colgroup'])

/**
 * The selection with every kept text and wordless element, and nothing else.
 * @returns null when no text is kept.
 */
export function selectionOf(page: TreeNode, kept: ReadonlySet<TreeNode>): ContentSelection | null {
  const body = firstElement(page, 'body') ?? page
  const holders = new Set<TreeNode>()
  let texts = 0
  for (const node of kept) {
    if (node.text === null && !wordless.has(node.name)) continue
    if (node.text !== null) texts++
    for (let at: TreeNode | null = node; at !== null && !holders.has(at); at = at.parent) holders.add(at)
  }
  if (texts === 0) return null
  const root = lowestHolder(body, holders)
  const skip = new Set<TreeNode>()
  for (let node = root.first; node !== null;) {
    const isKept = holders.has(node) || shaping.has(node.name) || (node.text !== null && node.text.trim() === '')
    if (!isKept) skip.add(node)
    node = following(node, root, isKept)
  }
  return { roots: [root], skip }
}

/** The lowest element that holds everything kept. */
function lowestHolder(body: TreeNode, holders: ReadonlySet<TreeNode>): TreeNode {
  let root = body
  for (;;) {
    let only: TreeNode | null = null
    for (let child = root.first; child !== null; child = child.next) {
      if (!holders.has(child)) continue
      if (only !== null || child.name === '' || !canStandAlone(child)) return root
      only = child
    }
    if (only === null) return root
    root = only
  }
}

/** Parts of a table or list, and inline elements, mean little without their parent. */
const canStandAlone = ({ name }: TreeNode): boolean => standing.has(name)

const standing: ReadonlySet<string> = new Set(['div', 'main', 'article', 'section', 'form', 'center', 'body', 'td'])
