/**
 * Programs from the system's packages: found on PATH, else installed where that is possible. What tests
 * alone use may be missing: it is said, and its tests are skipped.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../cli-limits.ts'
import { waitForLock } from '../process/lock.ts'
import { runLogged } from '../process/run-logged.ts'
import { findOnPath } from './find-tool.ts'
import { packageTool, type ChromiumContext } from './install-chromium.ts'

/** Programs that are installed together. */
export interface DebianPrograms<Name extends string = string> {
  /** In names of files. */
  key: string
  title: string
  programs: readonly Name[]
  packages: readonly string[]
  /** What is not done without them. */
  without: string
}

const aptOptions = '-o DPkg::Lock::Timeout=120 -o Acquire::Retries=1 -o Acquire::http::Timeout=20'

/** With where the system has programs for its administrator and for podman, which is not on every user's PATH. */
const searchPath = (environment: ChromiumContext['environment']): string =>
  `${environment.PATH ?? ''}:/usr/sbin:/usr/lib/podman`

/** Path of each program; null unless all are there. Nothing is installed. */
export function findPrograms<Name extends string>(
  { programs }: Pick<DebianPrograms<Name>, 'programs'>,
  environment: ChromiumContext['environment'],
): Record<Name, string> | null {
  const found = programs.map((name) => [name, findOnPath(name, searchPath(environment))] as const)
  return found.every(([, path]) => path !== null) ? (Object.fromEntries(found) as Record<Name, string>) : null
}

async function install(
  { key, title, packages }: DebianPrograms,
  tool: readonly string[],
  { cache, environment, progress }: ChromiumContext,
): Promise<boolean> {
  const step = progress.begin(title, 'installing with apt-get, about 20 seconds the first time')
  const logFile = join(cache, 'logs', `${key}.log`)
  const script = `apt-get ${aptOptions} -q update; exec apt-get ${aptOptions} -q install -y --no-install-recommends ${packages.join(' ')}`
  // The system starts none of their services (policy of `invoke-rc.d` by run level).
  const [file, ...args] = [...tool, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'sh', '-c', script]
  const failure = await runLogged({ file, args, environment, cwd: '/', logFile })
  if (failure === null) step.done()
  else step.fail(`${failure}, see ${logFile}`)
  return failure === null
}

/** An attempt that failed is not made again at once: each takes its time, and the cause is the machine. */
function failedLately(marker: string): boolean {
  const failedMs = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity
  return Date.now() - failedMs < stackLimits.chromiumRetryMs
}

/** Installs them, unless somebody else just did or it failed a moment ago. */
async function installOnce(wanted: DebianPrograms, tool: readonly string[], context: ChromiumContext): Promise<void> {
  const { cache, environment, progress } = context
  const marker = join(cache, `${wanted.key}-failed`)
  if (failedLately(marker)) return
  mkdirSync(cache, { recursive: true })
  const lock = await waitForLock(join(cache, 'locks', `${wanted.key}.lock`), (holder) =>
    progress.note(`  … ${wanted.title}: process ${holder.pid} is installing it, waiting`),
  )
  try {
    if (findPrograms(wanted, environment) !== null || failedLately(marker)) return
    if (await install(wanted, tool, context)) rmSync(marker, { force: true })
    else writeFileSync(marker, '')
  } finally {
    lock.release()
  }
}

/**
 * Paths of the programs, which are installed first where that is possible. Set-ups that run at once
 * install them once.
 * @returns null where they cannot be had, which has been said then.
 */
export async function obtainPrograms<Name extends string>(
  wanted: DebianPrograms<Name>,
  context: ChromiumContext,
): Promise<Record<Name, string> | null> {
  const isThere = findPrograms(wanted, context.environment) !== null
  const tool = isThere ? null : packageTool(context)
  if (tool !== null) await installOnce(wanted, tool, context)
  const found = findPrograms(wanted, context.environment)
  if (found === null) {
    context.progress.note(`  ! ${wanted.programs.join(', ')} cannot be had here: ${wanted.without}`)
  }
  return found
}

/** A real Redis, for limits that several gateways share. */
export const redisPrograms = {
  key: 'redis',
  title: 'Redis',
  programs: ['redis-server'],
  packages: ['redis-server'],
  without: 'tests with a shared store of limits are skipped',
} as const satisfies DebianPrograms

/** A real Prometheus, and what checks its files. */
export const prometheusPrograms = {
  key: 'prometheus',
  title: 'Prometheus',
  programs: ['prometheus', 'promtool'],
  packages: ['prometheus'],
  without: 'tests of metrics, dashboard and alerts are skipped',
} as const satisfies DebianPrograms

/** What builds and runs container images without a daemon, on networks on which containers know each other's names. */
export const containerPrograms = {
  key: 'containers',
  title: 'container tools',
  programs: ['mmdebstrap', 'buildah', 'podman', 'runc', 'netavark', 'aardvark-dns'],
  packages: ['mmdebstrap', 'buildah', 'podman', 'runc', 'netavark', 'aardvark-dns'],
  without: 'tests of the images are skipped',
} as const satisfies DebianPrograms
