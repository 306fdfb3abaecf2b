/**
 * `./dev crawl`: starts a crawl on a stack, shows its progress, saves and unpacks what it found.
 *
 * Exit codes: 0 completed, 1 failed, 2 wrong usage, 3 service unreachable, 130 cancelled.
 */
import path from 'node:path'
import { crawlCommandLimits } from '@seine/shared/config/limits.ts'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { ApiError, describeApiError, ServiceUnreachableError } from './api-error.ts'
import { parseCrawlArguments, UsageError, type CrawlArguments } from './arguments.ts'
import type { CrawlPace } from './crawl-pace.ts'
import { exitCodes } from './exit-codes.ts'
import { startFixtureSite, type FixtureSite } from './fixture-site.ts'
import { processSignals, watchInterrupts, type InterruptSource } from './interrupt.ts'
import { checkOutputDirectory } from './output-directory.ts'
import { Report } from './report.ts'
import { runCrawl } from './run-crawl.ts'
import { printable, type TerminalEnvironment, type TextOutput } from './terminal-text.ts'
import { usageText } from './usage-text.ts'

/** A stack that answers. */
export interface RunningStack {
  stack: Pick<StackFile, 'gateway' | 'apiKey'>
  /** Ends what was started for this command; does nothing to a stack that ran before. */
  stop(): Promise<void>
}

/** What the command needs from the outside; everything but the stack has a default. */
export interface CrawlPorts {
  /**
   * A running stack that may fetch `target`.
   * @param interrupt aborted when the person does not want to wait any longer.
   */
  ensureStack: (target: string | null, interrupt: AbortSignal) => Promise<RunningStack>
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
  /** Ends the process at once. @default process.exit */
  exitNow?: (code: number) => void
  /** @default the bundled website */
  startSite?: () => Promise<FixtureSite>
  /** Changes to the pace, for tests. */
  limits?: Partial<CrawlPace>
}

/** A stack could not be had; the message is what the set-up said. */
class SetUpError extends Error {
  override readonly name = 'SetUpError'
}

/** The exit code for an error that ended the command. */
function exitCodeOfError(error: unknown): number {
  if (error instanceof ServiceUnreachableError || error instanceof SetUpError) return exitCodes.unreachable
  return error instanceof ApiError && error.status === 422 ? exitCodes.usage : exitCodes.failed
}

function reportError(error: unknown, report: Report, interrupted: boolean): number {
  if (interrupted && error instanceof Error && error.name === 'AbortError') {
    report.finish({ status: 'cancelled' }, exitCodes.cancelled)
    return exitCodes.cancelled
  }
  const message = error instanceof Error ? error.message : String(error)
  const lines = error instanceof ApiError ? describeApiError(error) : [message]
  for (const line of lines) report.error(printable(line))
  if (report.jobId !== null) report.error(`The job may still be running; its id is ${report.jobId}`)
  const code = exitCodeOfError(error)
  const problems = error instanceof ApiError ? { errors: error.problems } : {}
  report.finish({ status: code === exitCodes.unreachable ? 'unreachable' : 'error', error: message, ...problems }, code)
  return code
}

/** Runs closers in turn; one that fails is said and keeps nobody else from closing. */
async function closeAll(closers: readonly (() => Promise<void>)[], report: Report): Promise<void> {
  for (const close of closers) {
    try {
      await close()
    } catch (error) {
      report.error(`could not stop a part: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

const ignoreClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
}

/** A reader that left, as in `crawl --json | head`, ends the text but not the crawl. */
function outliveReader(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount('error') === 0) stream.on('error', ignoreClosedPipe)
  return stream
}

async function crawl(request: CrawlArguments, ports: CrawlPorts, report: Report): Promise<number> {
  const closers: (() => Promise<void>)[] = []
  const pace: CrawlPace = { ...crawlCommandLimits, ...ports.limits }
  const exitNow = ports.exitNow ?? ((code) => process.exit(code))
  const actions = {
    first: () => report.interrupted(),
    second: () => {
      report.endProgress()
      // Started, not awaited: parts that end by a signal get it before this process is gone.
      void closeAll(closers, report)
      exitNow(exitCodes.cancelled)
    },
  }
  const interrupt = watchInterrupts(ports.interrupts ?? processSignals, actions, pace.interruptRepeatMs)
  try {
    let url = request.url
    if (url === null) {
      const site = await (ports.startSite ?? startFixtureSite)()
      closers.unshift(() => site.stop())
      url = site.url
      report.note('No URL given: crawling the bundled example website, no internet needed')
    }
    const running = await ports.ensureStack(url, interrupt.signal).catch((error: unknown) => {
      interrupt.signal.throwIfAborted()
      throw new SetUpError(error instanceof Error ? error.message : String(error), { cause: error })
    })
    closers.unshift(() => running.stop())
    interrupt.signal.throwIfAborted()
    return await runCrawl({
      url,
      body: request.body,
      stack: running.stack,
      out: request.out,
      workingDirectory: ports.workingDirectory ?? process.cwd(),
      interrupt: interrupt.signal,
      pace,
      report,
    })
  } catch (error) {
    return reportError(error, report, interrupt.signal.aborted)
  } finally {
    report.endProgress()
    await closeAll(closers, report)
    interrupt.dispose()
  }
}

/**
 * Runs `crawl`.
 * @param args what follows the word `crawl`.
 * @returns the exit code; never throws.
 */
export async function crawlCommand(args: string[], ports: CrawlPorts): Promise<number> {
  const stdout = ports.stdout ?? outliveReader(process.stdout)
  const stderr = ports.stderr ?? outliveReader(process.stderr)
  try {
    const request = parseCrawlArguments(args)
    if (request.help) {
      stdout.write(usageText)
      return 0
    }
    if (request.out !== null) {
      await checkOutputDirectory(path.resolve(ports.workingDirectory ?? process.cwd(), request.out), request.out)
    }
    const report = new Report({ json: request.json, stdout, stderr, environment: ports.environment ?? process.env })
    return await crawl(request, ports, report)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    stderr.write(`${error.message}\n`)
    return exitCodes.usage
  }
}
