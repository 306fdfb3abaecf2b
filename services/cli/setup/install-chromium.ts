/**
 * Installs Chromium with the system's packages, where that is possible. A machine without it does
 * everything else: whatever goes wrong here is said and is not fatal.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../cli-limits.ts'
import { waitForLock } from '../process/lock.ts'
import { runLogged } from '../process/run-logged.ts'
import type { Progress } from '../progress.ts'
import { chromiumEngines, findEngine, type ChromiumEngine, type ChromiumPaths } from './chromium-engines.ts'
import { findOnPath } from './find-tool.ts'

export interface ChromiumContext {
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
  /** Of this process. @default the real one */
  userId?: number
}

/** Command that everything of the system's package tool begins with, or null when there is none. */
export function packageTool({ environment, userId }: Pick<ChromiumContext, 'environment' | 'userId'>): string[] | null {
  if (findOnPath('apt-get', environment.PATH) === null) return null
  if ((userId ?? process.getuid?.()) === 0) return []
  return findOnPath('sudo', environment.PATH) === null ? null : ['sudo', '-n']
}

/** What to do by hand. */
export const chromiumAdvice = `install ${chromiumEngines.map((engine) => engine.debianPackage).join(' and ')}, or name an executable in ${chromiumEngines.map((engine) => engine.variable).join(' or ')}`

interface Search {
  paths: ChromiumPaths
  missing: ChromiumEngine[]
  /** Somebody has named an engine: that is the one to use. */
  decided: boolean
}

function search(environment: ChromiumContext['environment']): Search {
  const paths: ChromiumPaths = { shell: null, chrome: null }
  const missing: ChromiumEngine[] = []
  let decided = false
  for (const engine of chromiumEngines) {
    const found = findEngine(engine, environment)
    paths[engine.key] = found?.path ?? null
    if (found === null) missing.push(engine)
    decided ||= found?.source === 'variable'
  }
  return { paths, missing, decided }
}

/** An attempt that failed is not made again at once: each takes its time, and the cause is the machine. */
function failedLately(marker: string): boolean {
  const failedMs = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity
  return Date.now() - failedMs < stackLimits.chromiumRetryMs
}

const aptOptions = '-o DPkg::Lock::Timeout=120 -o Acquire::Retries=1 -o Acquire::http::Timeout=20'

async function install(missing: readonly ChromiumEngine[], tool: string[], context: ChromiumContext): Promise<boolean> {
  const { cache, environment, progress } = context
  const step = progress.begin('Chromium', 'installing with apt-get, about 20 seconds the first time')
  const logFile = join(cache, 'logs', 'chromium.log')
  const packages = missing.map((engine) => engine.debianPackage).join(' ')
  // Lists of other sources that cannot be fetched do not matter; without a list there is no package.
  const script = `apt-get ${aptOptions} -q update; exec apt-get ${aptOptions} -q install -y --no-install-recommends ${packages}`
  const [file, ...args] = [...tool, 'env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', script]
  const failure = await runLogged({ file, args, environment, cwd: '/', logFile })
  if (failure === null) step.done()
  else step.fail(`${failure}, see ${logFile}`)
  return failure === null
}

/** Installs what is missing, unless somebody else just did or it failed a moment ago. */
async function installOnce(tool: string[], context: ChromiumContext): Promise<void> {
  const { cache, environment, progress } = context
  const marker = join(cache, 'chromium-failed')
  if (failedLately(marker)) return
  const lock = await waitForLock(join(cache, 'locks', 'chromium.lock'), (holder) =>
    progress.note(`  … Chromium: process ${holder.pid} is installing it, waiting`),
  )
  try {
    const { missing } = search(environment)
    if (missing.length === 0 || failedLately(marker)) return
    if (await install(missing, tool, context)) {
      rmSync(marker, { force: true })
    } else {
      mkdirSync(cache, { recursive: true })
      writeFileSync(marker, '')
    }
  } finally {
    lock.release()
  }
}

/**
 * Paths of Chromium's engines; what is missing is installed first where that is possible. Set-ups
 * that run at once install it once.
 * @throws SetUpError when a variable names something that cannot be run.
 */
export async function obtainChromium(context: ChromiumContext): Promise<ChromiumPaths> {
  const { environment, progress } = context
  const { paths, missing, decided } = search(environment)
  if (missing.length === 0 || decided) return paths
  const tool = packageTool(context)
  if (tool !== null) await installOnce(tool, context)
  const now = search(environment).paths
  if (now.shell === null && now.chrome === null) {
    progress.note(`  ! Chromium is not here, so pages that need a browser are not available: ${chromiumAdvice}`)
  }
  return now
}
