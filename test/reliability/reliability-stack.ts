/**
 * A stack that rows attack over its public HTTP interface, with keys of three tenants: the attacker's, the bystander's,
 * and one whose data must not be accessible.
 */
import { createHash } from 'node:crypto'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { allowTarget } from '@seine/tools/stack/egress-allow.ts'
import { parseMemory } from '../bench/processes/proc-stat.ts'
import { readProc } from '../bench/processes/proc-files.ts'
import { pollPauseMs } from '../stack/poll-pause.ts'
import type { SiteOptions } from '../site/server.ts'
import { startTestStack, type TestStack, type TestStackOptions } from '../stack/test-stack.ts'
import { Caller } from './caller.ts'
import { reliabilityLimits } from './reliability-limits.ts'
import { startFittings, type Fittings, type WantedFittings } from './stack-fittings.ts'

export type ReliabilityStackOptions = Pick<TestStackOptions, 'browser' | 'environment' | 'storeSidecar'> &
  WantedFittings & {
    /** Private addresses that may be fetched from the start, in the format of `SEINE_EGRESS_ALLOW`. */
    egressAllow?: string[]
  }

/** A key and its caller. */
export interface KeyHolder {
  key: string
  caller: Caller
}

/** The status body of a job that has ended. */
export interface JobEnd {
  status: string
  failed: number
  error: string
}

export interface ReliabilityStack {
  /** The running stack, for checks behind the API. */
  t: TestStack
  gateway: string
  /** Settings of its fixture website, which may be changed while it runs. */
  siteOptions: SiteOptions
  /** What was started beside it. */
  fittings: Fittings
  /** The attacker, with the key of tenant `default`. */
  attacker: Caller
  /** Caller of tenant `bystander`. */
  bystander: KeyHolder
  /** Caller of tenant `other`. */
  other: KeyHolder
  /** Allows the stack to fetch from the address of a URL. */
  allow(url: string): Promise<void>
  /** Allows the stack to fetch from addresses in the format of `SEINE_EGRESS_ALLOW`. */
  allowAddresses(entry: string): Promise<void>
  /** Runs a crawl of one page to its end. @returns the path of its status. */
  finishedJob(caller: Caller, url: string): Promise<string>
  /** Waits for the end of a job. @returns its last status body; null when it did not end in time. */
  jobEnd(caller: Caller, path: string, timeoutMs: number, pollMs?: number): Promise<JobEnd | null>
  /** Resident memory of a process of the stack, bytes; 0 when it has ended. */
  memoryOf(part: 'gateway' | 'scrapeWorker' | 'browserWorker'): number
  close(): Promise<void>
}

const keyOf = (name: string): string => `seine_${name}_0123456789abcdef0123456789abcdef`
const digest = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Adds keys to the key file of a stack. @param keys keys by tenant. */
export async function addKeys({ keysFile }: TestStack, keys: Readonly<Record<string, string>>): Promise<void> {
  const before = JSON.parse(await readFile(keysFile, 'utf8')) as unknown[]
  const added = Object.entries(keys).map(([tenant, key]) => ({ id: tenant, tenant, sha256: digest(key) }))
  await writeFile(keysFile, JSON.stringify([...before, ...added]))
}

/** Waits until the gateway has read its key file again. */
export async function untilKnown(caller: Caller): Promise<void> {
  const endsAt = performance.now() + reliabilityLimits.keyKnownMs
  while ((await caller.get('/crawl/active')).status !== 200) {
    if (performance.now() > endsAt) throw new Error('a key that was added to the key file is not known')
    await sleep(reliabilityLimits.jobPollMs)
  }
}

const terminal = new Set<unknown>(['completed', 'failed', 'cancelled'])

async function jobEnd(
  caller: Caller,
  path: string,
  timeoutMs: number,
  pollMs: number | null = null,
): Promise<JobEnd | null> {
  const startedAt = performance.now()
  const endsAt = startedAt + timeoutMs
  while (performance.now() < endsAt) {
    const { status, body } = await caller.get(path, { timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())) })
    if (status === 200 && terminal.has(body['status']) && body['completedAt'] !== undefined) {
      const { status: final, failed = -1, error = '' } = body as Partial<JobEnd>
      return { status: final ?? '', failed, error }
    }
    await sleep(pollMs ?? pollPauseMs(performance.now() - startedAt))
  }
  return null
}

/** Starts a stack. */
export async function startReliabilityStack(options: ReliabilityStackOptions = {}): Promise<ReliabilityStack> {
  const siteOptions: SiteOptions = {}
  const beside = await startFittings(options)
  const t = await startTestStack({
    browser: true,
    ...options,
    site: siteOptions,
    environment: { ...beside.options.environment, ...options.environment },
    parts: beside.options.parts,
  }).catch(async (error: unknown) => {
    await beside.close()
    throw error
  })
  const close = async (): Promise<void> => {
    await t.close()
    await beside.close()
  }
  const { gateway, apiKey, egressAllowFile } = t.stack.file
  const holder = (tenant: string): KeyHolder => ({ key: keyOf(tenant), caller: new Caller(gateway, keyOf(tenant)) })
  const [bystander, other] = [holder('bystander'), holder('other')]
  try {
    await addKeys(t, { bystander: keyOf('bystander'), other: keyOf('other') })
    await untilKnown(other.caller)
  } catch (error) {
    await close()
    throw error
  }
  return {
    t,
    gateway,
    siteOptions,
    fittings: beside.fittings,
    attacker: new Caller(gateway, apiKey),
    bystander,
    other,
    allow: async (url) => await allowTarget(egressAllowFile, `reliability-${process.pid}-${url}`, url),
    allowAddresses: async (entry) => await appendFile(egressAllowFile, `${entry}\n`),
    async finishedJob(caller, url) {
      const { status, body, text } = await caller.post('/crawl', { url, limit: 1, sitemap: 'skip' })
      if (status !== 202) throw new Error(`a crawl of one page was refused: ${text.slice(0, 300)}`)
      const path = `/crawl/${String(body['id'])}`
      const end = await jobEnd(caller, path, reliabilityLimits.callMs)
      if (end === null) throw new Error('a crawl of one page did not end')
      return path
    },
    jobEnd,
    memoryOf: (part) => parseMemory(readProc(t.stack.file.pids[part] ?? 0, 'status') ?? '', 'VmRSS'),
    close,
  }
}

/** Samples a figure until the work is done. @returns its highest value, and the result of the work. */
export async function peakDuring<T>(read: () => number, work: Promise<T>): Promise<{ peak: number; value: T }> {
  let peak = read()
  const timer = setInterval(() => void (peak = Math.max(peak, read())), reliabilityLimits.memorySampleMs)
  try {
    const value = await work
    return { peak: Math.max(peak, read()), value }
  } finally {
    clearInterval(timer)
  }
}
