/**
 * Checks whether Chromium can have its sandbox on this machine. Under root it runs as a separate user, see
 * `activities/browser/chromium-process/browser-user.ts`.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { poolLimits } from '../../services/cli/command/cli-limits.ts'

type Environment = Record<string, string | undefined>

const isSwitchedOff = (environment: Environment): boolean => environment.SEINE_BROWSER_SANDBOX === 'off'

/** Returns the notice printed before a stack starts with Chromium's sandbox switched off; null otherwise. */
export const sandboxNotice = (environment: Environment): string | null =>
  isSwitchedOff(environment)
    ? "  ! SEINE_BROWSER_SANDBOX=off: Chromium runs WITHOUT its sandbox; a hostile page that exploits Chromium acts as Chromium's user on this machine"
    : null

/** Returns the id of the user that Chromium runs as; null: the current user. */
function chromiumUid(environment: Environment, userId: number | undefined): number | null {
  if (userId !== 0) return null
  const named = Number(environment.SEINE_BROWSER_UID ?? '')
  return Number.isInteger(named) && named > 0 ? named : poolLimits.browserUid
}

/** Runs a program as a user. @returns null when it succeeded, otherwise its error output or why it did not run. */
async function problemOf(
  file: string,
  args: readonly string[],
  uid: number | null,
  path: string | undefined,
): Promise<string | null> {
  const user = uid === null ? {} : { uid, gid: uid }
  const options = { ...user, cwd: '/', env: { PATH: path }, timeout: poolLimits.versionTimeoutMs }
  try {
    await promisify(execFile)(file, args, options)
    return null
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    return stderr.trim() === '' ? (message.split('\n')[0] ?? '') : stderr.trim()
  }
}

export interface SandboxState {
  state: 'ok' | 'off' | 'blocked'
  detail: string
}

/**
 * Tries what the sandbox needs, with the program `unshare` and as the user that Chromium will run as.
 * @param executables paths of the installed engines.
 * @param userId user id of this process.
 */
export async function inspectSandbox(
  environment: Environment,
  executables: readonly string[],
  userId = process.getuid?.(),
): Promise<SandboxState> {
  const uid = chromiumUid(environment, userId)
  const who = uid === null ? 'your user' : `user ${uid}, since you are root`
  if (isSwitchedOff(environment)) {
    return { state: 'off', detail: `SWITCHED OFF by SEINE_BROWSER_SANDBOX=off; Chromium runs as ${who}` }
  }
  for (const path of executables) {
    if (
      uid !== null &&
      (await problemOf('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], uid, environment.PATH)) !== null
    ) {
      return {
        state: 'blocked',
        detail: `${path} cannot be run by ${who}: install it in a directory that every user can access`,
      }
    }
  }
  const problem = await problemOf('unshare', ['--user', '--pid', '--net', '--fork', 'true'], uid, environment.PATH)
  if (problem === null) return { state: 'ok', detail: `on, with user namespaces; Chromium runs as ${who}` }
  if (problem.includes('ENOENT')) return { state: 'ok', detail: `on; Chromium runs as ${who}` }
  return {
    state: 'blocked',
    detail: `no user namespaces for ${who} (${problem}): the browser worker requires them. Allow them (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns, the seccomp profile of the container), or set SEINE_BROWSER_SANDBOX=off where every page is trusted`,
  }
}
