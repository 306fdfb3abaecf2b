/** A whole Seine stack for benchmarks and labs, on free ports, in a directory that is removed with it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumEngines, findEngine } from '@seine/tools/setup/chromium-engines.ts'
import type { ChromiumPaths } from '@seine/tools/setup/chromium-paths.ts'
import { allowTarget } from '@seine/tools/stack/egress-allow.ts'
import type { PartOverride, RunningStack, StackOptions } from '@seine/tools/stack/stack-options.ts'
import { startStack } from '@seine/tools/stack/start-stack.ts'
import { ApiClient } from '../../stack/api-client.ts'
import type { BenchContext } from '../bench-context.ts'
import { asInImages } from './image-sources.ts'

export interface BenchStack {
  stack: RunningStack
  api: ApiClient
  /** Allows the stack to fetch from the address of a URL. */
  allow(url: string): Promise<void>
  /** Returns its process ids by name. */
  pids(): Record<string, number>
  close(): Promise<void>
}

function setting(name: string): string {
  const value = process.env[name] ?? ''
  if (value === '') throw new Error(`${name} is not set: run this with \`./dev bench\``)
  return value
}

/** Chromium as found by `./dev bench`, otherwise from PATH. */
function installedChromium(): ChromiumPaths {
  const [shell = null, chrome = null] = chromiumEngines.map((engine) => findEngine(engine, process.env)?.path ?? null)
  return { shell, chrome }
}

/** Folder of installed tools. */
export const benchCache = (): string => setting('SEINE_DEV_CACHE_DIR')

export interface BenchStackOptions {
  /** Starts a browser worker and waits for it. @default false */
  browser?: boolean
  /** Replacements for parts. @default none */
  parts?: NonNullable<StackOptions['parts']>
  /** Further settings of all processes. @default none */
  environment?: NonNullable<StackOptions['environment']>
}

/** @param signal aborts a stack that is still starting. */
async function start(
  signal: AbortSignal,
  { browser = false, parts: standIns = {}, environment = {} }: BenchStackOptions,
): Promise<BenchStack> {
  const stateDir = await mkdtemp(join(tmpdir(), 'seine-bench-'))
  const forget = async (): Promise<void> => await rm(stateDir, { recursive: true, force: true })
  const service: PartOverride = { command: (own) => asInImages(own, benchCache()) }
  const stack = await startStack({
    stateDir,
    tools: {
      temporal: setting('SEINE_DEV_TEMPORAL_BIN'),
      versitygw: setting('SEINE_DEV_VERSITYGW_BIN'),
      ...(browser ? { chromium: installedChromium() } : {}),
    },
    ports: 'free',
    temporalUi: false,
    bundleDirectory: join(benchCache(), 'bundles'),
    parts: { gateway: service, scrapeWorker: service, browserWorker: service, ...standIns },
    environment,
    signal,
  }).catch(async (error: unknown) => {
    await forget()
    throw error
  })
  if (browser && !(await stack.browser)) throw new Error('the browser worker of the stack did not start')
  return {
    stack,
    api: new ApiClient(stack.file.gateway, stack.file.apiKey),
    allow: async (url) => await allowTarget(stack.file.egressAllowFile, `bench-${process.pid}-${url}`, url),
    pids: () => {
      const { supervisor: _ours, ...parts } = stack.file.pids
      return Object.fromEntries(Object.entries(parts).flatMap(([name, pid]) => (pid === null ? [] : [[name, pid]])))
    },
    async close() {
      await stack.stop()
      await forget()
    },
  }
}

/** Starts a stack that is closed with the benchmark, even when it is interrupted during the start. */
export async function startBenchStack(
  { signal, atEnd }: Pick<BenchContext, 'signal' | 'atEnd'>,
  options: BenchStackOptions = {},
): Promise<BenchStack> {
  const starting = start(signal, options)
  atEnd(async () => {
    // A stack that failed to start has closed itself.
    const bench = await starting.catch(() => null)
    await bench?.close()
  })
  return await starting
}
