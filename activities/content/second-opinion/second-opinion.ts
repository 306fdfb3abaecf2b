/**
 * Consults Readability when confidence in the first choice is low and the page states that it is an article, the
 * only kind of page that Readability is made for.
 */
import type { ContentSelection } from '../../html/content.ts'
import { evidenceNames, type PageEvidence } from '../main-content/evidence.ts'
import type { TreeNode } from '../../html/tree.ts'
import { readabilityContent } from './readability.ts'

/** The first choice stands when its confidence is at least this. */
const confidenceEnough = 0.7

/** Stated kinds that make the page an article, and stated kinds of which one rules that out. */
const articleClaims = ['stated article', 'og article']
const otherClaims = ['stated product', 'stated forum', 'stated listing', 'og product']

/**
 * Returns what Readability keeps of the page, when consulting it is worthwhile.
 * @param url of the page.
 * @param evidence of the page.
 * @param confidence expected word F1 of the first choice, 0 to 1.
 * @returns null when the first choice stands.
 */
export function secondOpinion(
  document: TreeNode,
  url: string,
  evidence: PageEvidence,
  confidence: number,
): ContentSelection | null {
  return confidence < confidenceEnough && isArticle(evidence) ? readabilityContent(document, url) : null
}

function isArticle({ kinds }: PageEvidence): boolean {
  const claims = (names: readonly string[]): boolean => names.some((name) => kinds[evidenceNames.indexOf(name)] === 1)
  return claims(articleClaims) && !claims(otherClaims)
}
