/**
 * Installs Redis with the system's packages, where that is possible: the tests of limits that several
 * gateways share run against a real one, and are skipped without.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../cli-limits.ts'
import { waitForLock } from '../process/lock.ts'
import { runLogged } from '../process/run-logged.ts'
import { findOnPath } from './find-tool.ts'
import { packageTool, type ChromiumContext } from './install-chromium.ts'

const aptOptions = '-o DPkg::Lock::Timeout=120 -o Acquire::Retries=1 -o Acquire::http::Timeout=20'
// The system starts no service of it (policy of `invoke-rc.d` by run level).
const script = `apt-get ${aptOptions} -q update; exec apt-get ${aptOptions} -q install -y --no-install-recommends redis-server`

async function install(tool: readonly string[], { cache, environment, progress }: ChromiumContext): Promise<void> {
  const step = progress.begin('Redis', 'installing with apt-get, about 10 seconds the first time')
  const logFile = join(cache, 'logs', 'redis.log')
  const [file, ...args] = [...tool, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'sh', '-c', script]
  const failure = await runLogged({ file, args, environment, cwd: '/', logFile })
  if (failure === null) step.done()
  else step.fail(`${failure}, see ${logFile}`)
}

/**
 * Makes sure that `redis-server` is on PATH, where that is possible; said when it is not. An attempt
 * that failed is not made again at once.
 */
export async function obtainRedis(context: ChromiumContext): Promise<void> {
  const { cache, environment, progress } = context
  const isThere = (): boolean => findOnPath('redis-server', environment.PATH) !== null
  if (isThere()) return
  const tool = packageTool(context)
  const tried = join(cache, 'redis-tried')
  const triedMs = statSync(tried, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity
  if (tool !== null && Date.now() - triedMs > stackLimits.chromiumRetryMs) {
    mkdirSync(cache, { recursive: true })
    const lock = await waitForLock(join(cache, 'locks', 'redis.lock'), (holder) =>
      progress.note(`  … Redis: process ${holder.pid} is installing it, waiting`),
    )
    try {
      if (!isThere()) {
        await install(tool, context)
        writeFileSync(tried, '')
      }
    } finally {
      lock.release()
    }
  }
  if (!isThere()) progress.note('  ! redis-server is not here, so tests with a shared store of limits are skipped')
}
