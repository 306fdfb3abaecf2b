import type { Recorder, RecorderOptions } from './contract.ts'

/** Starts recording the traffic of a browser context; call it before its first page is opened. */
export function createRecorder(options: RecorderOptions): Recorder {
  throw new Error(`not there yet: ${options.browserContextId}`)
}
