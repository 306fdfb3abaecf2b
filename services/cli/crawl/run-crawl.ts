/** Runs one crawl on a running stack, from its start to its saved files. */
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { ApiClient } from './api-client.ts'
import type { CrawlBody } from './arguments.ts'
import type { CrawlPace } from './crawl-pace.ts'
import { exitCodeOf } from './exit-codes.ts'
import { durationText, patienceText } from './progress/figures.ts'
import { followJob } from './follow-job.ts'
import { downloadLinks, isFinal, type JobStatus } from './progress/job-status.ts'
import { LivePages } from './live-pages.ts'
import { createOutputDirectory } from './output-directory.ts'
import type { Report } from './report.ts'
import type { SavedCrawl } from './save-archive.ts'

/** Inputs of a run. */
export interface RunOptions {
  url: string
  body: CrawlBody
  stack: Pick<StackFile, 'gateway' | 'apiKey'>
  /** Whether the stack runs on after the command: only then does the summary end with a link to its console. */
  staysUp: boolean
  /** Folder as typed; null: a new one below `seine-out`. */
  out: string | null
  workingDirectory: string
  interrupt: AbortSignal
  pace: CrawlPace
  report: Report
}

async function save(
  options: RunOptions,
  client: ApiClient,
  id: string,
  status: JobStatus,
  directoryOf: () => Promise<string>,
): Promise<SavedCrawl | null> {
  const { pace, report } = options
  let links = downloadLinks(status)
  const formats = Object.keys(links)
  if (formats.length === 0) return null
  const directory = await directoryOf()
  // Loaded lazily, because its dependencies would delay the start of the crawl.
  const { saveArchives } = await import('./save-archive.ts')
  const used = new Set<string>()
  return await saveArchives({
    directory,
    formats,
    limits: pace,
    note: (text) => report.note(text),
    linkFor: async (format) => {
      // The first link is seconds old; after a failure only a new link is worth trying.
      if (used.has(format)) links = downloadLinks(await client.status(id))
      used.add(format)
      return links[format] ?? null
    },
  })
}

/**
 * Starts a crawl, follows it, saves its results and prints the summary.
 * @returns the exit code.
 * @throws ApiError, ServiceUnreachableError, errors of the disk, AbortError when interrupted before the start.
 */
export async function runCrawl(options: RunOptions): Promise<number> {
  const { url, body, stack, interrupt, pace, report, workingDirectory } = options
  const startedAt = new Date()
  const startedMs = performance.now()
  const patience = patienceText(pace.unreachableGiveUpMs / 1_000)
  const client = new ApiClient({
    gateway: stack.gateway,
    apiKey: stack.apiKey,
    limits: pace,
    onOutage: (reason) => report.note(`The gateway does not answer (${reason}); trying again for up to ${patience}`),
    onLimited: (reason) => report.note(`The service asks to wait: ${reason}; trying again for up to ${patience}`),
    onRecovery: (outageMs) => report.note(`The gateway answers again after ${durationText(outageMs / 1_000)}`),
  })
  const id = await client.start(url, body, interrupt)
  report.started(id, url)
  let made: Promise<string> | null = null
  const directory = (): Promise<string> =>
    (made ??= createOutputDirectory(options.out, workingDirectory, url, startedAt))
  const livePages = new LivePages({
    client: client.service,
    id,
    directory,
    pauseMs: pace.retryMaxMs,
    note: (text) => report.note(text),
  })
  let status: JobStatus
  try {
    const onStatus = (newer: JobStatus): void => report.progress(newer)
    status = await followJob({ client, id, limits: pace, interrupt, onStatus })
  } finally {
    await livePages.stop()
  }
  report.endProgress()
  if (!isFinal(status)) report.note(`The job ended but its archives did not appear in time; its id is ${id}`)
  const saved = await save(options, client, id, status, directory)
  if (saved !== null && saved.damage.length === 0) await livePages.remove()
  else if (livePages.folder !== null) report.note(`Pages that were finished while the crawl ran: ${livePages.folder}`)
  const elapsedSecs = (performance.now() - startedMs) / 1_000
  report.summary({
    url,
    status,
    saved,
    elapsedSecs,
    workingDirectory,
    consoleAddress: options.staysUp ? `${stack.gateway}/console/jobs/${id}` : null,
  })
  const code = exitCodeOf(status, saved, interrupt.aborted)
  const { status: state, completed, failed, error, warnings } = status
  report.finish({ status: state, completed, failed, elapsedSecs, error, warnings }, code)
  return code
}
