/** Explains why a browser did not start. */
import { EngineUnavailableError } from '../chromium-process/engine-unavailable.ts'

const shownLines = 5

/** Printed without user namespaces, or when a container's seccomp profile forbids to change the root in one. */
const sandboxFaults = /no usable sandbox|setuid sandbox|without --no-sandbox|sys_chroot|move to new namespace/i

/**
 * Returns the error for a browser that did not start.
 * @param executable path of the browser.
 * @param reason what the launcher observed.
 * @param output last lines of the browser's own output.
 */
export function launchFault(executable: string, reason: string, output: readonly string[]): EngineUnavailableError {
  if (output.some((line) => sandboxFaults.test(line))) {
    return new EngineUnavailableError(
      `${executable} has no usable sandbox: allow user namespaces for this user (seccomp profile, kernel settings), or set SEINE_BROWSER_SANDBOX=off where every page is trusted`,
    )
  }
  if (output.some((line) => line.includes('Socket path too long'))) {
    return new EngineUnavailableError(
      `${executable} needs a directory for temporary files with a shorter path: set TMPDIR`,
    )
  }
  const tail = output.slice(-shownLines).join(' | ')
  return new EngineUnavailableError(`${executable} did not start: ${reason}${tail === '' ? '' : ` (${tail})`}`)
}
