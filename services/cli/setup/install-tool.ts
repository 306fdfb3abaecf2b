/** Builds a pinned tool with `go install` into the cache. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '../process/lock.ts'
import { runLogged } from '../process/run-logged.ts'
import type { Progress } from '../progress.ts'
import { findTool } from './find-tool.ts'
import { goProblem, type GoToolchain } from './go-toolchain.ts'
import { cachedName, type PinnedTool } from './pinned-tools.ts'
import { SetUpError } from './set-up-error.ts'

export interface InstallContext {
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
  /** Asked at most once for all tools. */
  go: () => Promise<GoToolchain>
}

/** `go install` refuses a target directory when it builds for another platform. */
function buildEnvironment(environment: Record<string, string | undefined>, target: string) {
  const { GOOS: _os, GOARCH: _arch, ...rest } = environment
  return { ...rest, GOBIN: target }
}

async function build(tool: PinnedTool, target: string, context: InstallContext): Promise<void> {
  const step = context.progress.begin(
    `${tool.title} ${tool.version}`,
    `building with go install, about ${tool.about} the first time`,
  )
  const problem = goProblem(await context.go())
  if (problem !== null) {
    step.fail()
    throw new SetUpError([`${tool.title} ${tool.version} is missing and ${problem}, or put ${tool.name} on PATH.`])
  }
  const name = cachedName(tool)
  const logFile = join(context.cache, 'logs', `${name}.log`)
  // Beside the final place, so that the rename at the end is atomic.
  const workshop = mkdtempSync(join(context.cache, 'bin', `.building-${name}-`))
  try {
    const failure = await runLogged({
      file: 'go',
      args: ['install', '-ldflags=-s -w', `${tool.goPackage}@v${tool.version}`],
      environment: buildEnvironment(context.environment, workshop),
      cwd: workshop,
      logFile,
    })
    if (failure !== null) {
      step.fail(`${failure}, see ${logFile}`)
      throw new SetUpError([
        `${tool.title} ${tool.version} could not be built (go install: ${failure}): see ${logFile}.`,
      ])
    }
    renameSync(join(workshop, tool.name), target)
    step.done()
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/**
 * Path of a tool, which is built first when it is nowhere to be found. Set-ups that run at once
 * build it once.
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
    // Whoever holds the lock is alone, so unfinished builds belong to processes that died.
    for (const entry of readdirSync(binaries)) {
      if (entry.startsWith(`.building-${name}-`)) rmSync(join(binaries, entry), { recursive: true, force: true })
    }
    await build(tool, target, context)
    return target
  } finally {
    lock.release()
  }
}
