/** How long an event loop has been kept from other work. */

/** The longest turn of an event loop in a period. */
export interface LoopTurns {
  /** Time during which nothing else could run, milliseconds. Other processes on the machine make it longer. */
  blockMs: number
  /** Most CPU of the main thread in one turn, milliseconds. */
  turnCpuMs: number
}
