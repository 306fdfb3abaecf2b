/**
 * Holds the last picture of a load back until all its calls are answered: the `load` event then means
 * the same for everybody, whether calls are waited for or not.
 */
export class LoadGate {
  readonly #calls: number
  readonly #loads = new Map<string, { answered: number; held: (() => void)[] }>()

  /** @param calls of one load. */
  constructor(calls: number) {
    this.#calls = calls
  }

  #load(load: string): { answered: number; held: (() => void)[] } {
    const known = this.#loads.get(load) ?? { answered: 0, held: [] }
    this.#loads.set(load, known)
    return known
  }

  /** A call of a load is answered. */
  answered(load: string): void {
    const state = this.#load(load)
    state.answered += 1
    if (state.answered >= this.#calls) for (const send of state.held.splice(0)) send()
  }

  /** Sends now, or as soon as the last call is answered. */
  hold(load: string, send: () => void): void {
    const state = this.#load(load)
    if (state.answered >= this.#calls) send()
    else state.held.push(send)
  }
}
