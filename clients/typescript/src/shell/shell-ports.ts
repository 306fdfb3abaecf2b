/** What a command needs of its process; tests give their own. */

/** An output stream. */
export interface ShellOutput {
  write(text: string | Uint8Array): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** The process of a command. */
export interface ShellPorts {
  stdout: ShellOutput
  stderr: ShellOutput
  environment: Readonly<Record<string, string | undefined>>
  /** Folder that paths are relative to. */
  directory: string
  /** Home of the user. */
  home: string
  /** Writes a stream to standard output, no faster than it is taken. */
  pour: (stream: ReadableStream<Uint8Array>) => Promise<void>
  /** Reads standard input to its end. */
  readInput: () => Promise<string>
  /** Asks for a secret; nothing of it is shown on a terminal. */
  askSecret: (question: string) => Promise<string>
  /** Calls back at each Ctrl-C; returns a function that ends that. */
  onInterrupt: (callback: () => void) => () => void
  /**
   * Calls back when standard output can no longer be written, with the reason; returns a function that ends that. Only
   * while nothing is called back does a closed reader end the process.
   */
  onOutputClosed: (callback: (reason: string) => void) => () => void
  /** A monotonic clock, milliseconds. */
  nowMs: () => number
  /** Ends the process at once. */
  exitNow: (code: number) => void
}

/** Writes one JSON value as a line. */
export const writeJson = (output: ShellOutput, value: unknown): void => void output.write(`${JSON.stringify(value)}\n`)

// oxlint-disable-next-line no-control-regex -- these are what is removed
const controls = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g

/** Makes a text of a page safe for one line of a terminal. */
export const oneLine = (text: string): string => text.replaceAll(controls, ' ').trim()
