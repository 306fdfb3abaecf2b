/**
 * The user Chromium runs as. When the worker runs as root, its browsers run as a separate user: Chromium has no
 * sandbox as root, and a separate user can read neither the files nor the memory of the worker.
 */
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { promisify } from 'node:util'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { EngineUnavailableError } from './engine-unavailable.ts'

/** Numeric ids; they need no account. */
export interface BrowserUser {
  uid: number
  gid: number
}

/**
 * Returns the user to run browsers as.
 * @param userId user id of this process; undefined when the system has no such ids.
 * @param browserUid value of `SEINE_BROWSER_UID`.
 * @returns null when browsers run as the user of this process.
 */
export const browserUser = (userId: number | undefined, browserUid: number): BrowserUser | null =>
  userId === 0 ? { uid: browserUid, gid: browserUid } : null

/**
 * Checks that the user may run the executable and enter the parent folder of scratch directories.
 * @throws EngineUnavailableError with the path and what to change.
 */
export async function checkBrowserUser(user: BrowserUser, executable: string, folder: string): Promise<void> {
  const refuse = (what: string): never => {
    throw new EngineUnavailableError(
      `this process runs as root, so Chromium runs as user ${user.uid} (SEINE_BROWSER_UID), but ${what}`,
    )
  }
  const asUser = async (test: string, path: string): Promise<boolean> => {
    const options = { uid: user.uid, gid: user.gid, cwd: '/', timeout: poolLimits.versionTimeoutMs }
    try {
      await promisify(execFile)('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { ...options, env: {} })
      return true
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (code === 'EPERM') {
        return refuse(
          'this process may not become another user: give it CAP_SETUID and CAP_SETGID, or run it as another user than root',
        )
      }
      return code === 0
    }
  }
  if (!(await asUser('-x', executable))) {
    refuse(`${executable} cannot be run by that user: install Chromium outside of folders that only root may enter`)
  }
  // A missing folder is reported by the error of creating scratch directories in it.
  const isThere = await access(folder, constants.F_OK).then(
    () => true,
    () => false,
  )
  if (isThere && !(await asUser('-x', folder))) {
    refuse(`${folder} cannot be entered by that user: set TMPDIR to a folder that all users may enter, such as /tmp`)
  }
}
