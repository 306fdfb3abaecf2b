/** A queue in which tenants take turns: a tenant that adds a thousand pages delays only its own work. */

/** An item in the queue. */
export interface QueuedItem {
  readonly tenant: string
  /** Among the items of one tenant, lower ranks go first. @default 0 */
  readonly rank?: number
}

/** The order within each tenant is kept; between tenants, the one whose last turn is longest ago is next. */
export class TenantQueue<Item extends QueuedItem> {
  /** By tenant, in the order of their next turns; each list begins with its next item and is not empty. */
  readonly #waiting = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Number of waiting items of this tenant. */
  sizeOf(tenant: string): number {
    return this.#waiting.get(tenant)?.length ?? 0
  }

  /** Whether an item waits for a tenant that satisfies `test`. */
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

  /** Puts an item before all others of its tenant. */
  putFirst(item: Item): void {
    this.#listOf(item.tenant).unshift(item)
    this.#size += 1
  }

  /**
   * Removes and returns the next item.
   * @param mayTake which tenants may have a turn.
   * @returns undefined when no item of these tenants waits.
   */
  take(mayTake: (tenant: string) => boolean = () => true): Item | undefined {
    const tenant = this.#waiting.keys().find(mayTake)
    if (tenant === undefined) return undefined
    const items = this.#waiting.get(tenant)!
    const item = items.shift()!
    // A map keeps the insertion order: deleting and re-inserting the tenant makes it last.
    this.#waiting.delete(tenant)
    if (items.length > 0) this.#waiting.set(tenant, items)
    this.#size -= 1
    return item
  }

  /** Removes an item from any position in the queue. */
  remove(item: Item): void {
    const items = this.#waiting.get(item.tenant)
    const at = items?.indexOf(item) ?? -1
    if (items === undefined || at === -1) return
    items.splice(at, 1)
    if (items.length === 0) this.#waiting.delete(item.tenant)
    this.#size -= 1
  }

  /** Removes and returns all items. */
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
