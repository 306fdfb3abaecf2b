/**
 * Obtains everything a command needs: npm packages, Temporal CLI, S3 store, Chromium. Present items cost nothing;
 * missing ones are obtained concurrently; all problems are reported together.
 *
 * Runs before the workspace is installed, so this module must not import a package.
 */
import type { Progress } from '../checkout/progress.ts'
import {
  containerPrograms,
  freshPrograms,
  obtainPrograms,
  prometheusPrograms,
  redisPrograms,
  samplePrograms,
  shellPrograms,
  type DebianPrograms,
} from './debian-programs.ts'
import type { FetchModule } from './go-module.ts'
import { readGoToolchain, type GoToolchain } from './go-toolchain.ts'
import { obtainChromium } from './install-chromium.ts'
import { obtainKubernetes } from './install-kubernetes.ts'
import { obtainSchemathesis } from './install-schemathesis.ts'
import { obtainTool, type InstallContext } from './install-tool.ts'
import { pinnedTools, productionTools, type ToolPaths } from './pinned-tools.ts'
import { SetUpError } from './set-up-error.ts'
import { obtainWorkspace } from './workspace.ts'

export interface SetUpOptions {
  root: string
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
  /** Returns true while a stack uses the installed packages, which must not change then. */
  inUse: () => boolean
  /** The function that fetches the sources of tools. @default the function of `go-module.ts` */
  fetch?: FetchModule
}

async function together<T>(jobs: readonly Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(jobs)
  const problems: string[] = []
  const values: T[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') values.push(outcome.value)
    else if (outcome.reason instanceof SetUpError) problems.push(...outcome.reason.problems)
    else throw outcome.reason
  }
  if (problems.length > 0) throw new SetUpError(problems)
  return values
}

/**
 * Obtains the npm packages and the tools of the stack.
 * @returns the paths of the tools.
 * @throws SetUpError that names every problem.
 */
export async function setUp(options: SetUpOptions): Promise<ToolPaths> {
  let go: Promise<GoToolchain> | undefined
  const context = { ...options, go: () => (go ??= readGoToolchain(options.environment)) }
  const tools = pinnedTools.map(async (tool) => [tool.name, await obtainTool(tool, context)] as const)
  const chromium = obtainChromium(options).then((paths) => ['chromium', paths] as const)
  // After Chromium: the system's package tool runs one installation at a time.
  const redis = chromium
    .catch(() => null)
    .then(async () => await obtainPrograms(redisPrograms, options))
    .then((found) => (found === null ? null : (['redis', found['redis-server']] as const)))
  const made = await together<readonly [string, ToolPaths[keyof ToolPaths]] | null>([
    obtainWorkspace(options).then(() => null),
    ...tools,
    chromium,
    redis,
  ])
  return Object.fromEntries(made.filter((entry) => entry !== null)) as unknown as ToolPaths
}

/** What the selected tests need in addition to a stack. */
export interface TestNeeds {
  /** Tests of the API from its description. */
  contract: boolean
  /** Tests with jobs on the whole stack, and the samples of the documentation. */
  stack: boolean
  /** Tests of what operators run: images, dashboards, manifests. */
  ops: boolean
}

/** Obtains system programs, one set after the other: the system's package tool runs one installation at a time. */
async function obtainTestPrograms(options: SetUpOptions, { stack, ops }: TestNeeds): Promise<void> {
  const sets: DebianPrograms[] = [
    ...(stack ? [samplePrograms, shellPrograms] : []),
    ...(ops ? [prometheusPrograms, containerPrograms] : []),
  ]
  for (const wanted of sets) await obtainPrograms(wanted, options)
}

/** Builds Temporal's production server. Without it only the tests that start it are skipped. */
async function obtainProductionTools(context: InstallContext): Promise<void> {
  for (const tool of productionTools) {
    try {
      await obtainTool(tool, context)
    } catch (error) {
      if (!(error instanceof SetUpError)) throw error
      context.progress.note(`  ! ${error.message}`)
    }
  }
}

/** Obtains what only tests need; a missing item is not a failure. */
export async function setUpTests(options: SetUpOptions, needs: TestNeeds): Promise<Pick<ToolPaths, 'schemathesis'>> {
  const go = (): Promise<GoToolchain> => readGoToolchain(options.environment)
  const [schemathesis] = await together<string | null>([
    needs.contract ? obtainSchemathesis(options) : Promise.resolve(null),
    obtainTestPrograms(options, needs).then(() => null),
    needs.ops ? obtainKubernetes({ ...options, go }).then(() => null) : Promise.resolve(null),
    needs.ops ? obtainProductionTools({ ...options, go }).then(() => null) : Promise.resolve(null),
  ])
  return schemathesis == null ? {} : { schemathesis }
}

/** Obtains only the npm packages: enough for a command that starts no stack. */
export async function setUpPackages(options: SetUpOptions): Promise<void> {
  await obtainWorkspace(options)
}

/** Obtains the npm packages and the programs that create a fresh system. */
export async function setUpFresh(options: SetUpOptions): Promise<void> {
  await setUpPackages(options)
  await obtainPrograms(freshPrograms, options)
}
