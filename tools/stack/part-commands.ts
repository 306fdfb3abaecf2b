/** The command of each part of the stack: executable, arguments, environment. */
import { join, resolve } from 'node:path'
import { searchAttributes } from '@seine/shared/temporal/names.ts'
import { engineVariables } from '../setup/chromium-engines.ts'
import type { ToolPaths } from '../setup/pinned-tools.ts'
import type { PartCommand, PartName } from './part.ts'
import type { StackPorts } from './ports.ts'
import type { StackSecrets } from '../../services/cli/secrets/secrets.ts'
import type { StateLayout } from './state-layout.ts'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { workerEnvironment, serviceNodeFlags } from '@seine/shared/config/worker-process.ts'

export const bucketName = 'seine'

export interface StackSettings {
  root: string
  layout: StateLayout
  ports: StackPorts
  secrets: StackSecrets
  tools: ToolPaths
  temporalUi: boolean
  /** Private targets to allow, `cidr[:port]`. */
  egressAllow: readonly string[]
  /** Path of the prebuilt workflow bundle; empty: the worker builds it at its start. */
  workflowBundle: string
  /** Keep object metadata in files beside the objects instead of extended attributes. */
  sidecar: boolean
  /** Settings for gateway and workers from the caller of the stack; they override everything else. */
  environment: Readonly<Record<string, string>>
}

type Environment = Readonly<Record<string, string | undefined>>

/** User settings that a browser worker does not need: keys and addresses of other services. */
const notOfBrowserWorkers = /^SEINE_(API_KEYS|SMTP|MAIL|REDIS|BRAVE|SEARXNG|SERP|WEBHOOK|LIMIT)_/

/** Configuration variables that must not leak into parts of the stack they are not meant for. */
const foreign = /^(SEINE|TEMPORAL|VGW|ROOT|AWS)_|^NODE_TEST_CONTEXT$/

function inherited(environment: Environment, keep: (name: string) => boolean): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && keep(entry[0]),
  )
  return Object.fromEntries(entries)
}

function temporalCommand(settings: StackSettings, environment: Environment): PartCommand {
  const { ports, layout, tools } = settings
  const attributes = Object.entries(searchAttributes).flatMap(([name, type]) => [
    '--search-attribute',
    `${name}=${type}`,
  ])
  return {
    file: tools.temporal,
    // One flag per line, with its value.
    // oxfmt-ignore
    args: [
      'server', 'start-dev',
      '--ip', '127.0.0.1',
      '--log-level', 'warn',
      '--color', 'never',
      '--db-filename', layout.temporalDatabase,
      // Without these pragmas every transaction waits for the disk; with them a crash still loses nothing.
      '--sqlite-pragma', 'journal_mode=WAL',
      '--sqlite-pragma', 'synchronous=NORMAL',
      '--port', String(ports.temporal),
      // Fairness: tenants take turns in the task queues.
      '--dynamic-config-value', 'matching.enableFairness=true',
      // With several partitions a task waits while the polls of a few workers are at other partitions.
      '--dynamic-config-value', 'matching.numTaskqueueWritePartitions=1',
      '--http-port', String(ports.temporalHttp),
      '--metrics-port', String(ports.temporalMetrics),
      ...(settings.temporalUi ? ['--ui-port', String(ports.temporalUi)] : ['--headless']),
      ...attributes,
    ],
    environment: inherited(environment, (name) => !foreign.test(name)),
  }
}

function objectStoreCommand(settings: StackSettings, environment: Environment): PartCommand {
  const { ports, layout, secrets, tools } = settings
  const sidecar = settings.sidecar ? ['--sidecar', layout.objectsSidecar] : []
  return {
    file: tools.versitygw,
    // Without keep-alive, which is off by default, every object costs a connection: a third more CPU, twice the wait.
    // oxfmt-ignore
    args: [
      '--quiet', '--keep-alive',
      '--iam-dir', layout.storeUsers,
      '--port', `127.0.0.1:${ports.objectStore}`,
      'posix', ...sidecar, layout.objects,
    ],
    environment: {
      ...inherited(environment, (name) => !foreign.test(name)),
      ROOT_ACCESS_KEY: secrets.s3AccessKeyId,
      ROOT_SECRET_KEY: secrets.s3SecretAccessKey,
    },
  }
}

/** Runs Redis without persistence: the host state that processes share is short-lived. */
function redisCommand({ ports, layout, tools }: StackSettings, environment: Environment): PartCommand {
  return {
    file: tools.redis ?? 'redis-server',
    // oxfmt-ignore
    args: [
      '--port', String(ports.redis),
      '--bind', '127.0.0.1',
      '--save', '',
      '--appendonly', 'no',
      '--maxmemory', '64mb',
      '--maxmemory-policy', 'volatile-ttl',
      '--dir', layout.directory,
    ],
    environment: inherited(environment, (name) => !foreign.test(name)),
  }
}

/** Returns true for a stack that has a browser worker. */
export const hasBrowserWorker = ({ chromium }: ToolPaths): boolean =>
  chromium !== undefined && (chromium.shell !== null || chromium.chrome !== null)

/** Returns the scheme of calls between services: they are encrypted where these have certificates. */
export const workerScheme = (environment: Environment): 'http' | 'https' =>
  (environment.SEINE_WORKER_TLS_CERT_FILE ?? '') === '' ? 'http' : 'https'

