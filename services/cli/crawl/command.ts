/**
 * `./dev crawl`: starts a crawl on a stack, shows its progress, saves and unpacks what it found.
 *
 * Exit codes: 0 completed, 1 failed, 2 wrong usage, 3 service unreachable, 130 cancelled.
 */
import { crawlCommandLimits } from './crawl-limits.ts'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { ApiCallError, describeApiError, ServiceUnreachableError } from './api-error.ts'
import { UsageError } from '../command/usage-error.ts'
import type { CrawlArguments } from './arguments.ts'
import type { CrawlPace } from './crawl-pace.ts'
import { exitCodes } from './exit-codes.ts'
import { processSignals, watchInterrupts, type InterruptSource } from '@seine/client/src/shell/interrupt.ts'
import { claimOutputDirectory } from './output-directory.ts'
import { Report } from './report.ts'
import { runCrawl } from './run-crawl.ts'
import { printable, type TerminalEnvironment, type TextOutput } from './progress/terminal-text.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

/** A running stack. */
export interface CrawledStack {
  stack: Pick<StackFile, 'gateway' | 'apiKey'>
  /** Whether the stack was running before this command and so runs on after it. */
  staysUp: boolean
  /** Allows the stack to fetch a URL, including a private one. */
  allow(url: string): Promise<void>
  /** Revokes that permission. */
  disallow(): Promise<void>
  /** Ends what was started for this command; does nothing to a stack that was already running. */
  stop(): Promise<void>
}

/** A website that is started for one crawl. */
export interface FixtureSite {
  url: string
  /** Stops the website; may be called repeatedly. */
  stop(): Promise<void>
}

/** External dependencies of the command; all but the stack have a default. */
export interface CrawlPorts {
  /**
   * Returns a running stack.
   * @param interrupt aborted when the user interrupts the wait.
   */
  ensureStack: (interrupt: AbortSignal) => Promise<CrawledStack>
  /** @default process.stdout */
  stdout?: TextOutput
  /** @default process.stderr */
  stderr?: TextOutput
  /** @default process.env */
  environment?: TerminalEnvironment
  /** @default process.cwd() */
  workingDirectory?: string
  /** @default the signals of this process */
  interrupts?: InterruptSource
  /** Ends the process immediately. @default process.exit */
  exitNow?: (code: number) => void
  /** Starts the website to crawl when no URL is given. @default none: a URL is required */
  startSite?: () => Promise<FixtureSite>
  /** Overrides of the pace, for tests. */
  limits?: Partial<CrawlPace>
}

/** No stack is available; the message is that of the set-up. */
class SetUpError extends Error {
  override readonly name = 'SetUpError'
}

/** Returns the exit code for an error that ended the command. */
function exitCodeOfError(error: unknown): number {
  if (error instanceof ServiceUnreachableError || error instanceof SetUpError) return exitCodes.unreachable
  return error instanceof ApiCallError && error.status === 422 ? exitCodes.usage : exitCodes.failed
}

function reportError(error: unknown, report: Report, interrupted: boolean): number {
  if (interrupted && error instanceof Error && error.name === 'AbortError') {
    report.finish({ status: 'cancelled' }, exitCodes.cancelled)
    return exitCodes.cancelled
  }
  const message = errorMessage(error)
  const lines = error instanceof ApiCallError ? describeApiError(error) : [message]
  for (const line of lines) report.error(printable(line))
  if (report.jobId !== null) {
    report.error(`The job ${report.jobEnded ? 'has ended' : 'may still be running'}; its id is ${report.jobId}`)
  }
  const code = exitCodeOfError(error)
  const problems = error instanceof ApiCallError ? { errors: error.problems } : {}
  report.finish({ status: code === exitCodes.unreachable ? 'unreachable' : 'error', error: message, ...problems }, code)
  return code
}

/** Runs closers in turn; a failure is reported and does not prevent the remaining ones. */
async function closeAll(closers: readonly (() => Promise<void>)[], report: Report): Promise<void> {
  for (const close of closers) {
    try {
      await close()
    } catch (error) {
      report.error(`could not stop a part: ${errorMessage(error)}`)
    }
  }
}

const ignoreClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
}

/** Ignores a closed pipe, as in `crawl --json | head`: the output ends, but the crawl continues. */
function outliveReader(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount('error') === 0) stream.on('error', ignoreClosedPipe)
  return stream
}

/** The parts that have been started for a command so far. */
interface StartedParts {
  running?: CrawledStack
  site?: FixtureSite
}

/**
 * Returns the closers of the started parts: the stack stops before the website, so that no fetch meets a closed
 * website.
 */
const closersOf = ({ running, site }: StartedParts): (() => Promise<void>)[] => [
  ...(running === undefined ? [] : [() => running.stop()]),
  ...(site === undefined ? [] : [() => site.stop()]),
]

/** Starts the stack and, without a URL, the bundled website. */
async function startParts(
  request: CrawlArguments,
  ports: CrawlPorts,
  interrupt: AbortSignal,
  parts: StartedParts,
): Promise<{ running: CrawledStack; url: string }> {
  const stack = async (): Promise<CrawledStack> => {
    try {
      parts.running = await ports.ensureStack(interrupt)
    } catch (error) {
      interrupt.throwIfAborted()
      throw new SetUpError(errorMessage(error), { cause: error })
    }
    return parts.running
  }
  const target = async (): Promise<string> => {
    if (request.url !== null) return request.url
    if (ports.startSite === undefined) throw new Error('crawl needs the URL of a website')
    parts.site = await ports.startSite()
    return parts.site.url
  }
  const outcomes = [stack(), target()] as const
  // Wait for both before either failure is thrown, so that a part that did start gets stopped.
  await Promise.allSettled(outcomes)
  const [running, url] = await Promise.all(outcomes)
  return { running, url }
}

async function crawl(request: CrawlArguments, ports: CrawlPorts, report: Report): Promise<number> {
  const parts: StartedParts = {}
  const pace: CrawlPace = { ...crawlCommandLimits, ...ports.limits }
  const exitNow = ports.exitNow ?? ((code) => process.exit(code))
  const actions = {
    first: () => report.interrupted(),
    second: () => {
      report.endProgress()
      // Started, not awaited: parts that end by a signal receive it before this process exits.
      void closeAll(closersOf(parts), report)
      exitNow(exitCodes.cancelled)
    },
  }
  const interrupt = watchInterrupts(ports.interrupts ?? processSignals, actions, pace.interruptRepeatMs)
  let refused = false
  try {
    if (request.url === null) report.note('No URL given: crawling the bundled example website, no internet needed')
    const { running, url } = await startParts(request, ports, interrupt.signal, parts)
    interrupt.signal.throwIfAborted()
    await running.allow(url)
    return await runCrawl({
      url,
      body: request.body,
      stack: running.stack,
      staysUp: running.staysUp,
      out: request.out,
      workingDirectory: ports.workingDirectory ?? process.cwd(),
      interrupt: interrupt.signal,
      pace,
      report,
    })
  } catch (error) {
    refused = error instanceof ApiCallError && report.jobId === null
    return reportError(error, report, interrupt.signal.aborted)
  } finally {
    report.endProgress()
    // A job that may still run needs its private target. The bundled website stops with the command, so its permission
    // is always revoked.
    const over = report.jobEnded || refused || parts.site !== undefined
    const { running } = parts
    const disallow = over && running !== undefined ? [() => running.disallow()] : []
    await closeAll([...disallow, ...closersOf(parts)], report)
    interrupt.dispose()
  }
}

/**
 * Runs `crawl`.
 * @returns the exit code; never throws.
 */
export async function crawlCommand(request: CrawlArguments, ports: CrawlPorts): Promise<number> {
  const stdout = ports.stdout ?? outliveReader(process.stdout)
  const stderr = ports.stderr ?? outliveReader(process.stderr)
  try {
    const folder = await claimOutputDirectory(request.out, ports.workingDirectory ?? process.cwd())
    try {
      const report = new Report({ json: request.json, stdout, stderr, environment: ports.environment ?? process.env })
      return await crawl(request, ports, report)
    } finally {
      await folder.release()
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    stderr.write(`${error.message}\n`)
    return exitCodes.usage
  }
}
