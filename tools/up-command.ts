/** `./dev up`: runs the whole stack on this machine, in this terminal or detached. */
import { setTimeout as delay } from 'node:timers/promises'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { stackLimits } from './checkout/stack-limits.ts'
import type { Progress, Step } from './checkout/progress.ts'
import type { ToolPaths } from './setup/pinned-tools.ts'
import { obtainStack } from './stack/obtain-stack.ts'
import { until } from './stack/readiness.ts'
import { StackAlreadyRunningError, type RunningStack, type StackEvent } from './stack/stack-options.ts'
import { readRunningStack } from './stack/stack-record.ts'
import { describeStack } from './stack/stack-text.ts'
import { keepStack } from './stack/stack-users.ts'
import { stateLayout } from './stack/state-layout.ts'
import { supervise } from './stack/supervise.ts'

export interface UpContext {
  stateDir: string
  tools: ToolPaths
  progress: Progress
  print: (text: string) => void
}

/** Converts the events of a stack to progress: a step for each start, a line for anything else. */
export function reportEvents(progress: Progress): (event: StackEvent) => void {
  const steps = new Map<string, Step>()
  return ({ subject, kind, message }) => {
    const step = steps.get(subject)
    if (kind === 'starting') steps.set(subject, progress.begin(subject, message))
    else if (kind === 'ready') step?.done()
    else if (kind === 'failed') step?.fail()
    else progress.note(`  ! ${subject} ${message}`)
  }
}

/** Keeps a running stack running, even when a crawl started it. */
async function keepRunning(stateDir: string): Promise<StackFile | null> {
  if ((await readRunningStack(stateDir)) === null) return null
  keepStack(stateLayout(stateDir))
  return await readRunningStack(stateDir)
}

/** Runs the stack in this process until a signal arrives. @returns the exit code. */
export async function upInForeground(context: UpContext): Promise<number> {
  const running = await keepRunning(context.stateDir)
  if (running !== null) {
    context.print(`Seine is already running; ./dev down stops it.\n${describeStack(running)}`)
    return 0
  }
  let stopping = false
  const tell = async (stack: RunningStack): Promise<void> => {
    await Promise.race([stack.browser, delay(stackLimits.browserWaitMs, undefined, { ref: false })])
    if (!stopping) context.print(`Seine is up; Ctrl-C stops it.\n${describeStack(stack.file)}`)
  }
  try {
    await supervise({
      stateDir: context.stateDir,
      tools: context.tools,
      whileUsed: false,
      onEvent: reportEvents(context.progress),
      onReady: (stack) => void tell(stack),
      onStopping(reason) {
        stopping = true
        context.progress.note(`  … stopping (${reason}); interrupt again to kill it at once`)
      },
    })
    context.progress.note('  ✓ stopped')
    return 0
  } catch (error) {
    if (!(error instanceof StackAlreadyRunningError)) throw error
    context.progress.note(`${error.message}; it is being started or stopped: wait a moment, or run ./dev down`)
    return 1
  }
}

/** Returns the stack once its browser worker is ready, has failed, or takes too long. */
async function withBrowser(stateDir: string, found: StackFile): Promise<StackFile> {
  let file = found
  const settled = async (): Promise<boolean> => {
    file = (await readRunningStack(stateDir)) ?? file
    return file.browserWorker !== null || file.pids.browserWorker === null
  }
  await until(settled, AbortSignal.timeout(stackLimits.browserWaitMs)).catch(() => {})
  return file
}

/** Makes sure that the stack runs under its own supervisor. @returns the exit code. */
export async function upDetached(context: UpContext): Promise<number> {
  let step: Step | undefined
  const obtain = () =>
    obtainStack({
      stateDir: context.stateDir,
      tools: context.tools,
      whileUsed: false,
      onWait: () => {
        step = context.progress.begin('local stack', 'starting Temporal, the S3 store, gateway and worker')
      },
    })
  try {
    const { started } = await obtain()
    // A running stack may belong to a crawl and may end between two checks.
    const found = (await keepRunning(context.stateDir)) ?? (await obtain()).file
    const file = await withBrowser(context.stateDir, found)
    step?.done()
    context.print(`Seine ${started ? 'is up' : 'is already running'}; ./dev down stops it.\n${describeStack(file)}`)
    return 0
  } catch (error) {
    step?.fail()
    throw error
  }
}
