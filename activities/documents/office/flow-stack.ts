/** Text set apart inside of text: cells, notes and text boxes, each a flow of blocks of its own. */

const nestingMax = 64

/** Flows that are open, the body the outermost. Beyond the nesting cap text stays in the flow around it. */
export class FlowStack<Flow> {
  readonly #create: () => Flow
  readonly #body: Flow
  readonly #inner: Flow[] = []
  /** Flows open beyond the cap. */
  #flattened = 0

  constructor(create: () => Flow) {
    this.#create = create
    this.#body = create()
  }

  get top(): Flow {
    return this.#inner.at(-1) ?? this.#body
  }

  /** Opens a flow; beyond the cap the one around goes on. */
  push(): void {
    if (this.#inner.length >= nestingMax) this.#flattened++
    else this.#inner.push(this.#create())
  }

  /** @returns null for one that was flattened into the flow around it, and where none is open. */
  pop(): Flow | null {
    if (this.#flattened === 0) return this.#inner.pop() ?? null
    this.#flattened--
    return null
  }
}
