/** Nested parts of a text: cells, notes and text boxes, each with its own flow of blocks. */

const nestingMax = 64

/** Stack of open flows; the body is the outermost. Beyond the nesting limit, text stays in the enclosing flow. */
export class FlowStack<Flow> {
  readonly #create: () => Flow
  readonly #body: Flow
  readonly #inner: Flow[] = []
  /** Number of open flows beyond the limit. */
  #flattened = 0

  constructor(create: () => Flow) {
    this.#create = create
    this.#body = create()
  }

  get top(): Flow {
    return this.#inner.at(-1) ?? this.#body
  }

  /** Opens a flow; beyond the limit, the enclosing flow continues. */
  push(): void {
    if (this.#inner.length >= nestingMax) this.#flattened++
    else this.#inner.push(this.#create())
  }

  /** @returns the flow that ended; null when it was flattened into the enclosing flow, or when none is open. */
  pop(): Flow | null {
    if (this.#flattened === 0) return this.#inner.pop() ?? null
    this.#flattened--
    return null
  }
}
