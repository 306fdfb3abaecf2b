/**
 * Asks Readability where the first choice is doubtful and the page says of itself that it is an
 * article, the one kind of page Readability is made for.
 */
import type { ContentSelection } from '../../html/content.ts'
import { evidenceNames, readEvidence } from '../main-content/evidence.ts'
import type { TreeNode } from '../../html/tree.ts'
import { readabilityContent } from './readability.ts'

/** First choices this sure of themselves stand. */
const confidenceEnough = 0.7

/** Claims that make an article, and those of which one is enough to doubt it. */
const articleClaims = ['stated article', 'og article']
const otherClaims = ['stated product', 'stated forum', 'stated listing', 'og product']

/**
 * What Readability keeps of the page, when it is worth asking.
 * @param url of the page.
 * @param confidence of the first choice: the word F1 expected of it, 0 to 1.
 * @returns null when the first choice stands.
 */
export function secondOpinion(document: TreeNode, url: string, confidence: number): ContentSelection | null {
  return confidence < confidenceEnough && isArticle(document, url) ? readabilityContent(document, url) : null
}

function isArticle(document: TreeNode, url: string): boolean {
  const { kinds } = readEvidence(document, url)
  const claims = (names: readonly string[]): boolean => names.some((name) => kinds[evidenceNames.indexOf(name)] === 1)
  return claims(articleClaims) && !claims(otherClaims)
}
