/**
 * JSON in its written form, before parsing: objects keep the order of their members and may contain one twice, and
 * numbers may have any size. Used by the generators of invalid requests.
 */

/** Members of an object, in order. */
export class Members {
  readonly entries: readonly (readonly [string, Tree])[]

  constructor(entries: readonly (readonly [string, Tree])[]) {
    this.entries = entries
  }
}

/** A piece of JSON text that is sent unchanged. */
export class RawText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Tree = string | number | boolean | null | RawText | Members | readonly Tree[]

/** Converts a plain value to a tree. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map((each) => treeOf(each))
  if (typeof value === 'object' && value !== null) {
    return new Members(Object.entries(value).map(([name, member]) => [name, treeOf(member)] as const))
  }
  return value as string | number | boolean | null
}

/** Returns the text of a tree. */
export function jsonText(tree: Tree): string {
  if (tree instanceof RawText) return tree.text
  if (tree instanceof Members) {
    return `{${tree.entries.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`).join(',')}}`
  }
  if (Array.isArray(tree)) return `[${(tree as readonly Tree[]).map((each) => jsonText(each)).join(',')}]`
  return JSON.stringify(tree)
}

/** Returns the number of nodes of a tree, itself included. */
export function sizeOf(tree: Tree): number {
  if (tree instanceof Members) return tree.entries.reduce((sum, [, member]) => sum + sizeOf(member), 1)
  if (Array.isArray(tree)) return (tree as readonly Tree[]).reduce<number>((sum, each) => sum + sizeOf(each), 1)
  return 1
}

/**
 * Returns a copy in which one node is changed.
 * @param at number of the node, depth first; 0 is the tree itself.
 */
export function withNode(tree: Tree, at: number, change: (node: Tree) => Tree): Tree {
  if (at === 0) return change(tree)
  let left = at - 1
  const inside = (member: Tree): Tree => {
    const size = sizeOf(member)
    const here = left >= 0 && left < size
    const changed = here ? withNode(member, left, change) : member
    left -= size
    return changed
  }
  if (tree instanceof Members) return new Members(tree.entries.map(([name, member]) => [name, inside(member)] as const))
  return Array.isArray(tree) ? (tree as readonly Tree[]).map((each) => inside(each)) : tree
}
