/** Which workers of the simulation are killed, and when. Pure. */
import type { ScaleWorkers } from './scale-stack.ts'

export interface PlannedKill {
  /** Number of page loads at which a process is killed. */
  afterPages: number
  role: keyof ScaleWorkers
  /** Names of the processes, of which one is killed: of those for pages the one that loads the next page. */
  names: string[]
}

/**
 * Spreads kills evenly over the expected pages, alternately of a worker for workflows, which take turns, and of one for
 * pages.
 * @param pages of all jobs.
 */
export function planKills(kills: number, pages: number, counts: ScaleWorkers): PlannedKill[] {
  return Array.from({ length: kills }, (_, at) => {
    const afterPages = Math.round(((at + 1) * pages) / (kills + 1))
    if (at % 2 === 0) return { afterPages, role: 'control', names: [`control ${((at / 2) % counts.control) + 1}`] }
    return { afterPages, role: 'pages', names: Array.from({ length: counts.pages }, (__, of) => `pages ${of + 1}`) }
  })
}
