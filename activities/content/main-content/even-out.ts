/** Brings the probabilities of similar blocks nearer to each other: the same place of records is content in all or none. */
import type { Place } from './places.ts'

/** How far blocks at the same place of similar records approach their mean, in log-odds: 1 makes them equal. */
const placeShare = 0.6

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

const logOdds = (probability: number): number =>
  Math.log(Math.max(leastOdds, probability) / Math.max(leastOdds, 1 - probability))

const probabilityOf = (odds: number): number => 1 / (1 + Math.exp(-odds))
