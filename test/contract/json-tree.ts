/**
 * JSON as it is written and not as it is parsed: objects keep the order of their members, may have
 * one twice, and numbers may be of any size. What a generator of bad requests needs.
 */

/** Members of an object, in order. */
export class Members {
  readonly entries: readonly (readonly [string, Tree])[]

  constructor(entries: readonly (readonly [string, Tree])[]) {
    this.entries = entries
  }
}

/** A piece of JSON text that goes out as it is. */
export class RawText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Tree = string | number | boolean | null | RawText | Members | readonly Tree[]

/** A plain value as a tree. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map((each) => treeOf(each))
  if (typeof value === 'object' && value !== null) {
    return new Members(Object.entries(value).map(([name, member]) => [name, treeOf(member)] as const))
  }
  return value as string | number | boolean | null
}

/** The text of a tree. */
export function jsonText(tree: Tree): string {
  if (tree instanceof RawText) return tree.text
  if (tree instanceof Members) {
    return `{${tree.entries.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`).join(',')}}`
  }
  if (Array.isArray(tree)) return `[${(tree as readonly Tree[]).map((each) => jsonText(each)).join(',')}]`
  return JSON.stringify(tree)
}

/** How many nodes a tree has, itself included. */
export function sizeOf(tree: Tree): number {
  if (tree instanceof Members) return tree.entries.reduce((sum, [, member]) => sum + sizeOf(member), 1)
  if (Array.isArray(tree)) return (tree as readonly Tree[]).reduce<number>((sum, each) => sum + sizeOf(each), 1)
  return 1
}

/**
 * A copy in which one node is another.
 * @param at number of the node, from 0 = the tree itself, depth first.
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
