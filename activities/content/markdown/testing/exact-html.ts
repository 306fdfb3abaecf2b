/**
 * Normalizes HTML so that two fragments are equal only when their trees are: every element, attribute and text counts,
 * empty ones included. Only white space that collapses in a browser is not compared.
 */
import { parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode
type Parent = DefaultTreeAdapterTypes.ParentNode

const blocks = new Set([
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'table', 'thead', 'tbody', 'tr',
  'th', 'td',
]) // prettier-ignore

/**
 * Returns the fragment in one spelling.
 * @param html a fragment.
 * @param base URL that relative addresses are resolved against.
 */
export function exactHtml(html: string, base: string): string {
  const fragment = parseFragment(html)
  settle(fragment, base)
  return serialize(fragment)
    .replaceAll(/ ?(<\/?(?:p|h\d|ul|ol|li|blockquote|pre|hr|br|table|thead|tbody|tr|th|td)\b[^>]*>) ?/g, '$1')
    .trim()
}

function settle(parent: Parent, base: string): void {
  const kept: Node[] = []
  for (const node of parent.childNodes) {
    if (node.nodeName === '#text' && 'value' in node) node.value = node.value.replaceAll(/[ \t\r\n\f]+/g, ' ')
    if ('attrs' in node) {
      for (const attribute of node.attrs) {
        const isAddress = attribute.name === 'href' || attribute.name === 'src'
        if (isAddress) attribute.value = URL.parse(attribute.value, base)?.href ?? attribute.value
      }
    }
    if ('childNodes' in node && node.nodeName !== 'pre') settle(node, base)
    kept.push(node)
  }
  parent.childNodes = kept.filter((node, at) => !isBetweenBlocks(node, kept[at - 1], kept[at + 1]))
}

/** Returns true for a white space next to a block or at the edge of its parent. */
const isBetweenBlocks = (node: Node, before: Node | undefined, behind: Node | undefined): boolean =>
  'value' in node && node.value === ' ' && (isEdge(before) || isEdge(behind))

const isEdge = (node: Node | undefined): boolean => node === undefined || blocks.has(node.nodeName)
