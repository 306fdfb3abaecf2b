/** Runs a job to its end: writes its pages as they come, and ends it orderly at Ctrl-C. */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { SeineClient } from '../client.ts'
import type { JobPageEntry } from '../generated/openapi.ts'
import { clientLimits } from '../limits.ts'
import { exitCodeOfJob, exitCodes } from './exit-codes.ts'
import { watchInterrupts } from './interrupt.ts'
import { jobRoute } from './job-route.ts'
import { writePage } from './page-files.ts'
import { wholePage, type ResultReading } from './page-results.ts'
import { ProgressLine } from './progress-line.ts'
import { oneLine, writeJson, type ShellPorts } from './shell-ports.ts'

/** How the pages are written. */
export interface PageWriting {
  /** Folder as typed; undefined: no files. */
  out: string | undefined
  json: boolean
  quiet: boolean
  /** Formats that are asked for; undefined: all but screenshots. */
  formats: string[] | undefined
}

/** Returns a function that writes a page. */
async function pageWriter(
  { out, json }: PageWriting,
  { stdout, directory }: ShellPorts,
  reading: ResultReading,
): Promise<(page: JobPageEntry) => Promise<void>> {
  const folder = out === undefined ? null : resolve(directory, out)
  if (folder !== null) await mkdir(folder, { recursive: true })
  return async (entry) => {
    if (out === undefined && !json) {
      const { status, url, title, error } = entry
      stdout.write(`${[status ?? '-', url, title ?? error ?? ''].map((cell) => oneLine(String(cell))).join('\t')}\n`)
      return
    }
    const page = await wholePage(entry, reading)
    const files = folder === null ? [] : await writePage(folder, page, reading)
    if (json) {
      const { output, ...facts } = page
      writeJson(stdout, folder === null ? { ...facts, output } : { ...facts, files })
    } else for (const file of files) stdout.write(`${join(out ?? '', file)}\n`)
  }
}

/**
 * Writes the pages of a job until it has ended. The first Ctrl-C cancels the job, and the pages that are finished are
 * still written; the second one ends the process. Standard output that is closed cancels the job too, unless the pages
 * are written as files.
 * @param id of the job.
 * @returns the exit code.
 */
export async function followPages(
  seine: SeineClient,
  id: string,
  writing: PageWriting,
  ports: ShellPorts,
): Promise<number> {
  const { stderr, environment } = ports
  const job = jobRoute(seine, id)
  const progress = new ProgressLine(stderr, environment, writing.quiet)
  const warn = (text: string): void => {
    progress.clear()
    stderr.write(`warning: ${oneLine(text)}\n`)
  }
  const write = await pageWriter(writing, ports, { read: (index) => job.page(index), warn })
  const over = new AbortController()
  /** Aborted when nothing can be written to standard output any more. */
  const unreadable = new AbortController()
  let cancels = 0
  let cancelling: Promise<unknown> = Promise.resolve()
  const cancel = (note: string): void => {
    if (cancels > 0) return
    cancels += 1
    progress.clear()
    stderr.write(note)
    cancelling = job.cancel()
    // Thrown where it is awaited; until then it is no unhandled rejection.
    cancelling.catch(() => undefined)
  }
  const interrupt = watchInterrupts(
    ports.onInterrupt,
    {
      first: () => cancel('Cancelling the job, then writing the pages that are finished; Ctrl-C again exits at once\n'),
      second: () => ports.exitNow(exitCodes.cancelled),
    },
    clientLimits.interruptRepeatMs,
    ports.nowMs,
  )
  const release = ports.onOutputClosed((reason) => {
    if (writing.out !== undefined) return
    unreadable.abort()
    cancel(`Standard output cannot be written (${reason}); cancelling the job ${id}\n`)
  })
  try {
    const ended = job.wait({ signal: over.signal, onStatus: (status) => progress.show(status) })
    ended.catch(() => undefined)
    for await (const page of job.pages(writing.formats === undefined ? {} : { output: writing.formats })) {
      progress.clear()
      if (unreadable.signal.aborted) break
      await write(page)
    }
    await cancelling
    const status = await ended
    progress.clear()
    stderr.write(
      `${status.status}: ${status.completed} done, ${status.failed} failed${status.error == null ? '' : `: ${oneLine(status.error)}`}\n`,
    )
    for (const warning of status.warnings) warn(warning)
    return cancels > 0 ? exitCodes.cancelled : exitCodeOfJob(status.status)
  } catch (error) {
    stderr.write(`The job may still run; its id is ${id}\n`)
    throw error
  } finally {
    progress.clear()
    over.abort()
    interrupt.dispose()
    release()
  }
}
