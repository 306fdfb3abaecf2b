/**
 * The embedded stack: Temporal dev server, S3 store, gateway and workers as separate processes on
 * this machine, supervised by the process that calls `startStack`.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { stackLimits } from '../checkout/stack-limits.ts'
import { repositoryRoot } from '../checkout/locations.ts'
import { lockHolder, tryLock, type Lock } from '../../services/cli/process/lock.ts'
import { writePrivateFile } from '../../services/cli/secrets/atomic-file.ts'
import { pruneTargets } from './egress-allow.ts'
import { endLeftovers } from './leftovers.ts'
import { logPath, rotateLog } from './log-files.ts'
import { browserWorkerUrl, bucketName, hasBrowserWorker, opsUrls, redisUrl, workerScheme } from './part-commands.ts'
import { partNames, partSpecs } from './part-specs.ts'
import { reservePorts, type StackPorts } from './ports.ts'
import { apiKeysFile, loadSecrets, storeUsersFile, type StackSecrets } from '../../services/cli/secrets/secrets.ts'
import { StackAlreadyRunningError, type RunningStack, type StackOptions } from './stack-options.ts'
import { PartSet, type PartPids } from './part-set.ts'
import { removeStackFile } from './stack-record.ts'
import { forgetKept } from './stack-users.ts'
import { stateLayout, type StateLayout } from './state-layout.ts'
import { buildBundle, bundlePath } from './workflow-bundle.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

async function lockState(layout: StateLayout): Promise<Lock> {
  for (;;) {
    const lock = tryLock(layout.lock)
    if (lock !== null) return lock
    const holder = lockHolder(layout.lock)
    if (holder !== null) throw new StackAlreadyRunningError(layout.directory, holder.pid)
    // Another process is taking over the lock of a dead supervisor.
    await delay(stackLimits.waitPollMs)
  }
}

/** Prepares directories, keys and an allow file without expired lines, and rotates the logs of the last start. */
async function prepareState(layout: StateLayout): Promise<StackSecrets> {
  for (const directory of [layout.logs, layout.cache, layout.objects, layout.storeUsers]) {
    mkdirSync(directory, { recursive: true })
  }
  const secrets = loadSecrets(layout)
  writePrivateFile(layout.apiKeys, apiKeysFile(secrets))
  writePrivateFile(layout.storeUsersFile, storeUsersFile(secrets))
  await pruneTargets(layout.egressAllow)
  for (const name of partNames) rotateLog(layout.logs, name)
  return secrets
}

function describeStack(
  layout: StateLayout,
  ports: StackPorts,
  secrets: StackSecrets,
  temporalUi: boolean,
  pids: PartPids,
  browserIsReady: boolean,
  scheme: 'http' | 'https',
): StackFile {
  return {
    gateway: `http://127.0.0.1:${ports.gateway}`,
    apiKey: secrets.apiKey,
    temporal: `127.0.0.1:${ports.temporal}`,
    temporalUi: temporalUi ? `http://127.0.0.1:${ports.temporalUi}` : null,
    s3: `http://127.0.0.1:${ports.objectStore}`,
    redis: pids.redis === null ? null : redisUrl(ports),
    bucket: bucketName,
    webhookSecret: secrets.webhookSecret,
    browserWorker: browserIsReady ? browserWorkerUrl(ports, scheme) : null,
    ops: opsUrls(ports, browserIsReady),
    logs: layout.logs,
    egressAllowFile: layout.egressAllow,
    pids: { supervisor: process.pid, ...pids },
  }
}

