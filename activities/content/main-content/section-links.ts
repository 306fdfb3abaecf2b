/** Skips links inside headings that refer to the section itself: edit links and permalinks. */
import { headingLevel } from '../../html/markdown/heading-level.ts'
import { attribute, following, textBelow, type TreeNode } from '../../html/tree.ts'

/** Words in the class names of such links. */
const linkNames = /(?:^|[-_\s])(?:edit|editsection|anchor|permalink|headerlink|hash-?link|section-?link)(?:$|[-_\s])/i
/** Longer texts are titles, whatever their class names. */
const charactersMax = 24
/** Limit on the nodes searched in a heading. */
const nodesMax = 100

/**
 * Adds section links in headings to the skipped nodes, unless a heading has no other text.
 * @param holding elements that hold kept text.
 * @param skip skipped nodes; modified.
 */
export function skipSectionLinks(holding: ReadonlySet<TreeNode>, skip: Set<TreeNode>): void {
  for (const heading of holding) if (heading.text === null && headingLevel(heading) > 0) skipLinksOf(heading, skip)
}

function skipLinksOf(heading: TreeNode, skip: Set<TreeNode>): void {
  const links: TreeNode[] = []
  let left = nodesMax
  let hasTitle = false
  for (let node = heading.first; node !== null && left > 0; left--) {
    const isLink = isSectionLink(node)
    if (isLink) links.push(node)
    else if (node.text !== null && node.text.trim() !== '') hasTitle = true
    node = following(node, heading, !isLink)
  }
  if (hasTitle) for (const link of links) skip.add(link)
}

function isSectionLink(node: TreeNode): boolean {
  if ((node.name !== 'a' && node.name !== 'span') || node.attributes.length === 0) return false
  return (
    linkNames.test((attribute(node, 'class') ?? '').slice(0, 200)) &&
    textBelow(node, charactersMax + 1, nodesMax).length <= charactersMax
  )
}
