/** Converts embedded players to links and recognizes heading anchors. */
import { attribute, collapsed, following, hasAttribute, textBelow, type TreeNode } from '../../html/tree.ts'
import { isHttpUrl, type UrlResolver } from '../../html/urls.ts'

const playerHosts = /^https?:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/|player\.vimeo\.com\/video\/)/i

/** Returns the URL and name of an embedded video or sound; null for anything else. */
export function mediaReference(node: TreeNode, urls: UrlResolver): { url: string; text: string } | null {
  if (node.name === 'iframe') {
    const source = attribute(node, 'src') ?? attribute(node, 'data-src')
    const url = source === null ? null : urls.resolve(source)
    if (url === null || !playerHosts.test(url)) return null
    return { url, text: collapsed(attribute(node, 'title') ?? '') || 'Video' }
  }
  if (node.name !== 'video' && node.name !== 'audio') return null
  const source = attribute(node, 'src') ?? attribute(nearbyElement(node, 'source', 20) ?? node, 'src')
  const url = source === null ? null : urls.resolve(source)
  if (url === null || !isHttpUrl(url)) return null
  const name = collapsed(attribute(node, 'title') ?? attribute(node, 'aria-label') ?? '')
  return { url, text: name || (node.name === 'video' ? 'Video' : 'Audio') }
}

const anchorSigns = new Set(['', '#', '##', '###', '¶', '§', '🔗', '⚓', '∞', '⌗', '※'])
const anchorWords = new Set(['link', 'permalink', 'anchor', 'direct link'])

/**
 * Returns true for a link that only marks a heading as a link target: its text is a sign such as `#`, or empty.
 * @param inHeading true inside a heading, where words such as "link" also count.
 */
export function isHeadingAnchor(link: TreeNode, inHeading: boolean): boolean {
  // Icons can have many nodes before the text.
  const text = textBelow(link, 20, 200).toLowerCase()
  if (!anchorSigns.has(text) && !(inHeading && anchorWords.has(text))) return false
  return nearbyElement(link, 'img', 20) === null || hasAttribute(link, 'aria-hidden')
}

/** Returns the first element with this name among the first `nodesMax` nodes below `root`. */
function nearbyElement(root: TreeNode, name: string, nodesMax: number): TreeNode | null {
  let left = nodesMax
  for (let node = root.first; node !== null && left > 0; node = following(node, root), left--) {
    if (node.name === name) return node
  }
  return null
}
