/** Recognizes the parts of a page that are not about the page itself: comments, related articles, sidebars. */
import { attribute, following, type TreeNode } from '../../html/tree.ts'

const ancestorsMax = 80
const wordsMaxCharacters = 500
/** Limits on the nodes of an entry searched for its heading, and on the siblings searched for another entry. */
const entryNodesMax = 100
const siblingsMax = 6

/** Class and id words of parts about something else. */
const otherWords =
  /(?:^|[\s_-])(?:comments?|commentlist|respond|related|recommend\w*|promo|popular|trending|most-read|latest|recirc\w*|read-?next|more-from|carousel|newsletter|cookie\w*|testimonials?|reviews?|reviewers?|ratings?|teasers?|up-?next|you-may)(?:$|[\s_-])|Related|Recommend|Testimonial|Review|Comments?(?=$|[\s_A-Z])/
/** Class and id words of parts about the site. */
const furnitureWords = /(?:^|[\s_-])(?:nav|navbar|navigation|menu|breadcrumbs?)(?:$|[\s_-])/
const footerWords = /(?:^|[\s_-])footer(?:$|[\s_-])|Footer/

const asideWords = /(?:^|[\s_-])(?:sidebar|side-bar)(?:$|[\s_-])|Sidebar/

/** Identifies the parts that are apart from the page's heading; a part that contains the heading is the page itself. */
export class ApartParts {
  readonly #aroundHeading = new Set<TreeNode>()

  /** @param heading of the page; null when it has none. */
  constructor(heading: TreeNode | null) {
    for (let at = heading; at !== null; at = at.parent) this.#aroundHeading.add(at)
  }

  /**
   * Returns true for a node in a part about something else.
   * @param asidesToo false for data that may be in an aside of an article: its date, its author.
   */
  has(node: TreeNode, asidesToo = true): boolean {
    let left = ancestorsMax
    for (let at: TreeNode | null = node; at !== null && left > 0; at = at.parent, left--) {
      if (at.name === 'body' || this.#aroundHeading.has(at)) return false
      if (
        isNamed(at, otherWords) ||
        ((isNamed(at, furnitureWords) || isNamed(at, footerWords)) && !isFooterOfArticle(at)) ||
        ((at.name === 'nav' || at.name === 'footer') && !isInArticle(at))
      )
        return true
      if (asidesToo && (isNamed(at, asideWords) || (at.name === 'aside' && !isInArticle(at)))) return true
    }
    return false
  }

  /** Returns true for a node in an entry of a list of pages. */
  isOfEntry(node: TreeNode): boolean {
    return this.#isBelow(node, isEntry)
  }

  /** Returns true for a node in a part about something else; the footer counts as part of the page here. */
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

/** Returns true for an entry of a list of pages: an element with its own heading next to others of its kind. */
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

/** Returns true for the footer of an article, which states its date and author. */
const isFooterOfArticle = (node: TreeNode): boolean =>
  !isNamed(node, furnitureWords) && isNamed(node, footerWords) && isInArticle(node)

/** Returns true inside an article, where footer and aside are about the article and its author. */
function isInArticle(node: TreeNode): boolean {
  let left = ancestorsMax
  for (let at = node.parent; at !== null && left > 0; at = at.parent, left--) if (at.name === 'article') return true
  return false
}
