/** Circles of a directed graph: its strongly connected components, by Tarjan's algorithm (1972). */

/**
 * Finds the circles.
 * @param edges node → the nodes it points to.
 * @returns each circle as the sorted list of its nodes; none of a single node.
 */
export function circlesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const indices = new Map<string, number>()
  const lows = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const circles: string[][] = []
  const visit = (node: string): void => {
    const index = indices.size
    indices.set(node, index)
    lows.set(node, index)
    open.push(node)
    isOpen.add(node)
    for (const next of edges.get(node) ?? []) {
      if (!indices.has(next)) visit(next)
      if (isOpen.has(next)) lows.set(node, Math.min(lows.get(node)!, lows.get(next)!))
    }
    if (lows.get(node) !== index) return
    const members = open.splice(open.indexOf(node))
    for (const member of members) isOpen.delete(member)
    if (members.length > 1) circles.push(members.toSorted())
  }
  for (const node of edges.keys()) if (!indices.has(node)) visit(node)
  return circles
}
