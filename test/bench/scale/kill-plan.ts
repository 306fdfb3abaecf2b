/** Which workers of the simulation are killed, and when. Pure. */
import type { ScaleWorkers } from './scale-stack.ts'

export interface PlannedKill {
  /** Number of page loads at which the process is killed. */
  afterPages: number
  /** Name of the process. */
  name: string
}

/**
 * Spreads kills evenly over the expected pages, alternately of a worker for workflows and of one for pages; the workers
 * of each role take turns.
 * @param pages of all jobs.
 */
export function planKills(kills: number, pages: number, { control, pages: workers }: ScaleWorkers): PlannedKill[] {
  return Array.from({ length: kills }, (_, at) => {
    const turn = Math.floor(at / 2)
    const name = at % 2 === 0 ? `control ${(turn % control) + 1}` : `pages ${(turn % workers) + 1}`
    return { afterPages: Math.round(((at + 1) * pages) / (kills + 1)), name }
  })
}
