/** Which picture an img element really shows, past the tricks of lazy loading. */
import { attribute, type TreeNode } from './tree.ts'
import { isHttpUrl, type UrlResolver } from './urls.ts'

const lazyAttributes = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url'] as const
const lazySetAttributes = ['data-srcset', 'data-lazy-srcset', 'srcset'] as const

/**
 * Absolute URL of the picture, or null when there is none that can be named: pictures inside the
 * page (`data:`) and placeholders count as none.
 */
export function imageUrl(node: TreeNode, urls: UrlResolver): string | null {
  const source = usable(attribute(node, 'src'))
  // A lazy page puts a placeholder into src, so the other attributes are the better word.
  for (const name of lazyAttributes) {
    const lazy = usable(attribute(node, name))
    if (lazy !== null) return urls.page(lazy) === null ? null : urls.resolve(lazy)
  }
  const reference = source ?? largestOf(node) ?? largestOfPicture(node)
  if (reference === null) return null
  const url = urls.resolve(reference)
  return url !== null && isHttpUrl(url) ? url : null
}

/** True for a picture of one pixel, which counts visits. */
export function isCountingPixel(node: TreeNode): boolean {
  const width = attribute(node, 'width')
  const height = attribute(node, 'height')
  return (width === '1' || width === '0') && (height === '1' || height === '0')
}

function usable(reference: string | null): string | null {
  const text = reference?.trim() ?? ''
  if (text === '' || text === '#' || /^(?:data|blob|about|javascript):/i.test(text)) return null
  return text
}

function largestOf(node: TreeNode): string | null {
  for (const name of lazySetAttributes) {
    const set = attribute(node, name)
    const largest = set === null ? null : largestCandidate(set)
    if (largest !== null) return largest
  }
  return null
}

function largestOfPicture(node: TreeNode): string | null {
  if (node.parent?.name !== 'picture') return null
  let left = 20
  for (let at = node.parent.first; at !== null && left > 0; at = at.next, left--) {
    const largest = at.name === 'source' ? largestOf(at) : null
    if (largest !== null) return largest
  }
  return null
}

/** The candidate with the largest width or density of a srcset. */
function largestCandidate(set: string): string | null {
  let best: string | null = null
  let bestSize = -1
  // URLs may hold commas, but not white space; a candidate ends at a comma that white space follows.
  for (const candidate of set.slice(0, 20_000).split(/,\s+/)) {
    const [reference, descriptor] = candidate.trim().split(/\s+/, 2)
    const url = usable(reference ?? null)
    const size = Number.parseFloat(descriptor ?? '1')
    if (url !== null && size > bestSize) {
      best = url.replace(/,$/, '')
      bestSize = size
    }
  }
  return best
}
