/** Returns the text of a piece of HTML with one line per block, so that words of neighbouring blocks are not joined. */
import { parseFragment, defaultTreeAdapter as adapter, type DefaultTreeAdapterTypes } from 'parse5'

const inlineElements = new Set([
  'a', 'abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font', 'i', 'ins', 'kbd', 'label', 'mark',
  'q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr',
]) // prettier-ignore

const unseen = new Set(['script', 'style', 'template', 'noscript', 'head'])

/** Returns the texts of a document in order; elements that break lines become line breaks. */
export function blockText(html: string): string {
  const parts: string[] = []
  /** Nodes to visit, and ends of blocks. */
  const stack: (DefaultTreeAdapterTypes.ChildNode | '\n')[] = [...parseFragment(html).childNodes].toReversed()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === '\n') parts.push(node)
    else if (adapter.isTextNode(node)) parts.push(node.value)
    else if (adapter.isElementNode(node) && !unseen.has(node.tagName)) {
      if (!inlineElements.has(node.tagName)) {
        parts.push('\n')
        stack.push('\n')
      }
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) stack.push(node.childNodes[at]!)
    }
  }
  return parts.join('')
}
