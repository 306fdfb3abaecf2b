/** Which parts of a page speak of other things than the page: comments, related articles, sidebars. */
import { attribute, following, type TreeNode } from '../../html/tree.ts'

const ancestorsMax = 80
const wordsMaxCharacters = 500
/** Nodes of an entry looked at for its heading, and siblings for another entry. */
const entryNodesMax = 100
const siblingsMax = 6

/** Parts about something else. */
const otherWords =
  /(?:^|[\s_-])(?:comments?|commentlist|respond|related|recommend\w*|promo|popular|trending|most-read|latest|recirc\w*|read-?next|more-from|carousel|newsletter|cookie\w*|testimonials?|reviews?|reviewers?|ratings?|teasers?|up-?next|you-may)(?:$|[\s_-])|Related|Recommend|Testimonial|Review|Comments?(?=$|[\s_A-Z])/
/** Parts about the site. */
const furnitureWords = /(?:^|[\s_-])(?:footer|nav|navbar|navigation|menu|breadcrumbs?)(?:$|[\s_-])|Footer/

const asideWords = /(?:^|[\s_-])(?:sidebar|side-bar)(?:$|[\s_-])|Sidebar/

/** Tells the parts that are apart from the heading: what holds the heading too is the page itself. */
export class ApartParts {
  readonly #aroundHeading = new Set<TreeNode>()

  /** @param heading of the page, or null where it has none. */
  constructor(heading: TreeNode | null) {
    for (let at = heading; at !== null; at = at.parent) this.#aroundHeading.add(at)
  }

  /**
   * True for a node in a part about something else.
   * @param asidesToo false for what may stand beside an article: its date, its author.
   */
  has(node: TreeNode, asidesToo = true): boolean {
    let left = ancestorsMax
    for (let at: TreeNode | null = node; at !== null && left > 0; at = at.parent, left--) {
      if (at.name === 'body' || this.#aroundHeading.has(at)) return false
      if (
        isNamed(at, otherWords) ||
        isNamed(at, furnitureWords) ||
        ((at.name === 'nav' || at.name === 'footer') && !isInArticle(at))
      )
        return true
      if (asidesToo && (isNamed(at, asideWords) || (at.name === 'aside' && !isInArticle(at)))) return true
    }
    return false
  }

  /** True for a node in an entry of a list of pages. */
  isOfEntry(node: TreeNode): boolean {
    return this.#isBelow(node, isEntry)
  }

  /** True for a node in a part about something else; what the page says in its foot is about itself. */
  isOfOther(node: TreeNode): boolean {
    return this.#isBelow(node, (at) => isNamed(at, otherWords) || isEntry(at))
  }

  #isBelow(node: TreeNode, isPart: (at: TreeNode) => boolean): boolean {
    let left = ancestorsMax
    for (let at: TreeNode | null = node; at !== null && left > 0; at = at.parent, left--) {
      if (at.name === 'body' || this.#aroundHeading.has(at)) return false
      if (isPart(at)) return true
    }
    return false
  }
}

/** True for an element with a heading of its own among others of its kind: an entry of a list of pages. */
function isEntry(node: TreeNode): boolean {
  if (node.name !== 'article' && node.name !== 'li') return false
  if (!hasTwin(node, (at) => at.previous) && !hasTwin(node, (at) => at.next)) return false
  let left = entryNodesMax
  for (let at = node.first; at !== null && left > 0; at = following(at, node), left--) {
    if (/^h[1-4]$/.test(at.name)) return true
  }
  return false
}

function hasTwin(node: TreeNode, step: (at: TreeNode) => TreeNode | null): boolean {
  let left = siblingsMax
  for (let at = step(node); at !== null && left > 0; at = step(at), left--) if (at.name === node.name) return true
  return false
}

function isNamed(node: TreeNode, words: RegExp): boolean {
  for (const by of ['class', 'id']) {
    const names = attribute(node, by)
    if (names !== null && names.length < wordsMaxCharacters && words.test(names)) return true
  }
  return false
}

/** An article has a footer of its own, and an aside about its author. */
function isInArticle(node: TreeNode): boolean {
  let left = ancestorsMax
  for (let at = node.parent; at !== null && left > 0; at = at.parent, left--) if (at.name === 'article') return true
  return false
}
