/** Schemas of `GET /key` and `GET /service`. */
import { Type, type Static } from 'typebox'
import { requestId } from './job-schema.ts'
import { count, orNull, textOrNull } from './schema-parts.ts'

const keyNumbers = (what: string) => ({
  starts_per_minute: count(`Jobs and watches ${what} in the current minute.`),
  reads_per_minute: count(`Reads ${what} in the current minute.`),
  calls_per_minute: count(`Synchronous calls ${what} in the current minute.`),
  concurrent_jobs: count(`Jobs ${what} at the same time.`),
  streams: count(`Event streams ${what} at the same time at one gateway.`),
  watches: count(`Watches ${what}.`),
})

const quotas = Type.Object(keyNumbers('allowed'), { description: 'What the key may use.' })
const usage = Type.Object(
  { ...keyNumbers('used'), streams: count('Event streams open at this gateway.') },
  { description: 'What the key uses now, by the same names.' },
)

/** Answer of `GET /key`. */
export const keySchema = Type.Object({
  key_id: Type.String({ description: 'Name of the key in the key file.' }),
  tenant: Type.String({ description: 'Tenant to which jobs of this key belong.' }),
  operator: Type.Boolean({ description: 'Whether the key sees the whole service in `GET /service`.' }),
  quotas,
  usage,
  request_id: requestId,
})
export type KeyReport = Static<typeof keySchema>

const pageCounts = Type.Object({
  completed: count('Pages of jobs that were scraped successfully.'),
  failed: count('Pages of jobs that failed.'),
})
export type PageCounts = Static<typeof pageCounts>

const runningJobs = Type.Object({ crawl: count('Running crawls.'), batch_scrape: count('Running batches.') })
export type RunningCounts = Static<typeof runningJobs>

const pages = Type.Object(
  {
    last_minute: Type.Object(pageCounts.properties, { description: 'In the last minute of the clock that is over.' }),
    last_hour: pageCounts,
    complete: Type.Boolean({
      description: 'False when not every job of the last 24 hours, or not every tenant, could be counted.',
    }),
  },
  { description: 'Pages of jobs that were started within the last 24 hours.' },
)

const failure = Type.Object({
  code: Type.String({ description: '`errorCode` of pages.' }),
  pages: count('Pages that failed with it in the last hour.'),
})
export type FailureCount = Static<typeof failure>

const processSchema = Type.Object({
  kind: Type.Enum(['gateway', 'scrape_worker', 'browser_worker']),
  address: Type.String({ description: 'Address at which this gateway calls the worker, or its own host name.' }),
  version: textOrNull('Version of Seine that it runs; null when it did not answer.'),
  status: Type.Enum(['ready', 'not_ready', 'unavailable'], { description: '`unavailable`: it did not answer.' }),
  problem: textOrNull('Why it is not ready.'),
  slots: orNull(
    Type.Object({
      used: count('Pages in progress.'),
      waiting: count('Pages that wait for a slot.'),
      capacity: count('Pages that may be in progress at the same time.'),
    }),
    'Slots for calls; null for a gateway, and when it did not answer.',
  ),
})
export type ProcessReport = Static<typeof processSchema>

const queue = Type.Object({
  name: Type.String({ description: 'Task queue of Temporal.' }),
  tasks: Type.Enum(['workflows', 'activities']),
  backlog: count('Tasks that wait for a worker, as Temporal estimates them.'),
  oldest_seconds: Type.Number({ minimum: 0, description: 'How long the oldest of them has waited.' }),
  workers: count('Workers that polled the queue in the last five minutes.'),
})
export type ServiceQueue = Static<typeof queue>

const tenant = Type.Object({
  tenant: Type.String(),
  running: orNull(runningJobs, 'Null when Temporal does not answer.'),
  last_hour: orNull(pageCounts, 'Null when the store does not answer.'),
})
export type TenantReport = Static<typeof tenant>

/** Names of the service levels; `docs/observability.md` describes each objective. */
export const serviceLevelNames = [
  'api_availability',
  'job_start',
  'api_latency',
  'first_page',
  'job_completion',
  'capture_success',
] as const
export type ServiceLevelName = (typeof serviceLevelNames)[number]

const serviceLevel = Type.Object({
  name: Type.Enum([...serviceLevelNames]),
  total: count('Requests, jobs or pages of the last hour that count.'),
  bad: count('Those of them that missed the objective.'),
  allowed: Type.Number({ minimum: 0, maximum: 1, description: 'Share of bad ones that the objective allows.' }),
  status: Type.Enum(['met', 'missed', 'no_data'], {
    description: '`missed`: more were bad than allowed. `no_data`: nothing counted in the last hour.',
  }),
})
export type ServiceLevel = Static<typeof serviceLevel>

/** Answer of `GET /service`. */
export const serviceSchema = Type.Object({
  scope: Type.Enum(['tenant', 'all'], {
    description: '`all` for keys with `operator` in the key file; other keys see their tenant only.',
  }),
  version: Type.String({ description: 'Version of this gateway.' }),
  workflow_service: Type.Enum(['ok', 'unavailable'], { description: 'Temporal, as this gateway sees it.' }),
  result_store: Type.Enum(['ok', 'unavailable', 'unfit'], {
    description: 'The store, as this gateway sees it. `unfit`: it does not keep guarantees that jobs depend on.',
  }),
  running: orNull(runningJobs, 'Jobs that run; null when Temporal does not answer.'),
  pages: orNull(pages, 'Null when the store does not answer.'),
  failures: orNull(
    Type.Array(failure, { description: 'The most frequent first.' }),
    'Failed pages of the last hour by code; null when the store does not answer.',
  ),
  quotas: orNull(quotas, 'As in `GET /key`; null when the store does not answer.'),
  usage: orNull(usage, 'As in `GET /key`; null when the store does not answer.'),
  tenants: orNull(
    Type.Array(tenant, { description: 'By name; of more than 50, those with running jobs, then the first others.' }),
    'By tenant, for operators; null for other keys. `pages` and `failures` count the pages of these tenants.',
  ),
  processes: orNull(
    Type.Array(processSchema),
    'This gateway and the workers that it calls, for operators; null for other keys.',
  ),
  queues: orNull(
    Type.Array(queue),
    'Task queues, for operators; null for other keys, and when Temporal does not answer.',
  ),
  service_levels: orNull(
    Type.Array(serviceLevel),
    'The last hour against each objective, for operators; null for other keys. Requests are those of this gateway. `first_page`, of the scrape workers that answer, is missing while none does; `job_completion`, of the whole service, is missing while Temporal does not answer.',
  ),
  temporal_ui: textOrNull('Address of the Temporal Web UI, for operators, if the service knows it.'),
  request_id: requestId,
})
export type ServiceReport = Static<typeof serviceSchema>
