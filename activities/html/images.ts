/** Which picture an img element really shows, past the tricks of lazy loading. */
import { pictureCandidates } from './srcset.ts'
import { attribute, collapsed, following, textBelow, type TreeNode } from './tree.ts'
import { isHttpUrl, type UrlResolver } from './urls.ts'

const lazyAttributes = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url'] as const
const lazySetAttributes = ['data-srcset', 'data-lazy-srcset'] as const
const setAttributes = ['srcset'] as const

/**
 * Absolute URL of the picture, or null when there is none that can be named: pictures inside the
 * page (`data:`) and placeholders count as none.
 *
 * What lazy loading would put in wins, then the largest candidate of srcset, then `src`, then the
 * other sources of a picture element, then the copy for readers without scripts, then whatever other
 * attribute is named like a source and holds an address.
 */
export function imageUrl(node: TreeNode, urls: UrlResolver): string | null {
  const reference =
    ownReference(node, urls) ?? largestOfPicture(node) ?? withoutScripts(node, urls) ?? otherReference(node)
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

/**
 * What stands in for a picture that has no address: its description where the picture is one character,
 * or all that a link, heading or paragraph holds, which would say nothing otherwise; empty elsewhere.
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

/** True for a description that is one character which the picture stands for. */
export const isEmoji = (description: string): boolean =>
  /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200D|\uFE0F){1,12}$/u.test(description)

function ownReference(node: TreeNode, urls: UrlResolver): string | null {
  const largest = largestOf(node, lazySetAttributes)
  if (largest !== null) return largest
  // A lazy page puts a placeholder into src, so the other attributes are the better word.
  for (const name of lazyAttributes) {
    const lazy = usable(attribute(node, name))
    if (lazy !== null && urls.page(lazy) !== null) return lazy
  }
  return largestOf(node, setAttributes) ?? usable(attribute(node, 'src'))
}

function usable(reference: string | null): string | null {
  const text = reference?.trim() ?? ''
  if (text === '' || text === '#' || /^(?:data|blob|about|javascript):/i.test(text)) return null
  return text
}

/** The candidate with the largest width or density of the first srcset that has one. */
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

/** Elements looked at beside or below a picture. */
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

/** `lazy-src`, `data-delay-src`, `data-src-large`, and the same of `srcset`. */
const otherSource = /(?:^|[-_])src(set)?(?:$|[-_])/
/** A whole address, or a path to a picture; no expression of a template. */
const pictureAddress = /^(?:https?:\/\/|\/)[^\s{}`]+$|^[^\s{}`:]+\.(?:jpe?g|png|webp|gif|avif|svg)$/i

/** What another script for lazy loading would read. */
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

/** The picture in a noscript element right behind this one. */
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
