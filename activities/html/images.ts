/** Determines which image an img element shows, including with lazy loading. */
import { pictureCandidates } from './srcset.ts'
import { attribute, collapsed, following, textBelow, type TreeNode } from './tree.ts'
import { isHttpUrl, type UrlResolver } from './urls.ts'

const lazyAttributes = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url'] as const
const lazySetAttributes = ['data-srcset', 'data-lazy-srcset'] as const
const setAttributes = ['srcset'] as const

/**
 * Returns the absolute URL of the image; null if none exists. Inline images (`data:`) and placeholders do not count.
 *
 * Order of preference: lazy-loading attributes, the largest candidate of srcset, `src`, the other sources of a picture
 * element, the copy in noscript, then any other attribute that is named like a source and holds an address.
 */
export function imageUrl(node: TreeNode, urls: UrlResolver): string | null {
  const reference =
    ownReference(node, urls) ?? largestOfPicture(node) ?? withoutScripts(node, urls) ?? otherReference(node)
  if (reference === null) return null
  const url = urls.resolve(reference)
  return url !== null && isHttpUrl(url) ? url : null
}

/** Returns true for an image of one pixel, which counts visits. */
export function isCountingPixel(node: TreeNode): boolean {
  const width = attribute(node, 'width')
  const height = attribute(node, 'height')
  return (width === '1' || width === '0') && (height === '1' || height === '0')
}

/**
 * Returns the text for an image without an address: its description when the image is a single character (emoji) or
 * the only content of a link, heading or paragraph; otherwise an empty text.
 */
export function pictureText(node: TreeNode): string {
  const description = collapsed(attribute(node, 'alt') ?? '')
  if (description === '' || isEmoji(description)) return description
  let left = 6
  for (let at = node.parent; at !== null && left > 0; at = at.parent, left--) {
    if (at.name === 'a' || at.name === 'p' || /^h[1-6]$/.test(at.name))
      return textBelow(at, 2, nearbyMax * 2) === '' ? description : ''
  }
  return ''
}

/** Returns true for a description that is a single emoji. */
export const isEmoji = (description: string): boolean =>
  /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200D|\uFE0F){1,12}$/u.test(description)

function ownReference(node: TreeNode, urls: UrlResolver): string | null {
  const largest = largestOf(node, lazySetAttributes)
  if (largest !== null) return largest
  // A page with lazy loading has a placeholder in src, so the lazy attributes have priority.
  for (const name of lazyAttributes) {
    const lazy = usable(attribute(node, name))
    if (lazy !== null && urls.page(lazy) !== null) return lazy
  }
  return largestOf(node, setAttributes) ?? usable(attribute(node, 'src'))
}

function usable(reference: string | null): string | null {
  const text = reference?.trim() ?? ''
  if (text === '' || text === '#' || /^(?:data|blob|about|javascript):/i.test(text)) return null
  return template.test(text) ? null : text
}

/** A place that a script of the page fills in before it loads the image, as in `a_{width}x.jpg`; not a GUID in braces. */
const template = /\{\{|\$\{|(?:\{|%7B)[a-z_][a-z\d_.]*(?:\}|%7D)/i

/** Returns the candidate with the largest width or density, from the first srcset that has a usable one. */
function largestOf(node: TreeNode, names: readonly string[]): string | null {
  for (const name of names) {
    const set = attribute(node, name)
    if (set === null) continue
    let best: string | null = null
    let bestSize = -1
    for (const { reference, size } of pictureCandidates(set)) {
      const url = size > bestSize ? usable(reference) : null
      if (url === null) continue
      best = url
      bestSize = size
    }
    if (best !== null) return best
  }
  return null
}

/** Limit on the nodes searched near an image. */
const nearbyMax = 20

function largestOfPicture(node: TreeNode): string | null {
  if (node.parent?.name !== 'picture') return null
  let left = nearbyMax
  for (let at = node.parent.first; at !== null && left > 0; at = at.next, left--) {
    const largest = at.name === 'source' ? (largestOf(at, lazySetAttributes) ?? largestOf(at, setAttributes)) : null
    if (largest !== null) return largest
  }
  return null
}

/** Matches names such as `lazy-src`, `data-delay-src`, `data-src-large`, and the same with `srcset`. */
const otherSource = /(?:^|[-_])src(set)?(?:$|[-_])/
/** Matches an absolute URL or path, or a relative path to an image file; no template expressions. */
const pictureAddress = /^(?:https?:\/\/|\/)[^\s{}`]+$|^[^\s{}`:]+\.(?:jpe?g|png|webp|gif|avif|svg)$/i

/** Returns the address in an attribute that some other lazy-loading script would read. */
function otherReference(node: TreeNode): string | null {
  for (const { name, value } of node.attributes) {
    const kind = otherSource.exec(name)
    if (kind === null) continue
    const reference = kind[1] === undefined ? usable(value) : largestOf(node, [name])
    if (reference !== null && reference.length < referenceMaxCharacters && pictureAddress.test(reference))
      return reference
  }
  return null
}

const referenceMaxCharacters = 4_000

/** Returns the image in a noscript element directly after this one. */
function withoutScripts(node: TreeNode, urls: UrlResolver): string | null {
  let next = node.next
  if (next !== null && next.text !== null && next.text.trim() === '') next = next.next
  if (next === null || next.name !== 'noscript') return null
  let left = nearbyMax
  for (let at = next.first; at !== null && left > 0; at = following(at, next), left--) {
    if (at.name === 'img') return isCountingPixel(at) ? null : ownReference(at, urls)
  }
  return null
}
