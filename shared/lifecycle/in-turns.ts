/** Limits how much work of one kind is in progress. */
import PQueue from 'p-queue'

/** Runs work once its turn has come. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Creates turns for work of one kind. @param atOnce how much of it may be in progress. */
export function inTurns(atOnce: number): Turns {
  const queue = new PQueue({ concurrency: atOnce })
  return async (work) => await queue.add(work)
}
