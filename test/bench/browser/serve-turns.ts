/** The program side of a program contender: reads turns from standard input, one after the other. */
import { createInterface } from 'node:readline'
import type { Turn, TurnResult } from './contender.ts'

const say = (word: string): void => void process.stdout.write(`${word}\n`)

/** Prints `ready`, answers turns, and ends when standard input does. */
export async function serveTurns(load: (turn: Turn) => Promise<TurnResult>, end: () => Promise<void>): Promise<void> {
  process.once('SIGTERM', () => void end().finally(() => process.exit()))
  say('ready')
  for await (const line of createInterface({ input: process.stdin })) {
    say(`done ${JSON.stringify(await load(JSON.parse(line) as Turn))}`)
  }
  await end()
}
