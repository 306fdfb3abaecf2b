/** Fills holes in what is kept: parts that are content by their kind, between or under kept ones. */
import type { BlockFacts } from './facts.ts'

export const G = { between: 0.7, floorStrong: 0.02, floorP: 0.1, end: 0.7, floorEnd: 0.15, kinds: null as Set<string>|null, on: new Set('between end item caption figure price'.split(' ')) }

const strong = new Set(['pre', 'blockquote', 'dd', 'dt', 'figure', 'figcaption', 'dl', 'math'])
const weak = new Set(['p', 'ul', 'ol', 'li', 'table', 'details', 'h2', 'h3', 'h4', 'h5', 'h6'])
const flow = new Set([...strong, ...weak, 'h1'])

export function fillGaps(facts: BlockFacts, probabilities: Float64Array, kept: Uint8Array): void {
  const { blocks, measures } = facts
  const { nodes, parent, first, end } = blocks.elements
  const count = blocks.count
  const words = facts.structure.sums.words
  const keptWords = new Float64Array(count + 1)
  for (let block = 0; block < count; block++)
    keptWords[block + 1] = keptWords[block]! + (kept[block] === 1 ? measures.words[block]! + 0.01 : 0)
  const n = nodes.length
  const kind: string[] = nodes.map((node) => (flow.has(node.name) ? node.name : ''))
  const before = new Int32Array(n).fill(-1)
  const behind = new Int32Array(n).fill(-1)
  const last = new Int32Array(n).fill(-1)
  for (let at = 1; at < n; at++) {
    if (first[at] === end[at]) continue
    const above = parent[at]!
    const previous = last[above]!
    if (previous >= 0) {
      behind[previous] = at
      before[at] = previous
    }
    last[above] = at
  }
  for (let at = n - 1; at > 0; at--) {
    const above = parent[at]!
    if (kind[above] === '' && first[at] !== end[at] && first[above] === first[at] && end[above] === end[at]) kind[above] = kind[at]!
  }
  const keptOf = (at: number): number => keptWords[end[at]!]! - keptWords[first[at]!]!
  const share = (at: number): number => (at < 0 ? 0 : keptOf(at) / (words[end[at]!]! - words[first[at]!]! + 0.01 * (end[at]! - first[at]!)))
  const most = (at: number): number => {
    let best = 0
    for (let block = first[at]!; block < end[at]!; block++) best = Math.max(best, probabilities[block]!)
    return best
  }
  const isFlow = (at: number): boolean => at >= 0 && kind[at] !== ''
  for (let at = 1; at < n; at++) {
    if (first[at] === end[at] || kind[at] === '' || keptOf(at) > 0 || (G.kinds && !G.kinds.has(kind[at]!))) continue
    const own = kind[at]!
    const [a, b] = [before[at]!, behind[at]!]
    const isStrong = strong.has(own)
    const above = parent[at]!
    let keep = false
    if (G.on.has('between') && isFlow(a) && isFlow(b) && share(a) >= G.between && share(b) >= G.between)
      keep = most(at) >= (isStrong ? G.floorStrong : G.floorP)
    if (!keep && G.on.has('end') && b < 0 && isFlow(a) && share(a) >= G.end && share(before[a]!) >= G.end)
      keep = most(at) >= (isStrong ? G.floorStrong : G.floorEnd)
    if (!keep && G.on.has('item') && nodes[above]!.name === 'li' && ['p', 'blockquote', 'pre'].includes(own)) {
      keep = share(above) >= 0.3 && most(at) >= 0.03
    }
    if (!keep && G.on.has('figure') && (own === 'figure') && a >= 0 && b >= 0 && keptOf(a) > 0 && share(b) >= 0.5)
      keep = most(at) >= 0.02
    if (keep) kept.fill(1, first[at], end[at])
  }
  if (G.on.has('caption'))
    for (let at = 1; at < n; at++) {
      const name = nodes[at]!.name
      if (first[at] === end[at] || keptOf(at) > 0 || !(name === 'figcaption' || name === 'footer' || name === 'cite')) continue
      const above = nodes[parent[at]!]!.name
      if ((above === 'figure' || above === 'blockquote') && keptOf(parent[at]!) > 0 && first[at] !== first[parent[at]!]) kept.fill(1, first[at], end[at])
    }
  if (G.on.has('price'))
    for (let at = 1; at < n; at++) {
      if (nodes[at]!.name !== 'h1' || share(at) < 0.5) continue
      let steps = 0
      for (let next = behind[at]!; next >= 0 && steps < 6; next = behind[next]!, steps++) {
        if (end[next]! - first[next]! > 2) continue
        let prices = 0, w = 0, l = 0
        for (let block = first[next]!; block < end[next]!; block++) { prices += measures.prices[block]!; w += measures.words[block]!; l += measures.linkWords[block]! }
        if (prices > 0 && w <= 12 && l === 0) kept.fill(1, first[next], end[next])
      }
    }
}
