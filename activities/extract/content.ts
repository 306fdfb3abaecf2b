/** What of a tree is content: shared by everything that turns a tree into text. */
import { invisibleElements } from './tags.ts'
import { attribute, type TreeNode } from './tree.ts'

/** The part of a page to convert: these subtrees, in order, without the nodes to skip. */
export interface ContentSelection {
  roots: readonly TreeNode[]
  /** Elements passed over with everything below them. */
  skip: ReadonlySet<TreeNode>
}

/** True for an element nobody sees: by its kind, the hidden attribute or an inline style. */
export function isInvisible(node: TreeNode): boolean {
  if (invisibleElements.has(node.name)) {
    return !(node.name === 'dialog' && attribute(node, 'open') !== null) && !isShadowRoot(node)
  }
  const attributes = node.attributes
  for (let i = 0; i < attributes.length; i++) {
    const candidate = attributes[i]
    if (candidate === undefined) continue
    if (candidate.name === 'hidden') return candidate.value.toLowerCase() !== 'until-found'
    if (candidate.name === 'style' && /display\s*:\s*none/i.test(candidate.value)) return true
  }
  return false
}

const isShadowRoot = (node: TreeNode): boolean => node.name === 'template' && attribute(node, 'shadowrootmode') !== null
