/**
 * Recognizes footnotes: which links refer to a note on the same page, and which blocks are the notes.
 *
 * Recognition uses the structure, not the names of one generator: a short raised link, or one whose role or class
 * marks it as a reference, that points to a list item or to a block with a link back. Covers the output of GFM,
 * Pandoc, kramdown, markdown-it, MediaWiki, WordPress and Word.
 */
import { isInvisible, type ContentSelection } from '../../html/content.ts'
import { blockElements } from '../../html/tags.ts'
import { attribute, following, hasAttribute, textBelow, type TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import { percentDecoded } from '@seine/shared/values/percent-decoded.ts'

/** The footnotes of a page; the page is searched when the first link that may be a reference is visited. */
export class Footnotes {
  readonly #selection: ContentSelection
  readonly #urls: UrlResolver
  #found: FoundNotes = noNotes
  #searched = false

  constructor(selection: ContentSelection, urls: UrlResolver) {
    this.#selection = selection
    this.#urls = urls
  }

  /** Returns the label of the note that a same-page link refers to; null when it refers to none. */
  reference(link: TreeNode): string | null {
    if (!this.#searched) {
      if (!isRaised(link)) return null
      this.#searched = true
      this.#found = findNotes(this.#selection, this.#urls)
    }
    return this.#found.references.get(link) ?? null
  }

  /** Returns the label when the block is a note, otherwise null. Notes come after the references to them. */
  definition(block: TreeNode): string | null {
    return this.#found.definitions.size === 0 ? null : (this.#found.definitions.get(block) ?? null)
  }

  /** Returns true for links back to the text, and for rules and hidden headings above the notes. */
  isDropped(node: TreeNode): boolean {
    return this.#found.dropped.size > 0 && this.#found.dropped.has(node)
  }
}

interface FoundNotes {
  /** Labels by reference link. */
  references: ReadonlyMap<TreeNode, string>
  /** Labels by note block. */
  definitions: ReadonlyMap<TreeNode, string>
  dropped: ReadonlySet<TreeNode>
}

const noNotes: FoundNotes = { references: new Map(), definitions: new Map(), dropped: new Set() }

/** Limit on the nodes of a note that are searched for links back. */
const noteNodesMax = 500
const referencesMax = 5_000

interface Reference {
  link: TreeNode
  fragment: string
  text: string
}

/** Finds the footnotes of the content; a reference whose note is outside the content stays a link. */
function findNotes(selection: ContentSelection, urls: UrlResolver): FoundNotes {
  const references = candidates(selection, urls)
  const targets = targetsOf(selection, new Set(references.map(({ fragment }) => fragment)))
  const labels = new Map<TreeNode, string>()
  const byBlock = new Map<TreeNode, string>()
  const dropped = new Set<TreeNode>()
  const taken = new Set<string>()
  const places = new Set(references.flatMap(({ link }) => placesOf(link)))
  for (const { link, fragment, text } of references) {
    const target = targets.get(fragment)
    const block = target === undefined ? null : noteBlock(target)
    if (block === null || isInside(link, block) || isDropped(link, dropped)) continue
    let label = byBlock.get(block)
    if (label === undefined) {
      const back = linksBack(block, places)
      if (block.name !== 'li' && back.length === 0) continue
      label = freeLabel(text, taken)
      taken.add(label)
      byBlock.set(block, label)
      for (const node of back) dropped.add(node)
      for (const node of above(block)) dropped.add(node)
    }
    labels.set(link, label)
  }
  return { references: labels, definitions: byBlock, dropped }
}

/** Walks the visible nodes of the content. */
function* visible(selection: ContentSelection): Generator<TreeNode> {
  for (const root of selection.roots) {
    for (let node: TreeNode | null = root; node !== null;) {
      const passed: boolean = selection.skip.has(node) || (node.text === null && isInvisible(node))
      if (!passed) yield node
      node = following(node, root, !passed)
    }
  }
}

const referenceClass = /(?:^|[\s_-])(?:foot-?note|fn|note)(?:[\s_-]?ref)?(?:$|[\s_-])/i

function candidates(selection: ContentSelection, urls: UrlResolver): Reference[] {
  const found: Reference[] = []
  for (const node of visible(selection)) {
    if (node.name !== 'a' || found.length >= referencesMax) continue
    const href = attribute(node, 'href')?.trim() ?? ''
    if (href.length < 2 || !href.includes('#') || !isRaised(node) || !urls.isSamePage(href)) continue
    const text = textBelow(node, 12, 12).replaceAll(/[[\](){}\s]/g, '')
    if (text !== '' && text.length <= 6) found.push({ link: node, fragment: fragmentOf(href), text })
  }
  return found
}

/** Returns true for a link back of a known note, which otherwise looks like a reference. */
const isDropped = (link: TreeNode, dropped: ReadonlySet<TreeNode>): boolean =>
  dropped.has(link) || (link.parent !== null && (dropped.has(link.parent) || dropped.has(link.parent.parent ?? link)))

/** Returns true for a superscript link, or one whose role, attribute or class marks it as a reference. */
const isRaised = (link: TreeNode): boolean =>
  link.parent?.name === 'sup' ||
  link.parent?.parent?.name === 'sup' ||
  link.first?.name === 'sup' ||
  attribute(link, 'role') === 'doc-noteref' ||
  hasAttribute(link, 'data-footnote-ref') ||
  referenceClass.test(attribute(link, 'class') ?? '')

function fragmentOf(href: string): string {
  return percentDecoded(href.slice(href.indexOf('#') + 1))
}

/** Returns the elements with the wanted ids or anchor names; for a repeated name the first element. */
function targetsOf(selection: ContentSelection, wanted: ReadonlySet<string>): Map<string, TreeNode> {
  const targets = new Map<string, TreeNode>()
  for (const node of visible(selection)) {
    for (const { name, value } of node.attributes) {
      if ((name === 'id' || (name === 'name' && node.name === 'a')) && wanted.has(value) && !targets.has(value)) {
        targets.set(value, node)
      }
    }
  }
  return targets
}

/** Returns the block around the target of a reference: an item, a paragraph or a small container. */
function noteBlock(target: TreeNode): TreeNode | null {
  let node: TreeNode | null = target
  for (let left = 4; node !== null && left > 0; left--) {
    if (node.name === 'li' || node.name === 'p' || node.name === 'div' || node.name === 'dd' || node.name === 'aside') {
      // A paragraph at the start of a list item stands for the whole item.
      return node.parent?.name === 'li' && node.previous === null ? node.parent : node
    }
    if (blockElements.has(node.name)) return null
    node = node.parent
  }
  return null
}

function isInside(node: TreeNode, block: TreeNode): boolean {
  for (let at: TreeNode | null = node; at !== null && at.depth >= block.depth; at = at.parent) {
    if (at === block) return true
  }
  return false
}

/** Returns the ids and names around a reference that its note may link back to. */
function placesOf(link: TreeNode): string[] {
  const names: string[] = []
  for (let node: TreeNode | null = link, left = 3; node !== null && left > 0; node = node.parent, left--) {
    for (const { name, value } of node.attributes) if (name === 'id' || name === 'name') names.push(value)
  }
  return names
}

const backClass = /(?:^|[\s_-])(?:back-?(?:ref|link)|footnote-back|reversefootnote)(?:$|[\s_-])/i
const backText = /^[\^↑↩⏎⤴]\ufe0e?\d{0,3}$/

const backSign = /^\s{0,20}[\^↑↩]\ufe0e?\s{0,20}$/

/** Returns the links from a note to its references, each with the inline elements that contain only the link. */
function linksBack(block: TreeNode, places: ReadonlySet<string>): TreeNode[] {
  const found: TreeNode[] = []
  let left = noteNodesMax
  for (let node: TreeNode | null = block.first; node !== null && left > 0; left--) {
    const isBack = node.text === null && leadsBack(node, places)
    if (isBack) {
      const link = withWrappers(node, block)
      found.push(link)
      // With several links back, one sign precedes all of them.
      if (link.previous !== null && backSign.test(link.previous.text ?? '')) found.push(link.previous)
    }
    node = following(node, block, !isBack)
  }
  return found
}

function leadsBack(node: TreeNode, places: ReadonlySet<string>): boolean {
  if (node.name !== 'a') return node.name === 'span' && backClass.test(attribute(node, 'class') ?? '')
  const href = attribute(node, 'href')?.trim() ?? ''
  return (
    (href.includes('#') && places.has(fragmentOf(href))) ||
    attribute(node, 'role') === 'doc-backlink' ||
    backClass.test(attribute(node, 'class') ?? '') ||
    (href.startsWith('#') && backText.test(textBelow(node, 6, 6)))
  )
}

function withWrappers(link: TreeNode, block: TreeNode): TreeNode {
  let node = link
  while (
    node.parent !== null &&
    node.parent !== block &&
    !blockElements.has(node.parent.name) &&
    isBlank(node.previous) &&
    isBlank(node.next)
  ) {
    node = node.parent
  }
  return node
}

const isBlank = (node: TreeNode | null): boolean => node === null || node.text?.trim() === ''

/** Returns rules and hidden headings between the text and its notes. */
function above(block: TreeNode): TreeNode[] {
  const found: TreeNode[] = []
  const list = block.name === 'li' ? block.parent : null
  let left = 6
  for (let node = list?.previous ?? null; node !== null && left > 0; node = node.previous, left--) {
    const isHidden = /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text)(?:\s|$)/.test(
      attribute(node, 'class') ?? '',
    )
    if (node.name === 'hr' || isHidden) found.push(node)
    else if (node.text === null || node.text.trim() !== '') break
  }
  return found
}

function freeLabel(text: string, taken: ReadonlySet<string>): string {
  const base = /^[\w.-]+$/.test(text) ? text : String(taken.size + 1)
  if (!taken.has(base)) return base
  let number = taken.size + 1
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}
