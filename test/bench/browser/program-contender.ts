/** A contender that is a program of this project around a library; see `peers/program.ts` for its protocol. */
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { Program, type ProgramCommand } from '../peers/program.ts'
import type { Contender, Turn, TurnResult } from './contender.ts'

/**
 * Creates a contender from a program.
 * @param command a program that prints `ready`, then reads turns as lines of JSON and prints for each `done` with its
 *   result as JSON.
 */
export function programContender(name: string, title: string, command: ProgramCommand): Contender {
  let program: Program | null = null
  return {
    name,
    title,
    async begin() {
      program = new Program(command)
      await program.says('ready', benchLimits.peerStartTimeoutMs)
      return program.pid
    },
    async load(turn: Turn): Promise<TurnResult> {
      if (program === null) throw new Error(`${title} has not begun`)
      const done = program.says('done', benchLimits.browserTurnTimeoutMs)
      program.tell(turn)
      return JSON.parse(await done) as TurnResult
    },
    async close() {
      await program?.end()
      program = null
    },
  }
}
