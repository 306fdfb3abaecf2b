/** The detached supervisor that `up --detach` and `crawl` start; its output is its log. */
import type { ToolPaths } from './setup/pinned-tools.ts'
import { lostToAnotherExitCode } from './stack/obtain-stack.ts'
import { StackAlreadyRunningError, type StackOptions } from './stack/stack-options.ts'
import { supervise } from './stack/supervise.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

export interface SuperviseContext extends Partial<StackOptions> {
  stateDir: string
  tools: ToolPaths
  /** End when the stack has no users any more. */
  whileUsed: boolean
}

const log = (line: string): void => {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`)
}

/** Runs the stack until a signal or its last user ends it. @returns the exit code. */
export async function superviseCommand(context: SuperviseContext): Promise<number> {
  try {
    await supervise({
      ...context,
      onEvent: ({ subject, message }) => log(`${subject} ${message}`),
      onReady: (stack) => log(`ready at ${stack.file.gateway}`),
      onStopping: (reason) => log(`stopping: ${reason}`),
    })
    log('stopped')
    return 0
  } catch (error) {
    log(errorMessage(error))
    return error instanceof StackAlreadyRunningError ? lostToAnotherExitCode : 1
  }
}
