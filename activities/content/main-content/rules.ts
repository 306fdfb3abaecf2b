/**
 * Chooses the main content by fixed rules: the element that the page marks as such, or the whole page without its
 * furniture (navigation, sidebars, footers and similar parts). For pages that are too small or too large for the
 * block model.
 */
import { isInvisible } from '../../html/content.ts'
import { attribute, firstElement, following, type TreeNode } from '../../html/tree.ts'
import type { MainContent } from './contract.ts'
import { revealHiddenPage } from './hidden-parts.ts'

/** A marked element is accepted only with this share of the page's text, or with this many characters. */
const namedShareMin = 0.1
const namedCharactersMin = 500
/** When less than this share of the page's text, or fewer characters, remain after stripping, the rules failed. */
const strippedShareMin = 0.1
const strippedCharactersMin = 140

/** The average word F1 of the rules. */
const rulesConfidence = 0.8

const nothing: ReadonlySet<TreeNode> = new Set()

/** Returns everything the page shows, including what its scripts would show at once. */
export function wholePage(document: TreeNode): MainContent {
  const root = firstElement(document, 'body') ?? document
  revealHiddenPage(root)
  return { roots: [root], skip: nothing, extractor: 'whole-page', confidence: 1 }
}

/**
 * Chooses the main content of a page by rules.
 * @param whole result of `wholePage` for the same document, when the caller has it.
 */
export function chooseByRules(document: TreeNode, whole: MainContent = wholePage(document)): MainContent {
  const body = whole.roots[0] as TreeNode
  const page = survey(body)
  const enough = Math.min(namedCharactersMin, page.characters * namedShareMin)
  for (const [roots, extractor] of [
    [page.mains, 'main-element'],
    [page.articles, 'article'],
  ] as const) {
    const root = roots[0]
    if (root === undefined || roots.length > 1) continue
    const inside = survey(root)
    if (inside.characters >= enough && inside.characters > 0)
      return { roots, skip: inside.furniture, extractor, confidence: rulesConfidence }
  }
  const least = Math.min(strippedCharactersMin, page.allCharacters * strippedShareMin)
  if (page.characters < least || page.characters === 0) return { ...whole, confidence: 0 }
  return { roots: [body], skip: page.furniture, extractor: 'stripped-page', confidence: rulesConfidence }
}

interface Survey {
  /** Approximate number of characters outside the furniture, without surrounding white space. */
  characters: number
  allCharacters: number
  furniture: Set<TreeNode>
  /** Elements marked as the main content, outermost only. */
  mains: TreeNode[]
  articles: TreeNode[]
}

/** Walks the tree below `root` once and collects its furniture, its marked elements and the amount of text. */
function survey(root: TreeNode): Survey {
  const result: Survey = { characters: 0, allCharacters: 0, furniture: new Set(), mains: [], articles: [] }
  /** The furniture, main element and article that contain the current node. */
  let furniture: TreeNode | null = null
  let main: TreeNode | null = null
  let article: TreeNode | null = null
  for (let node = root.first; node !== null;) {
    let descend = true
    if (node.text !== null) {
      const characters = visibleLength(node.text)
      result.allCharacters += characters
      if (furniture === null) result.characters += characters
    } else if (isInvisible(node)) {
      descend = false
    } else {
      if (main === null && isMain(node)) {
        main = node
        result.mains.push(node)
      }
      if (article === null && node.name === 'article') {
        article = node
        result.articles.push(node)
      }
      if (furniture === null && isFurniture(node)) {
        furniture = node
        result.furniture.add(node)
      }
    }
    const next = following(node, root, descend)
    // Moving up ends every element that the walk leaves.
    if (next === null || node.first === null || !descend) {
      for (let at: TreeNode | null = node; at !== null && at !== next?.parent; at = at.parent) {
        if (at === furniture) furniture = null
        if (at === main) main = null
        if (at === article) article = null
      }
    }
    node = next
  }
  return result
}

/** Estimates the number of characters that are not white space; an exact count would cost more than it is worth. */
function visibleLength(text: string): number {
  if (text.length < 40 || text.includes('\n')) return text.trim().length
  return text.length
}

const isMain = (node: TreeNode): boolean => node.name === 'main' || attribute(node, 'role') === 'main'

const furnitureElements = new Set(['nav', 'aside', 'footer', 'search', 'form', 'menu', 'dialog'])

const furnitureRoles = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'dialog',
  'alertdialog',
  'menu',
  'menubar',
  'toolbar',
  'tablist',
])

/** Words of class names and ids that mark furniture, also inside compound names. */
const furnitureWord =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|sidebar|side-bar|breadcrumbs?|cookies?|consent|gdpr|share|sharing|social|related|recommended|newsletter|subscribe|promo|advert(?:isement)?s?|ads?|banner|popup|modal|pagination|pager|toc|table-of-contents|skip-link|site-header|site-footer|page-footer|global-header|masthead|comment-respond)(?:$|[\s_-])/i

/** Words of class names and ids that mark content and override furniture words. */
const contentWord = /(?:^|[\s_-])(?:main|content|article|post|entry|body|page|wrapper|container|layout)(?:$|[\s_-])/i

/** Returns true for an element that surrounds content rather than being content. */
function isFurniture(node: TreeNode): boolean {
  if (node.name === 'body' || node.name === 'main' || node.name === 'article' || isMain(node)) return false
  const role = attribute(node, 'role')
  if (role !== null && furnitureRoles.has(role)) return true
  if (furnitureElements.has(node.name)) return node.name !== 'form' || !isLargeForm(node)
  if (node.name === 'header') return !isContentHeader(node)
  if (node.name !== 'div' && node.name !== 'section' && node.name !== 'ul' && node.name !== 'ol') return false
  const names = `${attribute(node, 'class') ?? ''} ${attribute(node, 'id') ?? ''}`
  return names !== ' ' && furnitureWord.test(names) && !contentWord.test(names)
}

/** Returns true for the header of an article, which holds its title; false for the header of a site. */
function isContentHeader(header: TreeNode): boolean {
  for (let at = header.parent; at !== null; at = at.parent) {
    if (at.name === 'article' || isMain(at)) return true
    if (at.name === 'body') break
  }
  return false
}

/** Returns true for a form that contains the whole page, as in old pages and some applications. */
function isLargeForm(form: TreeNode): boolean {
  let paragraphs = 0
  let left = 2_000
  for (let node = form.first; node !== null && left > 0; node = following(node, form), left--) {
    if (node.name === 'p' || node.name === 'article' || node.name === 'main' || node.name === 'h1') paragraphs++
    if (paragraphs > 3) return true
  }
  return false
}
