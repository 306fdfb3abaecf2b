/** R9: Temporal, its database, the store and the gateway become unavailable during a crawl. */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { stateLayout } from '@seine/tools/stack/state-layout.ts'
import { allOf, atMost, equals, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { codesOf, type CallAnswer } from '../caller.ts'
import { disturbedCrawl, type DisturbedCrawl, type Disturbance } from '../disturbed-crawl.ts'
import type { ErringProxy } from '../erring-proxy.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row, RowContext } from '../row.ts'
import { fitted } from '../stack-fittings.ts'

interface Form extends DisturbedCrawl {
  awayMs: number
  /** Outage of Temporal's database, milliseconds. */
  databaseMs: number
  /** Pause between two calls of one kind, milliseconds. */
  callPauseMs: number
}

/** Between two calls of one kind, milliseconds. */
const callPauseMs = 250
/** Each start is a job, and jobs cost more than all the calls. */
const shortCallPauseMs = 600

const full: Form = { pages: 200, latencyMs: 1_000, timeoutMs: 300_000, awayMs: 60_000, databaseMs: 30_000, callPauseMs }
const shortened: Form = {
  pages: 16,
  latencyMs: 300,
  timeoutMs: 120_000,
  awayMs: 1_500,
  databaseMs: 1_500,
  callPauseMs: shortCallPauseMs,
}

const callTimeoutMs = 30_000
/** How long to wait for the end of a job started during an outage, milliseconds. */
const startedJobMs = 120_000

interface Away {
  what: string
  ms: number
  begin(): unknown
  end(): unknown
  /** Whether the API is reachable meanwhile. */
  isApiThere: boolean
}

/** Takes the lock that Temporal needs for each of its writes, which simulates a stalled database. */
function lockDatabase({ t }: ReliabilityStack): { begin(): void; end(): void } {
  let database: DatabaseSync | null = null
  return {
    begin() {
      database = new DatabaseSync(stateLayout(t.stateDir).temporalDatabase, { timeout: 10_000 })
      database.exec('BEGIN EXCLUSIVE')
    },
    end() {
      database?.exec('ROLLBACK')
      database?.close()
      database = null
    },
  }
}

function absences(stack: ReliabilityStack, store: ErringProxy, { awayMs, databaseMs }: Form): Away[] {
  const part = (name: 'temporal' | 'gateway') => ({
    begin: async () => await stack.t.stack.part(name).stop({ now: true }),
    end: async () => await stack.t.stack.part(name).start(),
  })
  return [
    { what: 'Temporal away', ms: awayMs, ...part('temporal'), isApiThere: true },
    { what: 'database of Temporal locked', ms: databaseMs, ...lockDatabase(stack), isApiThere: true },
    { what: 'store errs', ms: awayMs, begin: () => store.err(), end: () => store.heal(), isApiThere: true },
    { what: 'gateway away', ms: awayMs, ...part('gateway'), isApiThere: false },
  ]
}

/** Makes calls of every kind during the outage. */
async function callMeanwhile(
  { attacker, t }: ReliabilityStack,
  path: string,
  ms: number,
  pauseMs: number,
): Promise<CallAnswer[]> {
  const answers: CallAnswer[] = []
  const endsAt = performance.now() + ms
  const onePage = { url: t.site.url, limit: 1, sitemap: 'skip' }
  const calls: (() => Promise<CallAnswer>)[] = [
    async () => await attacker.get(path, { timeoutMs: callTimeoutMs }),
    async () => await attacker.get('/crawl/active', { timeoutMs: callTimeoutMs }),
    async () => await attacker.get('/readyz', { timeoutMs: callTimeoutMs }),
    async () => await attacker.post('/crawl', onePage, { timeoutMs: callTimeoutMs }),
    async () => await attacker.post('/scrape', { url: t.site.url, js_render: false }, { timeoutMs: callTimeoutMs }),
  ]
  const again = async (call: () => Promise<CallAnswer>): Promise<void> => {
    while (performance.now() < endsAt) {
      answers.push(await call())
      await sleep(pauseMs)
    }
  }
  await Promise.all(calls.map(again))
  return answers
}

const allowed = new Set([200, 202, 503])

/** @returns the number of completed jobs among those whose start was acknowledged. */
async function completedOf(stack: ReliabilityStack, answers: readonly CallAnswer[]): Promise<[number, number]> {
  const started = answers.filter(({ status }) => status === 202)
  let completed = 0
  for (const { body } of started) {
    const end = await stack.jobEnd(stack.attacker, `/crawl/${String(body['id'])}`, startedJobMs)
    completed += Number(end?.status === 'completed')
  }
  return [completed, started.length]
}

async function oneAbsence(stack: ReliabilityStack, form: Form, away: Away): Promise<Mark[]> {
  const { what, ms, isApiThere } = away
  let answers: CallAnswer[] = []
  const meanwhile = async (path: string): Promise<void> => {
    answers = await callMeanwhile(stack, path, ms, form.callPauseMs)
  }
  const disturbance: Disturbance = { ...away, ...(isApiThere ? { meanwhile } : {}) }
  const { end, completed, repeated, secs } = await disturbedCrawl(stack, form, disturbance)
  const all = form.pages + 1
  const marks = [
    equals(`${what}: the crawl`, end === null ? 'no end' : `${end.status} ${end.error}`.trim(), 'completed'),
    holds(`${what}: pages`, `${completed} of ${all}, ${end?.failed ?? 0} failed`, 'all', completed === all),
    reported(`${what}: time, and pages asked for twice`, `${secs.toFixed(0)} s, ${repeated}`),
  ]
  if (!isApiThere) return marks
  const [done, started] = await completedOf(stack, answers)
  return [
    ...marks,
    reported(`${what}: answers`, codesOf(answers)),
    allOf(
      `${what}: answers of 200, 202 or 503`,
      answers.filter(({ status }) => allowed.has(status)).length,
      answers.length,
    ),
    atMost(`${what}: answers of 500`, answers.filter(({ status }) => status === 500).length, 0),
    allOf(`${what}: jobs acknowledged meanwhile that completed`, done, started),
  ]
}

export const servicesAwayRow: Row = {
  id: 'R9',
  name: 'Services away',
  method:
    'In the middle of crawls of 200 pages: Temporal is killed and away for 60 s; its database is locked for 30 s; the store answers every call by 500 or 503 for 60 s; the gateway is killed and away for 60 s. Meanwhile statuses, lists, readiness, starts and scrapes are asked for four times a second.',
  counted: 'Pages of each crawl; answers of the API; ends of the jobs whose start was acknowledged meanwhile.',
  passMark: 'Jobs complete; the API answers 503, never 500',
  stack: { browser: false, erringStore: true },
  async run({ short, ownStack, keepHistories }: RowContext): Promise<Mark[]> {
    const form = short ? shortened : full
    const stack = await ownStack()
    const store = fitted(stack.fittings.erringStore)
    const marks: Mark[] = []
    for (const away of absences(stack, store, form)) marks.push(...(await oneAbsence(stack, form, away)))
    await keepHistories(stack)
    return [...marks, holds('errors of the store', String(store.errors()), 'some', store.errors() > 0)]
  },
}