/**
 * Starts a stack and waits until every part is ready except the browser worker, which starts after the others and is
 * not awaited.
 * @throws StackAlreadyRunningError when the state directory is in use.
 * @throws PartStartError with the end of the part's log when a part cannot be started.
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const layout = stateLayout(options.stateDir)
  mkdirSync(layout.directory, { recursive: true, mode: 0o700 })
  const lock = await lockState(layout)
  const closers: (() => void)[] = [() => lock.release()]
  const close = (): void => {
    for (const closer of closers.splice(0).toReversed()) closer()
  }
  try {
    removeStackFile(layout)
    forgetKept(layout)
    for (const subject of await endLeftovers(layout)) {
      options.onEvent?.({
        subject,
        kind: 'leftover',
        message: 'was left behind by a killed supervisor and is being stopped',
      })
    }
    const secrets = await prepareState(layout)
    const reservation = await reservePorts(options.ports ?? 'preferred')
    const { ports } = reservation
    closers.push(
      () => reservation.release(),
      () => rmSync(layout.processes, { force: true }),
    )
    const bundle = bundleTask(options, layout)
    const temporalUi = options.temporalUi ?? true
    const scheme = workerScheme({ ...process.env, ...options.environment })
    const specs = partSpecs(
      {
        root: repositoryRoot,
        layout,
        ports,
        secrets,
        tools: options.tools,
        temporalUi,
        egressAllow: options.egressAllow ?? [],
        workflowBundle: bundle?.path ?? '',
        environment: options.environment ?? {},
      },
      options.parts ?? {},
    )
    const stack = new PartSet(
      layout,
      options,
      (...now) => describeStack(layout, ports, secrets, temporalUi, ...now, scheme),
      specs,
    )
    await startParts(stack, bundle, options)
    const browser = startBrowserWorker(stack, options)
    stack.publish(true)
    return withClose(stack, browser, close)
  } catch (error) {
    close()
    throw error
  }
}

interface Bundle {
  path: string
  build(signal: AbortSignal): Promise<void>
}

function bundleTask(options: StackOptions, layout: StateLayout): Bundle | null {
  const script =
    options.bundleScript === undefined ? join(repositoryRoot, 'services/scrape-worker/bundle.ts') : options.bundleScript
  if (script === null) return null
  const directory = options.bundleDirectory ?? layout.cache
  const path = bundlePath(repositoryRoot, directory)
  const logFile = logPath(layout.logs, 'workflow-bundle')
  const { NODE_TEST_CONTEXT: _context, ...environment } = process.env
  return {
    path,
    build: (signal) => buildBundle({ path, directory, script, environment, cwd: repositoryRoot, logFile, signal }),
  }
}

/**
 * Starts all parts at once, the worker as soon as its bundle exists: loading a program takes as long as starting the
 * services it waits for. The readiness of gateway and worker is checked once Temporal and the store are ready. All
 * parts are stopped when one cannot start.
 */
async function startParts(stack: PartSet, bundle: Bundle | null, options: StackOptions): Promise<void> {
  const failed = new AbortController()
  const signal = options.signal === undefined ? failed.signal : AbortSignal.any([options.signal, failed.signal])
  signal.throwIfAborted()
  const endAll = (): void => void stack.stop({ now: true })
  signal.addEventListener('abort', endAll, { once: true })
  const bundled = async (): Promise<void> => {
    if (bundle === null) return
    options.onEvent?.({ subject: 'workflowBundle', kind: 'starting', message: 'building' })
    await bundle.build(signal)
    options.onEvent?.({ subject: 'workflowBundle', kind: 'ready', message: 'built' })
  }
  const temporal = stack.start('temporal')
  const store = stack.start('objectStore')
  const redis = startRedis(stack, options)
  const services = Promise.all([temporal, store])
  const workflows = bundled()
  const gateway = stack.start('gateway', services)
  const worker = workflows.then(async () => {
    signal.throwIfAborted()
    await stack.start('scrapeWorker', services)
  })
  const all = [temporal, store, redis, workflows, gateway, worker]
  try {
    await Promise.all(all)
  } catch (error) {
    failed.abort(error)
    await stack.stop({ now: true })
    // Wait for all parts, so that no event follows the error that ended the start.
    await Promise.allSettled(all)
    throw options.signal?.aborted === true ? options.signal.reason : error
  } finally {
    signal.removeEventListener('abort', endAll)
  }
}

/** Starts Redis, an optional part: without it, each process keeps its host state to itself. */
async function startRedis(stack: PartSet, options: StackOptions): Promise<void> {
  if (options.tools.redis === undefined) return
  await stack.start('redis').catch((error: unknown) => {
    if (stack.isStopping) return
    const why = errorMessage(error)
    options.onEvent?.({
      subject: 'redis',
      kind: 'absent',
      message: `could not be started, so processes do not share the clocks of hosts: ${why}`,
    })
  })
}

/**
 * Starts the browser worker, an optional part: it starts when the others are ready, so that it takes no resources from
 * them before, and its failure does not fail the stack.
 * @returns whether it has become ready; false without Chromium.
 */
async function startBrowserWorker(stack: PartSet, options: StackOptions): Promise<boolean> {
  if (!hasBrowserWorker(options.tools)) return false
  try {
    // Its services are already available; passing a promise allows a second try.
    await stack.start('browserWorker', Promise.resolve())
    return true
  } catch (error) {
    if (stack.isStopping) return false
    const why = errorMessage(error)
    options.onEvent?.({
      subject: 'browserWorker',
      kind: 'absent',
      message: `could not be started, the stack continues without it: ${why}`,
    })
    return false
  }
}

/** Returns the stack; stopping it also releases its ports and its state directory. */
function withClose(stack: PartSet, browser: Promise<boolean>, close: () => void): RunningStack {
  return {
    browser,
    get file() {
      return stack.file
    },
    part: (name) => stack.part(name),
    publish: (visible) => stack.publish(visible),
    async stop(options) {
      await stack.stop(options)
      close()
    },
  }
}
