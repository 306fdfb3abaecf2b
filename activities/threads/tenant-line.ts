/** A line in which tenants take turns: whoever puts a thousand pages into it waits for them, and nobody else does. */

/** What waits in a line. */
export interface InLine {
  readonly tenant: string
  /** Of what its own tenant has waiting, lower ranks go first. @default 0 */
  readonly rank?: number
}

/** Each tenant's own order is kept; between tenants, the one whose turn was longest ago is next. */
export class TenantLine<Item extends InLine> {
  /** By tenant, the one that is next first; none of the lists is empty. */
  readonly #waiting = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How much of this tenant waits. */
  sizeOf(tenant: string): number {
    return this.#waiting.get(tenant)?.length ?? 0
  }

  /** Whether anything waits of a tenant for whom this holds. */
  hasAny(test: (tenant: string) => boolean): boolean {
    return this.#waiting.keys().some(test)
  }

  push(item: Item): void {
    const items = this.#listOf(item.tenant)
    const { rank = 0 } = item
    const at = items.findIndex((other) => (other.rank ?? 0) > rank)
    items.splice(at === -1 ? items.length : at, 0, item)
    this.#size += 1
  }

  /** Puts something before all else of its tenant. */
  putFirst(item: Item): void {
    this.#listOf(item.tenant).unshift(item)
    this.#size += 1
  }

  /**
   * Takes what is next.
   * @param mayTake which tenants may have a turn.
   * @returns undefined when nothing of theirs waits.
   */
  take(mayTake: (tenant: string) => boolean = () => true): Item | undefined {
    const tenant = this.#waiting.keys().find(mayTake)
    if (tenant === undefined) return undefined
    const items = this.#waiting.get(tenant)!
    const item = items.shift()!
    // A map keeps the order of insertion: put in anew, the tenant is last.
    this.#waiting.delete(tenant)
    if (items.length > 0) this.#waiting.set(tenant, items)
    this.#size -= 1
    return item
  }

  /** Takes an item out of the line, wherever it stands. */
  remove(item: Item): void {
    const items = this.#waiting.get(item.tenant)
    const at = items?.indexOf(item) ?? -1
    if (items === undefined || at === -1) return
    items.splice(at, 1)
    if (items.length === 0) this.#waiting.delete(item.tenant)
    this.#size -= 1
  }

  /** Takes everything. */
  drain(): Item[] {
    const items = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    this.#size = 0
    return items
  }

  #listOf(tenant: string): Item[] {
    let items = this.#waiting.get(tenant)
    if (items === undefined) this.#waiting.set(tenant, (items = []))
    return items
  }
}
