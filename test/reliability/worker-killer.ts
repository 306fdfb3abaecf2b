/** Kills the scrape worker repeatedly while work is in progress. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReliabilityStack } from './reliability-stack.ts'

export interface Kills {
  most: number
  /** Random time from the start of a worker to its kill. */
  pauseMs: { min: number; max: number }
}

/**
 * Kills the worker with SIGKILL until the work is over, up to the maximum number of kills.
 * @returns the times of the kills, `performance.now()`.
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
