/** Finds any of many texts in one pass, however they overlap (Aho and Corasick, 1975). Pure. */

export interface Search {
  /** Where any of the texts stands: [start, end), in order of their ends, overlaps included. */
  ranges(text: string): [start: number, end: number][]
}

const keyOf = (node: number, unit: number): number => node * 65_536 + unit

/** The tree of all texts, node 0 its root. */
interface Tree {
  children: Map<number, number>
  parents: number[]
  units: number[]
  depths: number[]
  /** Length of the longest text that ends at a node, by itself or through its fall-back; 0 = none. */
  ends: number[]
}

function treeOf(needles: readonly string[]): Tree {
  const tree: Tree = { children: new Map(), parents: [0], units: [0], depths: [0], ends: [0] }
  for (const needle of needles) {
    let node = 0
    for (let at = 0; at < needle.length; at += 1) {
      const unit = needle.charCodeAt(at)
      const known = tree.children.get(keyOf(node, unit))
      const child = known ?? tree.parents.length
      if (known === undefined) {
        tree.children.set(keyOf(node, unit), child)
        tree.parents.push(node)
        tree.units.push(unit)
        tree.depths.push(at + 1)
        tree.ends.push(0)
      }
      node = child
    }
    tree.ends[node] = needle.length
  }
  return tree
}

/** Where the search goes on from a node that has no child for the next unit. */
function fallbacksOf({ children, parents, units, depths, ends }: Tree): Int32Array {
  const fallbacks = new Int32Array(parents.length)
  const byDepth = [...depths.keys()].toSorted((a, b) => depths[a]! - depths[b]!)
  for (const node of byDepth) {
    if (depths[node]! < 2) continue
    let from = fallbacks[parents[node]!]!
    while (from !== 0 && !children.has(keyOf(from, units[node]!))) from = fallbacks[from]!
    const fallback = children.get(keyOf(from, units[node]!)) ?? 0
    fallbacks[node] = fallback
    // Of two that end at one place the longer takes the other along.
    if (ends[node] === 0) ends[node] = ends[fallback]!
  }
  return fallbacks
}

/** Length of what is looked for first, by the engine of regular expressions, which is much faster. */
const headLength = 4

/** @param needles none of them shorter than four UTF-16 units. */
export function createSearch(needles: readonly string[]): Search {
  const tree = treeOf(needles)
  const { children, ends } = tree
  const fallbacks = fallbacksOf(tree)
  const heads = [...new Set(needles.map((needle) => needle.slice(0, headLength)))]
  const anyHead = new RegExp(heads.map((head) => RegExp.escape(head)).join('|'))
  return {
    ranges(text) {
      const first = needles.length === 0 ? -1 : text.search(anyHead)
      if (first === -1) return []
      const found: [number, number][] = []
      let node = 0
      for (let at = first; at < text.length; at += 1) {
        const unit = text.charCodeAt(at)
        let next = children.get(keyOf(node, unit))
        while (next === undefined && node !== 0) {
          node = fallbacks[node]!
          next = children.get(keyOf(node, unit))
        }
        node = next ?? 0
        const length = ends[node]!
        if (length > 0) found.push([at + 1 - length, at + 1])
      }
      return found
    },
  }
}
