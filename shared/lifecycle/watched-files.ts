/** Files that a process holds in memory: read again when they change, or when a link to them points to another file. */
import { errorMessage } from '../values/error-message.ts'
import { readChanged } from './changed-file.ts'

export interface WatchedFilesOptions<Part, Value> {
  /** Paths of the files; empty: none, and the value of no parts stands. */
  paths: readonly string[]
  /** Files are checked at most once in this time, milliseconds. */
  recheckMs: number
  /** Reads one file. @throws any error when it is invalid. */
  parse: (text: string) => Part
  /** Makes one value of all files. @throws any error when they do not go together. */
  join: (parts: readonly Part[]) => Value
  /** Called with each value that was read. */
  onRead: (value: Value) => void
  /** Called once for each different problem of reading again; the value read last stays valid. */
  onProblem: (error: unknown) => void
}

/** One file of the list, as last read; its part is null before that. */
interface KnownFile<Part> {
  path: string
  mark: string
  part: Part | null
}

export class WatchedFiles<Part, Value> {
  readonly #options: WatchedFilesOptions<Part, Value>
  #files: readonly KnownFile<Part>[]
  #value: Value
  #checkedAtMs = Number.NEGATIVE_INFINITY
  /** Message of the current problem, as reported; empty if none exists. */
  #problem = ''

  private constructor(options: WatchedFilesOptions<Part, Value>) {
    this.#options = options
    this.#files = options.paths.map((path) => ({ path, mark: '', part: null }))
    this.#value = options.join([])
  }

  /** Opens the files. @throws the errors of the file system, of `parse` and of `join`. */
  static async open<Part, Value>(options: WatchedFilesOptions<Part, Value>): Promise<WatchedFiles<Part, Value>> {
    const files = new WatchedFiles(options)
    await files.#reload()
    return files
  }

  /**
   * Returns the value, as the same object until a file changes. While a file is invalid or missing, the value read last
   * stays valid.
   */
  async value(): Promise<Value> {
    const { recheckMs, onProblem } = this.#options
    if (this.#files.length === 0 || performance.now() - this.#checkedAtMs < recheckMs) return this.#value
    try {
      await this.#reload()
      this.#problem = ''
    } catch (error) {
      const problem = errorMessage(error)
      if (problem !== this.#problem) onProblem(error)
      this.#problem = problem
    }
    return this.#value
  }

  async #reload(): Promise<void> {
    const { parse, join, onRead } = this.#options
    this.#checkedAtMs = performance.now()
    const changes = await Promise.all(this.#files.map(async ({ path, mark }) => await readChanged(path, mark)))
    if (changes.every((change) => change === null)) return
    const now = this.#files.map((file, at): KnownFile<Part> => {
      const change = changes[at] ?? null
      return change === null ? file : { path: file.path, mark: change.mark, part: parse(change.text) }
    })
    this.#value = join(now.flatMap(({ part }) => (part === null ? [] : [part])))
    this.#files = now
    onRead(this.#value)
  }
}
