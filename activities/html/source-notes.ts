/**
 * Facts of the source of a page that its tree does not contain; for readers that judge what a browser with scripts would
 * show.
 */
import type { Attribute } from './scanner.ts'
import type { TreeNode } from './tree.ts'

export interface SourceScript {
  attributes: readonly Attribute[]
  content: string
}

export interface SourceNotes {
  /**
   * Scripts by the element that contains them; the tree itself has only scripts that hold data. Scripts inside noscript
   * elements are left out.
   */
  scripts: Map<TreeNode, SourceScript[]>
  /** Characters of source inside SVG pictures and formulas, whose shapes are not in the tree. */
  drawings: Map<TreeNode, number>
  /**
   * Nodes from the source of noscript elements, and the number of the element they are from. The tree is that of a
   * browser without scripts, where broken markup may put such nodes outside the noscript element, and the rest of the
   * page inside.
   */
  noscripts: Map<TreeNode, number>
  /** Custom elements written as `<x-y/>`, which nevertheless contain what follows. */
  selfClosed: Set<TreeNode>
}

/** Returns empty notes. */
export const noNotes = (): SourceNotes => ({
  scripts: new Map(),
  drawings: new Map(),
  noscripts: new Map(),
  selfClosed: new Set(),
})
