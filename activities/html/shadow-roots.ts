/**
 * Flattens declarative shadow roots to what a browser shows: a host contains its shadow tree, and the host's own
 * children are in the slots of that tree.
 * Standard: https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode,
 * https://dom.spec.whatwg.org/#finding-slots-and-slottables
 */
import { html as standard } from 'parse5'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { append, attribute, childrenOf, detach, following, TreeNode } from './tree.ts'

/** Returns true for a template element that an HTML parser may turn into a shadow root. */
export const isShadowTemplate = (name: string, attributes: readonly { name: string; value: string }[]): boolean =>
  name === 'template' &&
  attributes.some((each) => each.name === 'shadowrootmode' && /^(?:open|closed)$/i.test(each.value))

/** Elements that can have a shadow root, besides custom elements. */
const plainHosts = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
)

/** Replaces every shadow root in a document by its flattened content. Linear in the size of the tree. */
export function flattenShadowRoots(document: TreeNode): void {
  for (let node = document.first; node !== null;) {
    node.depth = (node.parent?.depth ?? 0) + 1
    const root = shadowRootOf(node)
    if (root !== null) flatten(node, root)
    // Moved nodes are below the host, so the walk still visits them.
    node = following(node, document)
  }
}

function shadowRootOf(host: TreeNode): TreeNode | null {
  if (host.text !== null || host.namespace !== standard.NS.HTML) return null
  if (!plainHosts.has(host.name) && !host.name.includes('-')) return null
  for (let child = host.first; child !== null; child = child.next) {
    if (isShadowTemplate(child.name, child.attributes)) return child
  }
  return null
}

function flatten(host: TreeNode, root: TreeNode): void {
  const slots = slotsOf(root)
  const shift = host.depth - root.depth
  detach(root)
  const light = childrenOf(host)
  for (const node of light) detach(node)
  for (const node of childrenOf(root)) {
    detach(node)
    append(host, node)
  }
  const filled = new Set<TreeNode>()
  let unseen: TreeNode | null = null
  for (const node of light) {
    const slot = slots.get(node.text === null ? (attribute(node, 'slot') ?? '') : '')
    if (slot === undefined) {
      // A child without a matching slot is not shown. The hidden element is a slot, which is never a host itself.
      unseen ??= appended(host, new TreeNode('slot', standard.NS.HTML, [{ name: 'hidden', value: '' }], null))
      append(unseen, node)
    } else if (slot.depth + shift >= extractLimits.treeDepthMax) {
      append(host, node)
    } else {
      if (!filled.has(slot)) for (const fallback of childrenOf(slot)) detach(fallback)
      filled.add(slot)
      append(slot, node)
    }
  }
}

/** Returns the first slot of each name in a shadow tree, without nested shadow trees. */
function slotsOf(root: TreeNode): Map<string, TreeNode> {
  const slots = new Map<string, TreeNode>()
  for (let node = root.first; node !== null; node = following(node, root, node.name !== 'template')) {
    if (node.name !== 'slot') continue
    const name = attribute(node, 'name') ?? ''
    if (!slots.has(name)) slots.set(name, node)
  }
  return slots
}

function appended(parent: TreeNode, node: TreeNode): TreeNode {
  append(parent, node)
  return node
}
