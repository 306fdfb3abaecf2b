/** Facts about the document as a whole. */
import { factLimits } from '../limits/structured-limits.ts'
import type { DocumentFacts, StatedEntity } from '@seine/shared/pages/facts.ts'
import { once } from '@seine/shared/values/once.ts'
import { imageUrl, isCountingPixel } from '../../html/images.ts'
import { headingLevel } from '../../html/markdown/heading-level.ts'
import { attribute, type TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import type { SeenElement } from './elements/body-survey.ts'
import { FactBudget } from './elements/fact-budget.ts'
import { visibleText } from './elements/visible-text.ts'
import type { FactPage } from './fact-page.ts'
import { siteFacts } from './site-facts.ts'

const headingMaxCharacters = 500
/** A shorter paragraph is a note or an entry of a list. */
const openingMinCharacters = 40
/** Images with a side shorter than this, in CSS pixels, count as small. */
const sideMin = 64

/**
 * Returns the facts of the document, each read when it is first asked for.
 * @param elements returns the visible elements.
 * @param entities returns the entities that the page states.
 */
export function documentFacts(
  { document, url, urls, metadata }: FactPage,
  elements: () => readonly SeenElement[],
  entities: () => readonly StatedEntity[],
): DocumentFacts {
  const content = once(() => elements().filter(({ place }) => place === 0))
  const heading = once(() => mainHeading(content()) ?? mainHeading(elements()))
  const opening = once(() => openingOf(content()))
  const images = once(() => {
    const own = imagesOf(content(), urls)
    return own.length > 0 ? own : imagesOf(elements(), urls)
  })
  const trail = once(() => breadcrumbs(elements(), entities(), new FactBudget()))
  return {
    url,
    canonicalUrl: metadata.canonicalUrl,
    title: metadata.title,
    language: metadata.language,
    author: metadata.author,
    published: metadata.publishedTime,
    modified: metadata.modifiedTime,
    get heading() {
      return heading()
    },
    get opening() {
      return opening()
    },
    get images() {
      return images()
    },
    get breadcrumbs() {
      return trail()
    },
    site: siteFacts(document, elements, { url, stated: metadata.siteName }),
  }
}

/** Returns the text of the first top-level heading that has any. */
function mainHeading(elements: readonly SeenElement[]): string | null {
  const budget = new FactBudget()
  for (const { node } of elements) {
    const text = headingLevel(node) === 1 ? visibleText(node, budget, headingMaxCharacters) : ''
    if (text !== '') return text
  }
  return null
}

const paragraphElements = new Set(['p', 'li', 'blockquote', 'pre', 'dd'])

/** Returns the first longer paragraph or list item. */
function openingOf(elements: readonly SeenElement[]): string | null {
  const budget = new FactBudget()
  for (const { node } of elements) {
    if (budget.isFull) break
    if (!paragraphElements.has(node.name) || holdsParagraph(node)) continue
    const text = visibleText(node, budget)
    if (text.length >= openingMinCharacters) return text
  }
  return null
}

/** True when the element contains paragraphs, which are read separately. */
function holdsParagraph(node: TreeNode): boolean {
  if (node.name === 'p') return false
  for (let child = node.first; child !== null; child = child.next)
    if (paragraphElements.has(child.name) || child.name === 'ul' || child.name === 'ol') return true
  return false
}

function imagesOf(elements: readonly SeenElement[], urls: UrlResolver): string[] {
  const large = new Set<string>()
  const small = new Set<string>()
  for (const { node } of elements) {
    if (large.size >= factLimits.imagesMax) break
    if (node.name !== 'img' || isCountingPixel(node)) continue
    const url = imageUrl(node, urls)
    if (url === null) continue
    if (!isSmall(node)) large.add(url)
    else if (small.size < factLimits.imagesMax) small.add(url)
  }
  return [...new Set([...large, ...small])].slice(0, factLimits.imagesMax)
}

const isSmall = (node: TreeNode): boolean =>
  ['width', 'height'].some((name) => Number.parseInt(attribute(node, name) ?? String(sideMin), 10) < sideMin)
