/** Which parts of a page speak of other things than the page: comments, related articles, sidebars. */
import { attribute, type TreeNode } from '../tree.ts'

const ancestorsMax = 80
const wordsMaxCharacters = 500

const apartWords =
  /(?:^|[\s_-])(?:comments?|commentlist|respond|related|recommend\w*|footer|nav|navbar|navigation|promo|popular|trending|most-read|latest|recirc\w*|read-?next|more-from|carousel|newsletter|menu|breadcrumbs?|cookie\w*|testimonials?|reviews?|reviewers?|ratings?|teasers?|up-?next|you-may)(?:$|[\s_-])|Related|Recommend|Testimonial|Review|Comments?(?=$|[\s_A-Z])|Footer/

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
      if (isNamed(at, apartWords) || ((at.name === 'nav' || at.name === 'footer') && !isInArticle(at))) return true
      if (asidesToo && (isNamed(at, asideWords) || (at.name === 'aside' && !isInArticle(at)))) return true
    }
    return false
  }
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
