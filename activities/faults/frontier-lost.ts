/** The frontier lost a generation: its object is missing or cannot be read. */
export class FrontierLostError extends Error {
  override readonly name = 'FrontierLostError'
  /** The first generation that cannot be read. */
  readonly generation: number

  constructor(jobId: string, generation: number, why: string) {
    super(`generation ${generation} of ${jobId} ${why}`)
    this.generation = generation
  }
}
