/**
 * Ranks the links of a site by the words of a search, similar to BM25: a word counts more the fewer links contain it,
 * and the shorter the text that contains it.
 */
import type { MapLink } from '@seine/shared/api/schemas/map-result.ts'
import { mapLimits } from '@seine/shared/config/limits.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { discoveryLimits } from '../frontier/limits/discovery-limits.ts'
import { folded, searchTerms, strengthOf, type SearchTerm } from './search-words.ts'

/** Weight of a word by field. A host is shared by many links, often by all. */
const weights = { address: 3, title: 3, description: 1, host: 0.5 }
/** Length at which a match counts half as much as in an empty text. */
const halfLengthCharacters = 100

/** Returns the words of a URL: its host up to the domain that all links share, and its path and query, decoded. */
function wordsOf(url: string, domain: string): { host: string; address: string } {
  const hostAt = url.indexOf('://') + 3
  const pathAt = url.indexOf('/', hostAt)
  const host = url
    .slice(hostAt, pathAt)
    .replace(domain, '')
    .replace(/^www\./, '')
  const address = url.slice(pathAt)
  if (!address.includes('%')) return { host, address }
  try {
    return { host, address: decodeURIComponent(address) }
  } catch {
    return { host, address }
  }
}

const fieldScore = (term: SearchTerm, text: string, weight: number): number =>
  text === '' ? 0 : (weight * strengthOf(term, text)) / (1 + text.length / halfLengthCharacters)

/** Returns the score of each word in a link; null when the link contains none of them. */
function scoresOf(link: MapLink, terms: readonly SearchTerm[], domain: string): number[] | null {
  const { host, address } = wordsOf(link.url, domain)
  const path = folded(address)
  const title = folded(link.title ?? '')
  const description = folded(link.description ?? '')
  const scores = terms.map(
    (term) =>
      fieldScore(term, path, weights.address) +
      fieldScore(term, host, weights.host) +
      fieldScore(term, title, weights.title) +
      fieldScore(term, description, weights.description),
  )
  return scores.some((score) => score > 0) ? scores : null
}

/**
 * Returns the links that contain a word of the search, best first; links with equal scores keep their order. The same
 * input gives the same order.
 * @param search search as the caller wrote it.
 * @param domain common suffix of the hosts of all links, which does not distinguish them.
 * @returns an empty list when no link contains any word; null when the search has no words.
 */
export async function rankLinks(links: readonly MapLink[], search: string, domain: string): Promise<MapLink[] | null> {
  const terms = searchTerms(search, mapLimits.searchTermsMax)
  if (terms.length === 0) return null
  const matches: { link: MapLink; scores: number[] }[] = []
  const turn = new LoopTurn(discoveryLimits.discoveryTurnMs)
  for (const link of links) {
    const scores = scoresOf(link, terms, domain)
    if (scores !== null) matches.push({ link, scores })
    if (turn.isOver) await turn.next()
  }
  const rarity = terms.map((_, index) => {
    const having = matches.filter(({ scores }) => (scores[index] ?? 0) > 0).length
    return Math.log(1 + (links.length - having + 0.5) / (having + 0.5))
  })
  const weightOf = (index: number): number => terms[index]?.weight ?? 0
  const weightOfAll = terms.reduce((sum, { weight }) => sum + weight, 0)
  await turn.next()
  const ranked = matches.map(({ link, scores }) => {
    const found = scores.reduce((sum, score, index) => sum + (score > 0 ? weightOf(index) : 0), 0) / weightOfAll
    // A link with all words ranks above one that has some of them often.
    const score =
      scores.reduce((sum, each, index) => sum + each * weightOf(index) * (rarity[index] ?? 0), 0) * found * found
    return { link, score }
  })
  await turn.next()
  // The sort is stable.
  return ranked.toSorted((a, b) => b.score - a.score).map(({ link }) => link)
}
