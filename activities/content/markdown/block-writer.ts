/**
 * Writes finished blocks one below the other, with the prefixes of quotes and list items and with blank lines only
 * where Markdown needs them. Output is append-only and stops when the budget is used up.
 */
import type { OutputBudget } from '../../html/output-budget.ts'

/** Kinds of blocks that differ in the gap they need to their neighbours. */
export type BlockKind =
  | 'paragraph'
  | 'heading'
  | 'code'
  | 'rule'
  | 'table'
  | 'list'
  | 'item'
  | 'quote'
  | 'definition'
  | 'footnote'

type Gap = 'none' | 'line' | 'blank'

/** A quote, list item or definition whose content is being written. */
interface Container {
  kind: BlockKind
  /** Prefix of the first line. */
  first: string
  /** Prefix of all further lines. */
  rest: string
  /** True when blocks inside have no blank line between them unless Markdown requires one. */
  tight: boolean
  fresh: boolean
}

export class BlockWriter {
  readonly budget: OutputBudget
  #out = ''
  readonly #containers: Container[] = []
  /** Kind of the last block on the same level as the next one; null at the start. */
  #previous: BlockKind | null = null
  /** Gap to write before the next block; set by `open` for a container that is still empty. */
  #pending: Gap = 'none'

  /** @param budget output limit; the block that exceeds it is cut, later ones are left out. */
  constructor(budget: OutputBudget) {
    this.budget = budget
  }

  /** Kind of the block directly before the next one; null at the start of the text or of a container. */
  get previous(): BlockKind | null {
    return this.#isFresh() ? null : this.#previous
  }

  get nesting(): number {
    return this.#containers.length
  }

  /** Kind of the innermost open container; null outside of any. */
  get innermost(): BlockKind | null {
    return this.#containers.at(-1)?.kind ?? null
  }

  get isInItem(): boolean {
    return this.#containers.some((container) => container.kind === 'item')
  }

  text(): string {
    return this.#out
  }

  /** Writes a block. Lines of `text` are separated by line feeds. */
  write(kind: BlockKind, text: string): void {
    if (this.budget.isFull) return
    if (!this.#isFresh()) this.#pending = this.#gapBefore(kind)
    this.#writeGap()
    const first = this.#prefix((container) => (container.fresh ? container.first : container.rest))
    for (const container of this.#containers) container.fresh = false
    this.#add(this.#containers.length === 0 ? text : text === '' ? first.trimEnd() : first + this.#indented(text))
    this.#previous = kind
    this.#pending = 'none'
  }

  /**
   * Opens a quote, item or definition; everything written until `close` belongs to it.
   * @param gap distance to the block before; computed from the kinds by default.
   */
  open(kind: BlockKind, first: string, rest: string, tight: boolean, gap?: Gap): void {
    if (!this.#isFresh()) this.#pending = gap ?? this.#gapBefore(kind)
    this.#containers.push({ kind, first, rest, tight, fresh: true })
  }

  /**
   * Closes the innermost container.
   * @param keepEmpty true to write the prefix alone when the container is empty.
   */
  close(keepEmpty: boolean): void {
    const container = this.#containers.at(-1)
    if (container === undefined) return
    if (container.fresh && keepEmpty) this.write('paragraph', '')
    this.#containers.pop()
    if (!container.fresh) this.#previous = container.kind
  }

  /** Marks the end of a list: the gap before the next block is measured from the list, not from its last item. */
  endList(): void {
    if (this.#previous === 'item' && !this.#isFresh()) this.#previous = 'list'
  }

  /** Returns true while the innermost container has no content. */
  #isFresh(): boolean {
    return this.#containers.at(-1)?.fresh ?? false
  }

  #gapBefore(next: BlockKind): Gap {
    const previous = this.#previous
    if (previous === null) return 'none'
    if (previous === 'footnote' && next === 'footnote') return 'line'
    if (this.#containers.at(-1)?.tight !== true || previous === 'table' || next === 'table') return 'blank'
    if (next !== 'paragraph') return 'line'
    return previous === 'heading' || previous === 'code' || previous === 'rule' ? 'line' : 'blank'
  }

  #writeGap(): void {
    if (this.#pending === 'none' || this.#out === '') return
    if (this.#pending === 'line') {
      this.#add('\n')
      return
    }
    const prefix = this.#prefix((container) => (container.fresh ? '' : container.rest)).trimEnd()
    this.#add(`\n${prefix}\n`)
  }

  #add(text: string): void {
    this.#out += this.budget.fit(text)
  }

  #prefix(of: (container: Container) => string): string {
    let prefix = ''
    for (const container of this.#containers) prefix += of(container)
    return prefix
  }

  #indented(text: string): string {
    if (!text.includes('\n')) return text
    const prefix = this.#prefix((container) => container.rest)
    const blank = prefix.trimEnd()
    const lines = text.split('\n')
    let characters = lines[0]?.length ?? 0
    for (let i = 1; i < lines.length; i++) {
      const line = (lines[i] === '' ? blank : prefix) + (lines[i] as string)
      lines[i] = line
      characters += line.length + 1
      // In deeply nested lists the prefixes are most of the text, so lines that do not fit get none.
      if (characters > this.budget.left) lines.length = i + 1
    }
    return lines.join('\n')
  }
}
