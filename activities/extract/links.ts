/** Every link of a page, whatever is later cut away as boilerplate. */
import type { LinkSource } from './contract.ts'
import { LinkSet, type CollectedLinks } from './link-set.ts'
import { attribute, following, textBelow, type TreeNode } from './tree.ts'
import type { UrlResolver } from './urls.ts'

const linkTextMaxCharacters = 200
/** Nodes read for one link text: nested links must not make the page quadratic. */
const linkTextMaxNodes = 300

/** Where a reference was found, before it is resolved. */
interface Reference {
  reference: string
  source: LinkSource
}

/**
 * The links of a page: absolute http(s) URLs without fragment, in document order, no repeats. A URL
 * linked several times keeps its first text, and counts as nofollow only when every link says so. The
 * search ends at the first link beyond the cap of a page.
 * @param document the whole page.
 */
export function collectLinks(document: TreeNode, urls: UrlResolver): CollectedLinks {
  const links = new LinkSet()
  let noscript: TreeNode | null = null
  for (let node = document.first; node !== null && !links.isCapped;) {
    if (node.name === 'noscript') noscript = node
    const found = node.name === '' ? null : referenceOf(node)
    const url = found === null ? null : urls.page(found.reference)
    // Frames inside noscript are counting pixels, not pages.
    if (found !== null && url !== null && !(found.source === 'iframe' && isWithin(node, noscript))) {
      addLink(links, node, url, found.source)
    }
    node = following(node, document, node.name !== 'template' || isShadowRoot(node))
  }
  return links.collected()
}

function addLink(links: LinkSet, node: TreeNode, url: string, source: LinkSource): void {
  const nofollow = relTokens(node).includes('nofollow')
  const known = links.get(url)
  if (known === undefined) {
    links.add({ url, text: linkText(node, source), nofollow, source })
    return
  }
  if (!nofollow) known.nofollow = false
  if (known.text === '') known.text = linkText(node, source)
}

function referenceOf(node: TreeNode): Reference | null {
  switch (node.name) {
    case 'a':
      return reference(attribute(node, 'href') ?? attribute(node, 'xlink:href'), 'a')
    case 'area':
      return reference(attribute(node, 'href'), 'area')
    case 'iframe':
    case 'frame':
      return reference(attribute(node, 'src'), 'iframe')
    case 'link':
      return linkReference(node)
    case 'meta':
      return attribute(node, 'http-equiv')?.trim().toLowerCase() === 'refresh'
        ? reference(refreshTarget(attribute(node, 'content') ?? ''), 'meta-refresh')
        : null
    default:
      return null
  }
}

const reference = (text: string | null, source: LinkSource): Reference | null =>
  text === null ? null : { reference: text, source }

function linkReference(node: TreeNode): Reference | null {
  const rel = relTokens(node)
  if (rel.includes('next')) return reference(attribute(node, 'href'), 'link-next')
  const translated = rel.includes('alternate') && attribute(node, 'hreflang') !== null
  return translated ? reference(attribute(node, 'href'), 'link-alternate') : null
}

const relTokens = (node: TreeNode): string[] => (attribute(node, 'rel') ?? '').toLowerCase().split(/\s+/)

/** The URL of a refresh, as in `5; url='/next'`. */
function refreshTarget(content: string): string | null {
  const match = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(.+)$/is.exec(content.slice(0, 4_096))
  const target = match?.[1]?.trim() ?? ''
  if (target === '') return null
  const quote = target[0]
  if (quote !== '"' && quote !== "'") return target
  const end = target.indexOf(quote, 1)
  return target.slice(1, end === -1 ? undefined : end)
}

function linkText(node: TreeNode, source: LinkSource): string {
  const text = source === 'a' ? textBelow(node, linkTextMaxCharacters, linkTextMaxNodes) : ''
  if (text !== '') return text
  const label = attribute(node, 'aria-label') ?? attribute(node, 'alt') ?? attribute(node, 'title') ?? imageText(node)
  return (label ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, linkTextMaxCharacters)
}

/** Description of the picture that is the whole link. */
function imageText(node: TreeNode): string | null {
  let left = 20
  for (let at = node.first; at !== null && left > 0; at = following(at, node), left--) {
    if (at.name === 'img') return attribute(at, 'alt')
  }
  return null
}

function isWithin(node: TreeNode, ancestor: TreeNode | null): boolean {
  if (ancestor === null) return false
  for (let at: TreeNode | null = node; at !== null; at = at.parent) if (at === ancestor) return true
  return false
}

/** Declarative shadow roots are part of the page; other templates are not. */
const isShadowRoot = (node: TreeNode): boolean => attribute(node, 'shadowrootmode') !== null
