/**
 * Holds back the last picture of a load until all its script requests are answered: the `load` event then means the
 * same for every contender, whether it waits for script requests or not.
 */
export class LoadGate {
  readonly #calls: number
  readonly #loads = new Map<string, { answered: number; held: (() => void)[] }>()

  /** @param calls number of script requests of one load. */
  constructor(calls: number) {
    this.#calls = calls
  }

  #load(load: string): { answered: number; held: (() => void)[] } {
    const known = this.#loads.get(load) ?? { answered: 0, held: [] }
    this.#loads.set(load, known)
    return known
  }

  /** Records that a script request of a load was answered. */
  answered(load: string): void {
    const state = this.#load(load)
    state.answered += 1
    if (state.answered >= this.#calls) for (const send of state.held.splice(0)) send()
  }

  /** Calls `send` now, or as soon as the last script request is answered. */
  hold(load: string, send: () => void): void {
    const state = this.#load(load)
    if (state.answered >= this.#calls) send()
    else state.held.push(send)
  }
}
