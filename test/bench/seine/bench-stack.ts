/** A whole stack of Seine's for benchmarks and labs, on free ports, in a directory that goes with it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumEngines, findEngine } from '@seine/tools/setup/chromium-engines.ts'
import type { ChromiumPaths } from '@seine/tools/setup/chromium-paths.ts'
import { allowTarget } from '@seine/tools/stack/egress-allow.ts'
import type { RunningStack, StackOptions } from '@seine/tools/stack/stack-options.ts'
import { startStack } from '@seine/tools/stack/start-stack.ts'
import { ApiClient } from '../../stack/api-client.ts'
import type { BenchContext } from '../bench-context.ts'

export interface BenchStack {
  stack: RunningStack
  api: ApiClient
  /** Lets the stack fetch from the address of a URL. */
  allow(url: string): Promise<void>
  /** Its processes by name. */
  pids(): Record<string, number>
  close(): Promise<void>
}

function setting(name: string): string {
  const value = process.env[name] ?? ''
  if (value === '') throw new Error(`${name} is not set: run this with \`./dev bench\``)
  return value
}

/** Chromium as `./dev bench` has found it, else from PATH. */
function installedChromium(): ChromiumPaths {
  const [shell = null, chrome = null] = chromiumEngines.map((engine) => findEngine(engine, process.env)?.path ?? null)
  return { shell, chrome }
}

/** Where installed things are kept. */
export const benchCache = (): string => setting('SEINE_DEV_CACHE_DIR')

export interface BenchStackOptions {
  /** With a browser worker, which is waited for. @default false */
  browser?: boolean
  /** Stand-ins for parts. @default none */
  parts?: NonNullable<StackOptions['parts']>
}

/** @param signal ends a stack that is still starting. */
async function start(
  signal: AbortSignal,
  { browser = false, parts: standIns = {} }: BenchStackOptions,
): Promise<BenchStack> {
  const stateDir = await mkdtemp(join(tmpdir(), 'seine-bench-'))
  const forget = async (): Promise<void> => await rm(stateDir, { recursive: true, force: true })
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
    parts: standIns,
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

/** Starts a stack that ends with the benchmark, also when it is interrupted while the stack starts. */
export async function startBenchStack(
  { signal, atEnd }: Pick<BenchContext, 'signal' | 'atEnd'>,
  options: BenchStackOptions = {},
): Promise<BenchStack> {
  const starting = start(signal, options)
  atEnd(async () => {
    // One that could not be started has ended itself.
    const bench = await starting.catch(() => null)
    await bench?.close()
  })
  return await starting
}
