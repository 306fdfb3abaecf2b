/** The process of one run of test files: `node run-files-program.ts JSON`, see `FileRunRequest`. */
import { Readable } from 'node:stream'
import { fileEvents, type FileRun } from './run-files.ts'
import reporter from './test-reporter.ts'

/** The argument of the program. */
export interface FileRunRequest extends Pick<FileRun, 'processes' | 'concurrency' | 'concurrencyMax'> {
  single: readonly string[]
  afterSingle: readonly string[]
}

const request = JSON.parse(process.argv[2]!) as FileRunRequest
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
// Each run of a process adds its listeners to the process and to the signal.
process.setMaxListeners(0)
// Unless the whole run turns out well, it has failed.
process.exitCode = 1
const [single, afterSingle] = [new Set(request.single), new Set(request.afterSingle)]
const events = Readable.from(fileEvents({ ...request, single, afterSingle, signal: interrupted.signal }))
events.on('data', ({ type, data }) => {
  if (type === 'test:summary' && data.file === undefined && data.success === true) process.exitCode = 0
})
events.compose(reporter).pipe(process.stdout)
