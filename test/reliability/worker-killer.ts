/** Kills the scrape worker again and again while something is under way. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReliabilityStack } from './reliability-stack.ts'

export interface Kills {
  most: number
  /** A kill falls so long after the successor of the one before is there, at random. */
  pauseMs: { min: number; max: number }
}

/**
 * Kills it by SIGKILL until the work is over, as often as it may.
 * @returns when, `performance.now()`.
 */
export async function killWhile(
  { t }: ReliabilityStack,
  isOver: () => boolean,
  { most, pauseMs }: Kills,
): Promise<number[]> {
  const killed: number[] = []
  while (killed.length < most) {
    await sleep(pauseMs.min + Math.random() * (pauseMs.max - pauseMs.min))
    if (isOver()) break
    killed.push(performance.now())
    await t.stack.part('scrapeWorker').kill('SIGKILL')
    await t.stack.part('scrapeWorker').ready()
  }
  return killed
}
