/**
 * Finds any of many texts in one pass, even when they overlap (Aho and Corasick, 1975), in typed arrays: 14 bytes per
 * node, at most one node for each UTF-16 unit of the texts. Pure.
 */

/** Units below this are looked up in a table for the children of the root. */
const asciiEnd = 128

export class Automaton {
  /** Children of node n are `firsts[n]` to `firsts[n + 1] - 1`, sorted by their units; nodes are in order of depth. */
  readonly #firsts: Int32Array
  readonly #units: Uint16Array
  /** The node where the search continues when a node has no child for the next unit. */
  readonly #fallbacks: Int32Array
  readonly #rootChildren = new Int32Array(asciiEnd)
  /** Length of the text that leads to a node. */
  readonly depths: Int32Array
  /** Length of the longest text that ends at a node, directly or through its fall-back; 0 when none does. */
  readonly ends: Int32Array
  /** Length of the longest text. */
  readonly longest: number
  /** By the low byte of a unit: 1 where a text may begin with it. */
  readonly heads = new Uint8Array(256)
  /** Number of nodes visited so far, for tests of the run time. */
  work = 0

  /** @param texts none of them is empty; repeats count once. */
  constructor(texts: readonly string[]) {
    const sorted = [...new Set(texts)].toSorted((a, b) => (a < b ? -1 : 1))
    const most = sorted.reduce((sum, { length }) => sum + length, 1)
    const firsts = new Int32Array(most + 1)
    const units = new Uint16Array(most)
    const depths = new Int32Array(most)
    const ends = new Int32Array(most)
    const parents = new Int32Array(most)
    // Each node covers the texts that continue below it: a range of the sorted texts.
    const lows = new Int32Array(most)
    const highs = new Int32Array(most)
    highs[0] = sorted.length
    let nodes = 1
    for (let node = 0; node < nodes; node += 1) {
      firsts[node] = nodes
      const depth = depths[node]!
      let at = lows[node]!
      const high = highs[node]!
      if (at < high && sorted[at]!.length === depth) {
        ends[node] = depth
        at += 1
      }
      while (at < high) {
        const unit = sorted[at]!.charCodeAt(depth)
        lows[nodes] = at
        while (at < high && sorted[at]!.charCodeAt(depth) === unit) at += 1
        highs[nodes] = at
        units[nodes] = unit
        depths[nodes] = depth + 1
        parents[nodes] = node
        nodes += 1
      }
    }
    firsts[nodes] = nodes
    this.#firsts = firsts.slice(0, nodes + 1)
    this.#units = units.slice(0, nodes)
    this.depths = depths.slice(0, nodes)
    this.ends = ends.slice(0, nodes)
    this.#fallbacks = new Int32Array(nodes)
    this.longest = nodes === 1 ? 0 : depths[nodes - 1]!
    for (let child = 1; child < firsts[1]!; child += 1) {
      const unit = units[child]!
      this.heads[unit & 255] = 1
      if (unit < asciiEnd) this.#rootChildren[unit] = child
    }
    this.#fallBack(parents)
  }

  /** Size of the automaton, bytes. */
  get bytes(): number {
    return 14 * this.ends.length + 4 * asciiEnd + 256
  }

  get nodes(): number {
    return this.ends.length
  }

  #fallBack(parents: Int32Array): void {
    for (let node = this.#firsts[1]!; node < this.nodes; node += 1) {
      const unit = this.#units[node]!
      const fallback = this.step(this.#fallbacks[parents[node]!]!, unit)
      this.#fallbacks[node] = fallback
      // Of two texts that end at the same place, the longer covers the shorter.
      if (this.ends[node] === 0) this.ends[node] = this.ends[fallback]!
    }
  }

  /** Returns the node that a unit leads to; over a whole text, the number of visits is linear in its units. */
  step(from: number, unit: number): number {
    let node = from
    for (;;) {
      this.work += 1
      const next = this.#child(node, unit)
      if (next !== 0 || node === 0) return next
      node = this.#fallbacks[node]!
    }
  }

  #child(node: number, unit: number): number {
    if (node === 0 && unit < asciiEnd) return this.#rootChildren[unit]!
    let low = this.#firsts[node]!
    let high = this.#firsts[node + 1]!
    while (low < high) {
      const middle = (low + high) >> 1
      const found = this.#units[middle]!
      if (found === unit) return middle
      if (found < unit) low = middle + 1
      else high = middle
    }
    return 0
  }
}
