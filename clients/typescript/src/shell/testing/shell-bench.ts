/** Runs the command inside the test's process: output is kept, input and interrupts come from the test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { seineCommand } from '../shell.ts'
import type { ShellPorts } from '../shell-ports.ts'

/** What a run left. */
export interface ShellEnd {
  code: number
  out: string
  err: string
}

/** @param environment variables of the command. @param input standard input. */
export function shellBench(
  t: TestContext,
  environment: Record<string, string> = {},
  { input = '', terminal = false }: { input?: string; terminal?: boolean } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'seine-shell-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const interrupts = new Set<() => void>()
  let nowMs = 0
  const exits: number[] = []
  const run = async (...args: string[]): Promise<ShellEnd> => {
    const texts = { out: '', err: '' }
    const ports: ShellPorts = {
      stdout: { write: (text) => void (texts.out += String(text)) },
      stderr: { write: (text) => void (texts.err += String(text)), isTTY: terminal, columns: 60 },
      environment,
      directory: folder,
      home: folder,
      async pour(stream) {
        texts.out += await new Response(stream).text()
      },
      readInput: () => Promise.resolve(input),
      askSecret: () => Promise.resolve(input),
      onInterrupt(callback) {
        interrupts.add(callback)
        return () => interrupts.delete(callback)
      },
      onOutputClosed: () => () => undefined,
      nowMs: () => nowMs,
      exitNow: (code) => void exits.push(code),
    }
    return { code: await seineCommand(args, ports), ...texts }
  }
  /** Interrupts the command. @param afterMs time since the last interrupt, milliseconds. */
  const press = (afterMs = 0): void => {
    nowMs += afterMs
    for (const callback of interrupts) callback()
  }
  return { run, press, exits, folder }
}
