/** Finds the parts of a result page: its repeated elements, and the fields inside each. */
import type { CssSelector } from '@seine/shared/selectors/css-selector.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import type { SelectorMatcher } from '../../html/selectors/match-selectors.ts'
import { attribute, following, textBelow, type TreeNode } from '../../html/tree.ts'

/** Maps nodes to the elements that contain them. Each path to the root is walked only once, for any number of nodes. */
export class Owners {
  readonly #known = new Map<TreeNode, TreeNode | null>()

  constructor(owners: readonly TreeNode[]) {
    for (const owner of owners) this.#known.set(owner, owner)
  }

  /** Returns the nearest element that contains or is the node; null if none exists. */
  of(node: TreeNode): TreeNode | null {
    const way: TreeNode[] = []
    let at: TreeNode | null = node
    while (at !== null && !this.#known.has(at)) {
      way.push(at)
      at = at.parent
    }
    const owner = at === null ? null : (this.#known.get(at) ?? null)
    for (const each of way) this.#known.set(each, owner)
    return owner
  }
}

/** The elements of one kind on a page, and their contents. */
export class PageElements {
  readonly items: readonly TreeNode[]
  readonly #owners: Owners
  readonly #matcher: SelectorMatcher

  constructor(matcher: SelectorMatcher, items: readonly TreeNode[]) {
    this.#matcher = matcher
    this.items = items.slice(0, serpLimits.elementsMax)
    this.#owners = new Owners(this.items)
  }

  /**
   * Returns a field of each element: the first match of the first selector that has one.
   * @param isWanted returns false for matches to skip.
   */
  field(
    selectors: readonly CssSelector[],
    isWanted: (node: TreeNode) => boolean = () => true,
  ): ReadonlyMap<TreeNode, TreeNode> {
    const found = new Map<TreeNode, TreeNode>()
    for (const selector of selectors) {
      for (const node of this.#matcher.all(selector)) {
        const owner = this.#owners.of(node)
        if (owner !== null && !found.has(owner) && isWanted(node)) found.set(owner, node)
      }
    }
    return found
  }

  /** Returns all matches in each element. */
  fields(selectors: readonly CssSelector[]): ReadonlyMap<TreeNode, TreeNode[]> {
    const found = new Map<TreeNode, TreeNode[]>()
    for (const selector of selectors) {
      for (const node of this.#matcher.all(selector)) {
        const owner = this.#owners.of(node)
        if (owner === null) continue
        const list = found.get(owner)
        if (list === undefined) found.set(owner, [node])
        else list.push(node)
      }
    }
    return found
  }
}

/** Returns the text of a field; null when it is missing. */
export function nodeText(
  node: TreeNode | undefined | null,
  maxCharacters: number = serpLimits.snippetMaxCharacters,
): string | null {
  if (node === undefined || node === null) return null
  const text = textBelow(node, maxCharacters)
  return text === '' ? null : text
}

/** Returns the URL of a link, or of the first link in an element. */
export function hrefOf(node: TreeNode | undefined | null): string | null {
  if (node === undefined || node === null) return null
  const own = attribute(node, 'href')
  if (own !== null) return own
  let left = 500
  for (let at = node.first; at !== null && left > 0; at = following(at, node), left--) {
    const href = at.name === 'a' ? attribute(at, 'href') : null
    if (href !== null) return href
  }
  return null
}

/** Returns the elements found by the first selector that matches any. */
export function firstFound(matcher: SelectorMatcher, selectors: readonly CssSelector[]): TreeNode[] {
  for (const selector of selectors) {
    const found = matcher.all(selector)
    if (found.length > 0) return found
  }
  return []
}
