/** `./dev doctor`: shows what is installed, what is missing and how it will be obtained. Changes nothing. */
import { doctorTable, type DoctorRow } from './doctor-table.ts'
import { chromiumEngines, findEngine, type ChromiumEngine } from './setup/chromium-engines.ts'
import { inspectSandbox } from './setup/chromium-sandbox.ts'
import { findOnPath, findTool } from './setup/find-tool.ts'
import { goProblem, readGoToolchain, type GoToolchain } from './setup/go-toolchain.ts'
import {
  containerPrograms,
  missingPrograms,
  prometheusPrograms,
  redisPrograms,
  samplePrograms,
  type DebianPrograms,
} from './setup/debian-programs.ts'
import { chromiumAdvice, chromiumPackageProblem } from './setup/install-chromium.ts'
import { pinnedTools, type PinnedTool } from './setup/pinned-tools.ts'
import { SetUpError } from './setup/set-up-error.ts'
import { packageTool } from './setup/system-packages.ts'
import { isWorkspaceInstalled } from './setup/workspace.ts'
import { readRunningStack } from './stack/stack-record.ts'

export interface DoctorContext {
  root: string
  cache: string
  stateDir: string
  environment: Record<string, string | undefined>
  /** User id of this process. @default the real one */
  userId?: number
  /** `ID` of os-release(5). @default that of this system */
  system?: string
}

const sources = { variable: 'named by a variable', PATH: 'from PATH', cache: 'built for Seine' } as const

function toolRow(tool: PinnedTool, go: GoToolchain, context: DoctorContext): DoctorRow {
  const what = tool.title
  try {
    const found = findTool(tool, context.environment, context.cache)
    if (found !== null) return { what, state: 'ok', detail: `${found.path} (${sources[found.source]})` }
  } catch (error) {
    if (error instanceof SetUpError) return { what, state: 'blocked', detail: error.message }
    throw error
  }
  const problem = goProblem(go)
  if (problem !== null) return { what, state: 'blocked', detail: `${problem}, or put ${tool.name} on PATH` }
  return { what, state: 'missing', detail: `go build of ${tool.source.module}, about ${tool.about}` }
}

/** A missing Chromium is never `blocked`: everything except pages that need a browser works without it. */
function engineRow(engine: ChromiumEngine, context: DoctorContext): DoctorRow {
  const what = engine.title
  try {
    const found = findEngine(engine, context.environment)
    if (found !== null) return { what, state: 'ok', detail: `${found.path} (${sources[found.source]})` }
  } catch (error) {
    if (error instanceof SetUpError) return { what, state: 'blocked', detail: error.message }
    throw error
  }
  const tool = packageTool(context)
  const problem = chromiumPackageProblem(context) ?? tool.problem
  if (problem !== null)
    return { what, state: 'off', detail: `for pages that need a browser (${problem}): ${chromiumAdvice}` }
  return { what, state: 'missing', detail: aptCommand(tool.command ?? [], [engine.debianPackage]) }
}

const aptCommand = (command: readonly string[], packages: readonly string[]): string =>
  `${[...command, 'apt-get', 'install', ...packages].join(' ')}, about 20 seconds`

/** Programs that only tests call. */
function testProgramsRow(wanted: DebianPrograms, context: DoctorContext): DoctorRow {
  const what = wanted.title
  const missing = missingPrograms(wanted, context.environment).join(', ')
  if (missing === '') return { what, state: 'ok', detail: `for ./dev test: ${wanted.programs.join(', ')}` }
  const tool = packageTool(context)
  const detail =
    tool.command === null
      ? `${missing} missing (${tool.problem}), so ${wanted.without}`
      : `by ./dev test: ${aptCommand(tool.command, wanted.packages)}`
  return { what, state: tool.command === null ? 'off' : 'missing', detail }
}

/** Checks Chromium's sandbox. Without it the stack still runs, but has no browser worker. */
async function sandboxRows(engines: readonly DoctorRow[], context: DoctorContext): Promise<DoctorRow[]> {
  const paths = engines.flatMap(({ state, detail }) => (state === 'ok' ? [detail.replace(/ \([^()]*\)$/, '')] : []))
  if (paths.length === 0) return []
  const { state, detail } = await inspectSandbox(context.environment, paths, context.userId)
  return [{ what: "Chromium's sandbox", state: state === 'ok' ? 'ok' : 'off', detail }]
}

function goRow(go: GoToolchain, needed: boolean): DoctorRow {
  const problem = goProblem(go)
  if (problem === null) return { what: 'Go', state: 'ok', detail: go.version ?? '' }
  return { what: 'Go', state: needed ? 'blocked' : 'off', detail: needed ? problem : 'not needed: the tools are there' }
}

function npmRow(context: DoctorContext): DoctorRow {
  const path = findOnPath('npm', context.environment.PATH)
  if (path !== null) return { what: 'npm', state: 'ok', detail: path }
  return { what: 'npm', state: 'blocked', detail: 'install Node with npm (https://nodejs.org)' }
}

async function stackRow(context: DoctorContext): Promise<DoctorRow> {
  const stack = await readRunningStack(context.stateDir)
  if (stack === null) return { what: 'local stack', state: 'off', detail: `./dev up starts it in ${context.stateDir}` }
  const pids = Object.entries(stack.pids).filter(([, pid]) => pid !== null)
  return {
    what: 'local stack',
    state: 'ok',
    detail: `${stack.gateway} (${pids.map((pair) => pair.join(' ')).join(', ')})`,
  }
}

/** Returns all rows, in the order in which they are needed. */
export async function inspectMachine(context: DoctorContext): Promise<DoctorRow[]> {
  const go = await readGoToolchain(context.environment)
  const tools = pinnedTools.map((tool) => toolRow(tool, go, context))
  const engines = chromiumEngines.map((engine) => engineRow(engine, context))
  const installed = isWorkspaceInstalled(context.root)
  return [
    { what: 'Node', state: 'ok', detail: `${process.version}, ${process.execPath}` },
    npmRow(context),
    {
      what: 'npm packages',
      state: installed ? 'ok' : 'missing',
      detail: installed ? 'as in package-lock.json' : 'npm ci, about half a minute',
    },
    goRow(
      go,
      tools.some((row) => row.state !== 'ok'),
    ),
    ...tools,
    ...engines,
    ...(await sandboxRows(engines, context)),
    ...[redisPrograms, samplePrograms, prometheusPrograms, containerPrograms].map((wanted) =>
      testProgramsRow(wanted, context),
    ),
    { what: 'cache', state: 'ok', detail: context.cache },
    await stackRow(context),
  ]
}

/**
 * Prints the table.
 * @returns 0 when everything is present or will be obtained, 1 when the user must act.
 */
export async function doctorCommand(context: DoctorContext, print: (text: string) => void): Promise<number> {
  const rows = await inspectMachine(context)
  print(doctorTable(rows))
  return rows.some((row) => row.state === 'blocked') ? 1 : 0
}
