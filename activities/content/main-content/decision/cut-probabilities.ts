/**
 * Adjusts the probabilities of blocks for the choice of a set, which takes them as independent of each other: the same
 * place of records is content in all or none, and doubts about a page concern many of its blocks.
 */
import { isForum, isStatedArticle, isStatedProduct, type PageEvidence } from '../evidence.ts'
import type { Place } from './places.ts'

/** How far blocks at the same place of similar records approach their mean, in log-odds: 1 makes them equal. */
const placeShare = 0.6

/**
 * Log-odds by which blocks of a page are less probable for the choice. The doubts about the blocks of a product go
 * together, as those about all its reviews, and a set chosen for independent blocks is too large then.
 */
const productDoubt = 0.4
const forumDoubt = 0.3
const articleDoubt = 0.15

const leastOdds = 1e-6

/** Returns the probabilities with those at the same place of similar records nearer to each other. */
export function evenOut(places: readonly Place[], probabilities: Float64Array): Float64Array {
  const even = Float64Array.from(probabilities)
  for (const { blocks } of places) {
    if (blocks.length < 2) continue
    let sum = 0
    for (const block of blocks) sum += logOdds(probabilities[block]!)
    const mean = sum / blocks.length
    for (const block of blocks) {
      even[block] = probabilityOf((1 - placeShare) * logOdds(probabilities[block]!) + placeShare * mean)
    }
  }
  return even
}

/** Returns the probabilities lowered by the doubt about pages of a kind. */
export function lowerByKind(evidence: PageEvidence, probabilities: Float64Array): Float64Array {
  const doubt = doubtOf(evidence)
  return doubt === 0 ? probabilities : probabilities.map((probability) => probabilityOf(logOdds(probability) - doubt))
}

function doubtOf(evidence: PageEvidence): number {
  if (isStatedProduct(evidence)) return productDoubt
  if (isForum(evidence)) return forumDoubt
  return isStatedArticle(evidence) ? articleDoubt : 0
}

const logOdds = (probability: number): number =>
  Math.log(Math.max(leastOdds, probability) / Math.max(leastOdds, 1 - probability))

const probabilityOf = (odds: number): number => 1 / (1 + Math.exp(-odds))
