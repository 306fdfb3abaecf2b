/**
 * A whole stack for one test file: real Temporal, real object store, gateway and workers as separate processes, on free
 * ports, in a directory that is removed with it.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { bucketName } from '@seine/tools/stack/part-commands.ts'
import { loadSecrets } from '@seine/cli/secrets/secrets.ts'
import { startStack } from '@seine/tools/stack/start-stack.ts'
import type { RunningStack, StackOptions } from '@seine/tools/stack/stack-options.ts'
import { stateLayout } from '@seine/tools/stack/state-layout.ts'
import { chromiumEngines, findEngine } from '@seine/tools/setup/chromium-engines.ts'
import type { ChromiumPaths } from '@seine/tools/setup/chromium-paths.ts'
import { findOnPath } from '@seine/tools/setup/find-tool.ts'
import { chromiumAdvice } from '@seine/tools/setup/install-chromium.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { startSite, type Site, type SiteOptions } from '../site/server.ts'
import { ApiClient } from './api-client.ts'
import { bundleDirectory } from './built-workflows.ts'

/** Reference to a job of the development key, as the store uses it. */
export const storedJob = (id: string): JobRef => ({ tenant: 'default', id })

/**
 * Returns the description of a workflow after it has closed: its result is in the store and visible in the API shortly
 * before that.
 * @returns Temporal's description of the workflow.
 */
export async function closedWorkflow({ temporal }: Pick<TestStack, 'temporal'>, id: string) {
  const handle = temporal.workflow.getHandle(id)
  // Waits for the end, whether it succeeds or fails.
  await handle.result().catch(() => undefined)
  return await handle.describe()
}

export interface TestStackOptions {
  site?: SiteOptions
  environment?: Record<string, string>
  /** Private addresses that may be fetched besides the fixture website, in the format of `SEINE_EGRESS_ALLOW`. */
  egressAllow?: string[]
  /** State of an earlier stack to continue with; it is not removed at the end. */
  stateDir?: string
  /** Replacements for parts of the stack. */
  parts?: StackOptions['parts']
  /** Stores object metadata in separate files. @default false: in extended attributes */
  storeSidecar?: boolean
  /** Starts a browser worker and waits for it. @default false: it takes another second or two */
  browser?: boolean
}

export interface TestStack {
  stateDir: string
  stack: RunningStack
  site: Site
  api: ApiClient
  /** A Temporal client for checks behind the API. */
  temporal: Client
  /** The object store, for the same purpose. */
  store: ObjectStore
  /** The key file of gateway and scrape worker; changes are read within a second. */
  keysFile: string
  /** URL of the browser worker and the token its callers send; null in a stack without one. */
  browserWorker: { url: string; token: string } | null
  close(): Promise<void>
}

function tool(name: string): string {
  const path = process.env[name]
  if (path === undefined || path === '') {
    throw new Error(`${name} is not set: run the stack tests with \`./dev test stack\``)
  }
  return path
}

/** Chromium as found by `./dev test`, otherwise from PATH. @throws Error if none exists. */
export function chromium(): ChromiumPaths {
  const [shell, chrome] = chromiumEngines.map((engine) => findEngine(engine, process.env)?.path ?? null)
  if (shell == null && chrome == null) throw new Error(`there is no Chromium: ${chromiumAdvice}`)
  return { shell: shell ?? null, chrome: chrome ?? null }
}

/** Adds Redis when the machine has it. */
function redis(): { redis?: string } {
  const path = findOnPath('redis-server', process.env['PATH'])
  return path === null ? {} : { redis: path }
}

/** Waits for the browser worker. @throws Error with its output when it cannot be started. */
async function awaitBrowser(stack: RunningStack, said: readonly string[]): Promise<void> {
  if (await stack.browser) return
  await stack.stop({ now: true })
  throw new Error(said.join('\n'))
}

/**
 * Stops a stack whose state is removed: the processes of Seine as always, all at once, and then Temporal without the
 * second and a half that it waits for calls in flight.
 */
async function discard(stack: RunningStack): Promise<void> {
  await Promise.all((['gateway', 'scrapeWorker', 'browserWorker'] as const).map((name) => stack.part(name).stop()))
  await stack.stop({ now: true })
}

/** Starts the fixture website and a stack that may crawl it. Takes about four seconds. */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const site = await startSite(options.site)
  const stateDir = options.stateDir ?? (await mkdtemp(join(tmpdir(), 'seine-test-')))
  if (options.storeSidecar === true) await mkdir(stateLayout(stateDir).objectsSidecar)
  const withBrowser = options.browser === true
  const absent: string[] = []
  const start = async (): Promise<RunningStack> =>
    await startStack({
      stateDir,
      tools: {
        temporal: tool('SEINE_DEV_TEMPORAL_BIN'),
        versitygw: tool('SEINE_DEV_VERSITYGW_BIN'),
        ...(withBrowser ? { chromium: chromium() } : {}),
        ...redis(),
      },
      ports: 'free',
      temporalUi: false,
      egressAllow: [`127.0.0.1/32:${site.port}`, ...(options.egressAllow ?? [])],
      bundleDirectory: bundleDirectory(),
      environment: options.environment ?? {},
      parts: options.parts ?? {},
      onEvent: ({ kind, message }) => {
        if (kind === 'absent') absent.push(message)
      },
    })
  const started = async (): Promise<RunningStack> => {
    const running = await start()
    if (withBrowser) await awaitBrowser(running, absent)
    return running
  }
  const stack = await started().catch(async (error: unknown) => {
    await site.close()
    throw error
  })
  const connection = await Connection.connect({ address: stack.file.temporal })
  const secrets = loadSecrets(stateLayout(stateDir))
  const store = new ObjectStore({
    SEINE_S3_ENDPOINT: stack.file.s3,
    SEINE_S3_PUBLIC_ENDPOINT: '',
    SEINE_S3_REGION: 'us-east-1',
    SEINE_S3_BUCKET: bucketName,
    SEINE_S3_ACCESS_KEY_ID: secrets.s3AccessKeyId,
    SEINE_S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
  })
  return {
    stateDir,
    stack,
    site,
    api: new ApiClient(stack.file.gateway, stack.file.apiKey),
    temporal: new Client({ connection }),
    store,
    keysFile: stateLayout(stateDir).apiKeys,
    browserWorker: withBrowser ? { url: stack.file.browserWorker ?? '', token: secrets.serviceToken } : null,
    async close() {
      store.close()
      await connection.close()
      if (options.stateDir === undefined) await discard(stack)
      else await stack.stop()
      await site.close()
      if (options.stateDir === undefined) await rm(stateDir, { recursive: true, force: true })
    },
  }
}
