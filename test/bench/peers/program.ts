/**
 * A program of this project around a peer that is a library: it prints words, one per line, and receives JSON lines. It
 * runs until it is stopped, so that its CPU can be read.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export interface ProgramCommand {
  file: string
  args: readonly string[]
  /** @default the directory of this process */
  cwd?: string
  environment?: NodeJS.ProcessEnv
}

export class Program {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: Interface
  readonly #ended: Promise<unknown>

  constructor({ file, args, cwd, environment }: ProgramCommand) {
    this.#child = spawn(file, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: environment ?? process.env,
      ...(cwd === undefined ? {} : { cwd }),
    })
    // The end of the program is detected by its missing answer.
    this.#child.stdin.on('error', () => {})
    this.#lines = createInterface({ input: this.#child.stdout })
    this.#ended = once(this.#child, 'close')
    this.#ended.catch(() => {})
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /**
   * Waits for a line that begins with a word; other lines are ignored.
   * @returns the rest of that line.
   */
  async says(word: string, timeoutMs: number): Promise<string> {
    const lines = this.#lines[Symbol.asyncIterator]()
    const signal = AbortSignal.timeout(timeoutMs)
    const late = once(signal, 'abort')
    for (;;) {
      const next = await Promise.race([lines.next(), late])
      if ('length' in next) throw new Error(`it did not say ${word} within ${timeoutMs / 1_000} s`)
      if (next.done === true) throw new Error(`it ended before it said ${word}`)
      if (next.value === word) return ''
      if (next.value.startsWith(`${word} `)) return next.value.slice(word.length + 1)
    }
  }

  tell(task: object): void {
    this.#child.stdin.write(`${JSON.stringify(task)}\n`)
  }

  async end(): Promise<void> {
    this.#child.stdin.end()
    this.#child.kill()
    await this.#ended
  }
}
