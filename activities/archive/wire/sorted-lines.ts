/**
 * Sorts lines of ASCII in bounded memory: runs that are sorted in memory go to a spool and are merged when they are
 * read.
 */
import { wireLimits } from '@seine/shared/config/limits.ts'
import { Spool, type SpooledText } from '../files/spool.ts'
import type { SpoolSpace } from '../files/spool-space.ts'

export class SortedLines {
  readonly #spool: Spool
  readonly #atOnceBytes: number
  readonly #runs: SpooledText[][] = []
  #lines: string[] = []
  #bytes = 0

  /** @param atOnceBytes bytes of lines that are sorted in memory. */
  constructor(space: SpoolSpace, atOnceBytes: number = wireLimits.sortedAtOnceBytes) {
    this.#spool = new Spool(space)
    this.#atOnceBytes = atOnceBytes
  }

  /** True when all lines fit into memory. */
  get isSmall(): boolean {
    return this.#runs.length === 0
  }

  /** Adds a line without its end. Calls must not overlap. @throws SpoolFullError */
  async add(line: string): Promise<void> {
    this.#lines.push(line)
    this.#bytes += line.length + 1
    if (this.#bytes >= this.#atOnceBytes) await this.#store()
  }

  /** Yields the lines in the order of their bytes. */
  async *sorted(): AsyncGenerator<string> {
    const last = this.#lines.toSorted(byBytes)
    if (this.isSmall) {
      yield* last
      return
    }
    const heads: Head[] = []
    for (const lines of [...this.#runs.map((run) => this.#linesOf(run)), replay(last)]) {
      const { value, done } = await lines.next()
      if (done !== true) heads.push({ line: value, lines })
    }
    while (heads.length > 0) {
      let least = 0
      for (let at = 1; at < heads.length; at += 1) if (heads[at]!.line < heads[least]!.line) least = at
      const head = heads[least]!
      yield head.line
      const { value, done } = await head.lines.next()
      if (done === true) heads.splice(least, 1)
      else head.line = value
    }
  }

  /** Releases the space of the spool. */
  async close(): Promise<void> {
    await this.#spool.close()
  }

  async #store(): Promise<void> {
    const run: SpooledText[] = []
    let piece: string[] = []
    let bytes = 0
    for (const line of this.#lines.toSorted(byBytes)) {
      piece.push(line)
      bytes += line.length + 1
      if (bytes < wireLimits.sortedPieceBytes) continue
      run.push(await this.#spool.add(piece.join('\n')))
      piece = []
      bytes = 0
    }
    if (piece.length > 0) run.push(await this.#spool.add(piece.join('\n')))
    this.#runs.push(run)
    this.#lines = []
    this.#bytes = 0
  }

  async *#linesOf(run: readonly SpooledText[]): AsyncGenerator<string, void> {
    for (const place of run) yield* (await this.#spool.read(place)).toString('latin1').split('\n')
  }
}

/** The first line of a run that has not been yielded, and the lines after it. */
interface Head {
  line: string
  lines: AsyncGenerator<string, void>
}

const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

// oxlint-disable-next-line typescript/require-await -- it is read as the runs are
async function* replay(lines: readonly string[]): AsyncGenerator<string, void> {
  yield* lines
}
