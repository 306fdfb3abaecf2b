/** Checks whether the Go on this machine can build the pinned tools. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { stackLimits } from '../checkout/stack-limits.ts'

const run = promisify(execFile)

export interface GoToolchain {
  /** Output of `go version`; null without Go. */
  version: string | null
  /** Output of `go env GOTOOLCHAIN`. */
  policy: string
}

const wanted = `Go 1.${stackLimits.goMinorVersionMin} or newer (https://go.dev/dl/)`

/**
 * Returns why the tools cannot be built, as the middle of a sentence; null when they can be. An older Go is sufficient
 * when it may download a newer toolchain by itself, see "Go Toolchains".
 */
export function goProblem(go: GoToolchain): string | null {
  if (go.version === null) return `there is no Go to build it with: install ${wanted}`
  const match = /\bgo1\.(\d+)/.exec(go.version)
  // Development versions name no release; they are newer than any.
  if (match === null) return null
  const minor = Number(match[1])
  if (minor >= stackLimits.goMinorVersionMin) return null
  if (minor >= stackLimits.goMinorVersionSelfUpdating && go.policy !== 'local') return null
  return `Go 1.${minor} is too old to build it: install ${wanted}`
}

/** Queries the `go` on PATH. */
export async function readGoToolchain(environment: Record<string, string | undefined>): Promise<GoToolchain> {
  const ask = async (...args: string[]): Promise<string> =>
    (await run('go', args, { env: { ...environment }, cwd: '/' })).stdout.trim()
  try {
    const [version, policy] = await Promise.all([ask('version'), ask('env', 'GOTOOLCHAIN')])
    return { version, policy }
  } catch {
    return { version: null, policy: '' }
  }
}
