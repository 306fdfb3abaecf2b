/** Builds a pinned tool into the cache, from a module of this repository that pins everything it is built from. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '../../services/cli/process/lock.ts'
import { runLogged } from '../checkout/run-logged.ts'
import type { Progress } from '../checkout/progress.ts'
import { findTool } from './find-tool.ts'
import { fetchModule, type FetchModule } from './go-module.ts'
import { goProblem, type GoToolchain } from './go-toolchain.ts'
import { cachedName, type PinnedTool } from './pinned-tools.ts'
import { SetUpError } from './set-up-error.ts'

export interface InstallContext {
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
  /** Called at most once for all tools. */
  go: () => Promise<GoToolchain>
  /** @default the function of `go-module.ts` */
  fetch?: FetchModule
}

/**
 * Returns an environment that builds for this machine and from the module alone, whatever the user's environment says.
 */
function buildEnvironment(environment: Record<string, string | undefined>) {
  const { GOOS: _os, GOARCH: _arch, ...rest } = environment
  return { ...rest, GOWORK: 'off' }
}

async function build(tool: PinnedTool, target: string, context: InstallContext): Promise<void> {
  const step = context.progress.begin(
    `${tool.title} ${tool.version}`,
    `building with go, about ${tool.about} the first time`,
  )
  const problem = goProblem(await context.go())
  if (problem !== null) {
    step.fail()
    throw new SetUpError([`${tool.title} ${tool.version} is missing and ${problem}, or put ${tool.name} on PATH.`])
  }
  const name = cachedName(tool)
  const logFile = join(context.cache, 'logs', `${name}.log`)
  // Next to the final path, so that the rename at the end is atomic.
  const workshop = mkdtempSync(join(context.cache, 'bin', `.building-${name}-`))
  try {
    cpSync(join(import.meta.dirname, 'modules', tool.builtFrom ?? tool.name), workshop, { recursive: true })
    const environment = buildEnvironment(context.environment)
    const failure = await (context.fetch ?? fetchModule)(tool.source, workshop, environment).then(
      async () =>
        await runLogged({
          file: 'go',
          args: [
            'build',
            '-mod=readonly',
            '-trimpath',
            '-ldflags=-s -w',
            '-o',
            join(workshop, tool.name),
            tool.goPackage,
          ],
          environment,
          cwd: workshop,
          logFile,
        }),
      (error: Error) => error.message,
    )
    if (failure !== null) {
      step.fail(`${failure}, see ${logFile}`)
      throw new SetUpError([`${tool.title} ${tool.version} could not be built (go build: ${failure}): see ${logFile}.`])
    }
    renameSync(join(workshop, tool.name), target)
    step.done()
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/**
 * Returns the path of a tool, building it first when it is not found. Concurrent set-ups build it once.
 * @throws SetUpError with one sentence that says what to do.
 */
export async function obtainTool(tool: PinnedTool, context: InstallContext): Promise<string> {
  const found = findTool(tool, context.environment, context.cache)
  if (found !== null) return found.path
  const binaries = join(context.cache, 'bin')
  mkdirSync(binaries, { recursive: true })
  const name = cachedName(tool)
  const lock = await waitForLock(join(context.cache, 'locks', `${name}.lock`), (holder) =>
    context.progress.note(`  … ${tool.title} ${tool.version}: process ${holder.pid} is building it, waiting`),
  )
  try {
    const target = join(binaries, name)
    const built = findTool(tool, context.environment, context.cache)
    if (built !== null) return built.path
    // Only the lock holder builds, so unfinished builds belong to dead processes.
    for (const entry of readdirSync(binaries)) {
      if (entry.startsWith(`.building-${name}-`)) rmSync(join(binaries, entry), { recursive: true, force: true })
    }
    await build(tool, target, context)
    return target
  } finally {
    lock.release()
  }
}
