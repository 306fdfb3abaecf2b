/**
 * Remembers texts and fields of elements: an element belongs to several groups, to one of its siblings, to others around
 * those, and to the items with its class anywhere on the page.
 */
import { factLimits } from '../limits/structured-limits.ts'
import type { ItemField } from '@seine/shared/pages/facts.ts'
import type { TreeNode } from '../../html/tree.ts'

export class FieldMemo {
  readonly #roots = new Map<TreeNode, readonly ItemField[]>()
  readonly #parts = new Map<TreeNode, readonly ItemField[]>()
  readonly #texts = new Map<TreeNode, string>()
  #fieldsLeft: number = factLimits.fieldsMax * 4
  #charactersLeft: number = factLimits.textsMaxCharacters

  /** Returns the fields of an element that were read with nothing around it; null when they are not known. */
  fieldsOf(node: TreeNode, isRoot: boolean): readonly ItemField[] | null {
    return (isRoot ? this.#roots : this.#parts).get(node) ?? null
  }

  /** @param fields all fields of the element. */
  keepFields(node: TreeNode, isRoot: boolean, fields: readonly ItemField[]): void {
    this.#fieldsLeft -= 1 + fields.length
    if (this.#fieldsLeft >= 0) (isRoot ? this.#roots : this.#parts).set(node, fields)
  }

  /** Returns the visible text of a whole element; null when it is not known. */
  textOf(node: TreeNode): string | null {
    return this.#texts.get(node) ?? null
  }

  /** @param text up to the maximum length of a text. */
  keepText(node: TreeNode, text: string): void {
    this.#charactersLeft -= 1 + text.length
    if (this.#charactersLeft >= 0) this.#texts.set(node, text)
  }
}
