/**
 * Footnotes: which links are references to a note on the same page, and which blocks are the notes.
 *
 * Told by structure, not by one generator's names: a short raised link, or one whose role or class says
 * so, that leads to a list item, or to a block that leads back. Covers what GFM, Pandoc, kramdown,
 * markdown-it, MediaWiki, WordPress and Word write.
 */
import { isInvisible, type ContentSelection } from '../../html/content.ts'
import { blockElements } from '../../html/tags.ts'
import { attribute, following, hasAttribute, textBelow, type TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'

/** What the walk asks about footnotes; the page is searched at the first link that may refer to one. */
export class Footnotes {
  readonly #selection: ContentSelection
  readonly #urls: UrlResolver
  #found: FoundNotes = noNotes
  #searched = false

  constructor(selection: ContentSelection, urls: UrlResolver) {
    this.#selection = selection
    this.#urls = urls
  }

  /** Label of the note that a link to a place on the same page refers to, or null. */
  reference(link: TreeNode): string | null {
    if (!this.#searched) {
      if (!isRaised(link)) return null
      this.#searched = true
      this.#found = findNotes(this.#selection, this.#urls)
    }
    return this.#found.references.get(link) ?? null
  }

  /** Label of the note that a block is, or null. Notes stand behind the references to them. */
  definition(block: TreeNode): string | null {
    return this.#found.definitions.size === 0 ? null : (this.#found.definitions.get(block) ?? null)
  }

  /** True for links back to the text, and for rules and hidden headings above the notes. */
  isDropped(node: TreeNode): boolean {
    return this.#found.dropped.size > 0 && this.#found.dropped.has(node)
  }
}

interface FoundNotes {
  /** Labels by the link that refers. */
  references: ReadonlyMap<TreeNode, string>
  /** Labels by the block that is the note. */
  definitions: ReadonlyMap<TreeNode, string>
  dropped: ReadonlySet<TreeNode>
}

const noNotes: FoundNotes = { references: new Map(), definitions: new Map(), dropped: new Set() }

/** Nodes of a note looked at for links back. */
const noteNodesMax = 500
const referencesMax = 5_000

interface Reference {
  link: TreeNode
  fragment: string
  text: string
}

/** Finds the footnotes of the content; a reference whose note is not part of it stays a link. */
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

/** Walks what is visible of the content. */
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

/** The link back of a note already found looks like a reference to the text. */
const isDropped = (link: TreeNode, dropped: ReadonlySet<TreeNode>): boolean =>
  dropped.has(link) || (link.parent !== null && (dropped.has(link.parent) || dropped.has(link.parent.parent ?? link)))

/** True for a link that stands above the line or is called a reference. */
const isRaised = (link: TreeNode): boolean =>
  link.parent?.name === 'sup' ||
  link.parent?.parent?.name === 'sup' ||
  link.first?.name === 'sup' ||
  attribute(link, 'role') === 'doc-noteref' ||
  hasAttribute(link, 'data-footnote-ref') ||
  referenceClass.test(attribute(link, 'class') ?? '')

function fragmentOf(href: string): string {
  const fragment = href.slice(href.indexOf('#') + 1)
  if (!fragment.includes('%')) return fragment
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** The elements that carry the wanted names; of several with one name the first. */
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

/** The block around the target of a reference: an item, a paragraph or a small container. */
function noteBlock(target: TreeNode): TreeNode | null {
  let node: TreeNode | null = target
  for (let left = 4; node !== null && left > 0; left--) {
    if (node.name === 'li' || node.name === 'p' || node.name === 'div' || node.name === 'dd' || node.name === 'aside') {
      // A paragraph that is all of its item is the item.
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

/** Names of a reference that its note may link back to. */
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

/** Links from a note to its references, with what surrounds nothing else. */
function linksBack(block: TreeNode, places: ReadonlySet<string>): TreeNode[] {
  const found: TreeNode[] = []
  let left = noteNodesMax
  for (let node: TreeNode | null = block.first; node !== null && left > 0; left--) {
    const isBack = node.text === null && leadsBack(node, places)
    if (isBack) {
      const link = withWrappers(node, block)
      found.push(link)
      // One sign stands before several links back.
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

/** Rules and hidden headings between the text and its notes. */
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
