/**
 * The program behind `./dev`. It starts on a machine where nothing is installed yet: it parses the command line, then
 * runs set-up, and imports everything that needs the workspace's packages afterwards.
 */
import { helpOn, helpText, parseCommandLine, type CommandLine } from './command-line.ts'
import type { TestSuite } from './test/test-suites.ts'
import type { CrawlArguments } from '../services/cli/crawl/arguments.ts'
import { usageText } from '../services/cli/crawl/usage-text.ts'
import { namedService } from '../services/cli/crawl/named-service.ts'
import { cacheDirectory, repositoryRoot, stateDirectory } from './checkout/locations.ts'
import { createProgress } from './checkout/progress.ts'
import { sandboxNotice } from './setup/chromium-sandbox.ts'
import type { ToolPaths } from './setup/pinned-tools.ts'
import { SetUpError } from './setup/set-up-error.ts'
import { setUp, setUpFresh, setUpPackages, setUpTests } from './setup/set-up.ts'
import { runsIn } from './stack/stack-record.ts'
import { UsageError } from '../services/cli/command/usage-error.ts'

const environment = process.env
const root = repositoryRoot
const cache = cacheDirectory(environment)
const stateDir = stateDirectory(environment)
const progress = createProgress(process.stderr)
const setUpOptions = { root, cache, environment, progress, inUse: () => runsIn(stateDir) }
const print = (text: string): void => void process.stdout.write(text)

const noTools: ToolPaths = { temporal: '', versitygw: '' }

/** Set-up for commands that start no stack: packages only. */
async function setUpWithoutTools(): Promise<ToolPaths> {
  await setUpPackages(setUpOptions)
  return { ...noTools }
}

/** Set-up for commands that start a stack. */
async function setUpStack(): Promise<ToolPaths> {
  const notice = sandboxNotice(environment)
  if (notice !== null) progress.note(notice)
  return await setUp(setUpOptions)
}

async function crawl(request: CrawlArguments): Promise<number> {
  if (request.help) {
    print(usageText)
    return 0
  }
  const tools = await setUpStack()
  const { createEnsureStack } = await import('./stack/ensure-stack.ts')
  const { crawlCommand } = await import('../services/cli/crawl/command.ts')
  const { startFixtureSite } = await import('./fixture-site.ts')
  const ensureStack = createEnsureStack({ stateDir, tools, progress })
  return await crawlCommand(request, { ensureStack, startSite: startFixtureSite })
}

async function run(line: CommandLine): Promise<number> {
  switch (line.command) {
    case 'help':
      print((line.about === null ? null : helpOn(line.about)) ?? helpText)
      return 0
    case 'crawl':
      return await crawl(line.request)
    case 'test': {
      const checksOnly = line.suites.every((suite) => suite === 'check')
      const tools = checksOnly ? await setUpWithoutTools() : await setUp(setUpOptions)
      if (!checksOnly) {
        const has = (suite: TestSuite): boolean => line.suites.includes(suite)
        const needs = { contract: has('contract'), stack: has('stack'), ops: has('ops') }
        Object.assign(tools, await setUpTests(setUpOptions, needs))
      }
      const { testCommand } = await import('./test/test-command.ts')
      return await testCommand(line, { ...setUpOptions, tools })
    }
    case 'test changed': {
      const tools = await setUp(setUpOptions)
      const { changedTestsCommand } = await import('./test/changed-tests-command.ts')
      return await changedTestsCommand(line, { ...setUpOptions, tools })
    }
    case 'test fresh': {
      await setUpFresh(setUpOptions)
      const { testFreshCommand } = await import('./test/test-command.ts')
      return await testFreshCommand(line.releases, line.runnerArgs, { ...setUpOptions, tools: noTools })
    }
    case 'bench': {
      const tools = await setUp(setUpOptions)
      const { benchCommand } = await import('./bench-command.ts')
      return await benchCommand(line.request, { root, cache, environment, tools })
    }
    case 'reliability': {
      const tools = await setUp(setUpOptions)
      const { reliabilityCommand } = await import('./reliability-command.ts')
      return await reliabilityCommand(line.request, { root, cache, environment, tools })
    }
    case 'up': {
      const tools = await setUpStack()
      const { upDetached, upInForeground } = await import('./up-command.ts')
      return await (line.detach ? upDetached : upInForeground)({ stateDir, tools, progress, print })
    }
    case 'supervise': {
      const tools = await setUpStack()
      const { superviseCommand } = await import('./supervise-command.ts')
      return await superviseCommand({ stateDir, tools, whileUsed: line.whileUsed })
    }
    case 'mcp': {
      const service = namedService(environment)
      if (service === null) throw new UsageError('set SEINE_URL and SEINE_KEY to the URL and an API key of a gateway')
      await setUpWithoutTools()
      const { serveMcp } = await import('../services/gateway/mcp/stdio.ts')
      await serveMcp(service.gateway, service.apiKey)
      return 0
    }
    case 'key': {
      await setUpWithoutTools()
      const { keyCommand } = await import('../services/cli/keys/key-command.ts')
      return keyCommand(line.request, print)
    }
    case 'sbom': {
      await setUpWithoutTools()
      const { sbomCommand } = await import('./sbom-command.ts')
      return sbomCommand(line.request, root, environment, print)
    }
    case 'images': {
      await setUpWithoutTools()
      const { imagesCommand } = await import('./images-command.ts')
      return await imagesCommand(line.request, { root, environment, print })
    }
    case 'house': {
      await setUpWithoutTools()
      const { houseCommand } = await import('./house-command.ts')
      return houseCommand(root, line.draw, print)
    }
    case 'down': {
      const { downCommand } = await import('./down-command.ts')
      return await downCommand(stateDir, progress)
    }
    case 'doctor': {
      const { doctorCommand } = await import('./doctor-command.ts')
      return await doctorCommand({ root, cache, stateDir, environment }, print)
    }
    default:
      return line satisfies never
  }
}

/** Prints an error and returns its exit code. */
function explain(error: unknown): number {
  if (error instanceof UsageError) {
    progress.note(error.message)
    return 2
  }
  if (error instanceof SetUpError) {
    progress.note(`Set-up is not complete:\n${error.problems.map((problem) => `  - ${problem}`).join('\n')}`)
    return 1
  }
  progress.note(error instanceof Error ? error.message : String(error))
  return 1
}

// A closed terminal or reader must not prevent an orderly stop of the stack.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  process.exitCode = await run(parseCommandLine(process.argv.slice(2)))
} catch (error) {
  process.exitCode = explain(error)
}
