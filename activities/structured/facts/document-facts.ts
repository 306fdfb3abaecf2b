/** Facts about the document as a whole. */
import { factLimits } from '@seine/shared/config/json-limits.ts'
import { imageUrl, isCountingPixel } from '../../html/images.ts'
import { headingLevel } from '../../html/markdown/heading-level.ts'
import { attribute, type TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import type { DocumentFacts } from '@seine/shared/pages/facts.ts'
import type { SeenElement } from './elements/body-survey.ts'
import type { FactBudget } from './elements/fact-budget.ts'
import { ownAddress } from './elements/first-address.ts'
import { visibleText } from './elements/visible-text.ts'

const headingMaxCharacters = 500
/** Images with a side shorter than this, in CSS pixels, count as small. */
const sideMin = 64

type BodyFacts = Pick<DocumentFacts, 'heading' | 'paragraphs' | 'headings' | 'images' | 'links'>

/** Reads the content; when it has no images, those of the whole page count. */
export function bodyFacts(elements: readonly SeenElement[], urls: UrlResolver, budget: FactBudget): BodyFacts {
  const content = elements.filter(({ place }) => place === 0)
  const headings = headingsOf(content, budget)
  const all = headings.some(({ level }) => level === 1) ? headings : headingsOf(elements, budget)
  const images = imagesOf(content, urls)
  return {
    heading: all.find(({ level }) => level === 1)?.text ?? null,
    paragraphs: paragraphsOf(content, budget),
    headings,
    images: images.length > 0 ? images : imagesOf(elements, urls),
    links: linksOf(content, urls, budget),
  }
}

function headingsOf(elements: readonly SeenElement[], budget: FactBudget): { level: number; text: string }[] {
  const headings: { level: number; text: string }[] = []
  for (const { node } of elements) {
    if (headings.length >= factLimits.headingsMax || budget.isFull) break
    const level = headingLevel(node)
    const text = level === 0 ? '' : visibleText(node, budget, headingMaxCharacters)
    if (text !== '') headings.push({ level, text: budget.keep(text) })
  }
  return headings
}

const paragraphElements = new Set(['p', 'li', 'blockquote', 'pre', 'dd'])

function paragraphsOf(elements: readonly SeenElement[], budget: FactBudget): string[] {
  const paragraphs: string[] = []
  for (const { node } of elements) {
    if (paragraphs.length >= factLimits.paragraphsMax || budget.isFull) break
    if (!paragraphElements.has(node.name) || holdsParagraph(node)) continue
    const text = visibleText(node, budget)
    if (text !== '') paragraphs.push(budget.keep(text))
  }
  return paragraphs
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

function linksOf(
  elements: readonly SeenElement[],
  urls: UrlResolver,
  budget: FactBudget,
): { url: string; text: string }[] {
  const links: { url: string; text: string }[] = []
  for (const { node } of elements) {
    if (links.length >= factLimits.linksMax || budget.isFull) break
    const url = node.name === 'a' ? ownAddress(node, urls) : null
    if (url !== null) links.push({ url, text: budget.keep(visibleText(node, budget, headingMaxCharacters)) })
  }
  return links
}
