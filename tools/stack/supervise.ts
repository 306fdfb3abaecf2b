/** The life cycle of a supervisor: starts a stack and keeps it until a signal arrives or its last user leaves. */
import { stackLimits } from '../checkout/stack-limits.ts'
import { partNames } from './part-specs.ts'
import { hasUsers } from './stack-users.ts'
import { startStack } from './start-stack.ts'
import { stateLayout } from './state-layout.ts'
import type { RunningStack, StackOptions } from './stack-options.ts'

export interface SupervisorOptions extends StackOptions {
  /** End when the stack has no users any more. */
  whileUsed: boolean
  onReady?: (stack: RunningStack) => void
  /** Called with the reason before the stack ends. */
  onStopping?: (reason: string) => void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Calls back on each signal; a signal that reaches the process twice in quick succession counts once. */
function onSignals(callback: (name: NodeJS.Signals) => void): () => void {
  let lastMs = -Infinity
  const listener = (name: NodeJS.Signals): void => {
    const nowMs = performance.now()
    if (nowMs - lastMs < stackLimits.interruptRepeatMs) return
    lastMs = nowMs
    callback(name)
  }
  for (const name of signals) process.on(name, listener)
  return () => {
    for (const name of signals) process.off(name, listener)
  }
}

/** Calls back once the stack has no users any more. */
function onUnused(options: SupervisorOptions, stack: () => RunningStack | null, callback: () => void): () => void {
  if (!options.whileUsed) return () => {}
  const layout = stateLayout(options.stateDir)
  const timer = setInterval(() => {
    if (hasUsers(layout)) return
    // Hide first, then check again: a process that registers now is either seen here or does not see the stack.
    stack()?.publish(false)
    if (hasUsers(layout)) {
      stack()?.publish(true)
    } else {
      clearInterval(timer)
      callback()
    }
  }, stackLimits.usersPollMs)
  return () => clearInterval(timer)
}

/**
 * Runs a stack until SIGINT, SIGTERM or SIGHUP; a second signal kills everything immediately.
 * @throws the errors of `startStack`.
 */
export async function supervise(options: SupervisorOptions): Promise<void> {
  const abort = new AbortController()
  let stack: RunningStack | null = null
  let asked = 0
  const ended = Promise.withResolvers<void>()
  const end = (reason: string): void => {
    asked += 1
    if (asked === 1) options.onStopping?.(reason)
    abort.abort(new Error(`ended by ${reason} while starting`))
    stack?.stop({ now: asked > 1 }).then(ended.resolve, ended.reject)
  }
  // A supervisor that fails also kills its parts.
  const killAll = (): void => {
    for (const name of partNames) void stack?.part(name).kill('SIGKILL')
  }
  const ignoreSignals = onSignals(end)
  const ignoreUsers = onUnused(
    options,
    () => stack,
    () => end('the last user exiting'),
  )
  process.once('exit', killAll)
  try {
    stack = await startStack({ ...options, signal: abort.signal })
    if (abort.signal.aborted) return await stack.stop()
    options.onReady?.(stack)
    await ended.promise
  } catch (error) {
    // The start was interrupted on request.
    if (!abort.signal.aborted || stack !== null) throw error
  } finally {
    ignoreSignals()
    ignoreUsers()
    process.off('exit', killAll)
  }
}