/** Returns the URL of the stack's browser worker. */
export const browserWorkerUrl = (ports: StackPorts, scheme: 'http' | 'https'): string =>
  `${scheme}://127.0.0.1:${ports.browserWorker}`

/** Returns the URL of the stack's Redis. */
export const redisUrl = (ports: StackPorts): string => `redis://127.0.0.1:${ports.redis}`

/** Returns the URLs of the stack's operations ports. */
export const opsUrls = (ports: StackPorts, browserIsReady: boolean): StackFile['ops'] => ({
  gateway: `http://127.0.0.1:${ports.gatewayOps}`,
  scrapeWorker: `http://127.0.0.1:${ports.scrapeWorkerOps}`,
  browserWorker: browserIsReady ? `http://127.0.0.1:${ports.browserWorkerOps}` : null,
})

/** Returns the settings shared by gateway and workers. */
function sharedSettings(settings: StackSettings, environment: Environment): Record<string, string> {
  const { ports, layout, secrets } = settings
  const scheme = workerScheme({ ...environment, ...settings.environment })
  const allow = [environment.SEINE_EGRESS_ALLOW ?? '', ...settings.egressAllow].filter((entry) => entry !== '')
  return {
    SEINE_TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
    SEINE_TEMPORAL_NAMESPACE: 'default',
    SEINE_S3_ENDPOINT: `http://127.0.0.1:${ports.objectStore}`,
    SEINE_S3_BUCKET: bucketName,
    SEINE_S3_ACCESS_KEY_ID: secrets.s3AccessKeyId,
    SEINE_S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
    SEINE_EGRESS_ALLOW: allow.join(','),
    SEINE_EGRESS_ALLOW_FILE: layout.egressAllow,
    SEINE_SERVICE_TOKEN: secrets.serviceToken,
    SEINE_SEALING_KEY: secrets.sealingKey,
    SEINE_SCRAPE_WORKERS: `${scheme}://127.0.0.1:${ports.scrapeWorker}`,
    ...(settings.tools.redis === undefined ? {} : { SEINE_REDIS_URL: redisUrl(ports) }),
    ...(hasBrowserWorker(settings.tools) ? { SEINE_BROWSER_WORKERS: browserWorkerUrl(ports, scheme) } : {}),
  }
}

/** Returns the key files: those that the user named, and the one with the development key, which `./dev crawl` uses. */
function keyFiles({ layout }: StackSettings, environment: Environment): string {
  const named = (environment.SEINE_API_KEYS_FILE ?? '').split(',').filter((path) => path.trim() !== '')
  return [...named.map((path) => resolve(path.trim())), layout.apiKeys].join(',')
}

/**
 * Returns the command of every part.
 * @param environment environment of the supervisor: its `SEINE_` settings reach gateway and workers, except those that
 *   locate the parts of this stack.
 */
export function partCommands(settings: StackSettings, environment: Environment): Record<PartName, PartCommand> {
  const service = (
    name: string,
    own: Record<string, string>,
    isWithheld: (variable: string) => boolean = () => false,
  ): PartCommand => ({
    file: process.execPath,
    args: [...serviceNodeFlags, join(settings.root, 'services', name, 'main.ts')],
    environment: {
      ...inherited(environment, (variable) => {
        return (!foreign.test(variable) || variable.startsWith('SEINE_')) && !isWithheld(variable)
      }),
      ...sharedSettings(settings, environment),
      ...own,
      ...settings.environment,
    },
  })
  return {
    temporal: temporalCommand(settings, environment),
    objectStore: objectStoreCommand(settings, environment),
    redis: redisCommand(settings, environment),
    gateway: service('gateway', {
      SEINE_GATEWAY_HOST: '127.0.0.1',
      SEINE_GATEWAY_PORT: String(settings.ports.gateway),
      SEINE_API_KEYS_FILE: keyFiles(settings, environment),
      SEINE_OPS_PORT: String(settings.ports.gatewayOps),
      ...(settings.temporalUi ? { SEINE_TEMPORAL_UI_URL: `http://127.0.0.1:${settings.ports.temporalUi}` } : {}),
    }),
    scrapeWorker: service('scrape-worker', {
      ...workerEnvironment,
      SEINE_WORKFLOW_BUNDLE: settings.workflowBundle,
      // The scrape worker signs webhooks.
      SEINE_API_KEYS_FILE: keyFiles(settings, environment),
      SEINE_SCRAPE_HOST: '127.0.0.1',
      SEINE_SCRAPE_PORT: String(settings.ports.scrapeWorker),
      SEINE_OPS_PORT: String(settings.ports.scrapeWorkerOps),
    }),
    browserWorker: service(
      'browser-worker',
      {
        ...workerEnvironment,
        // A store user that can read and write only pages.
        SEINE_S3_ACCESS_KEY_ID: settings.secrets.s3PagesAccessKeyId,
        SEINE_S3_SECRET_ACCESS_KEY: settings.secrets.s3PagesSecretAccessKey,
        SEINE_BROWSER_HOST: '127.0.0.1',
        SEINE_BROWSER_PORT: String(settings.ports.browserWorker),
        SEINE_OPS_PORT: String(settings.ports.browserWorkerOps),
        ...engineVariables(settings.tools.chromium),
      },
      (variable) => notOfBrowserWorkers.test(variable),
    ),
  }
}
