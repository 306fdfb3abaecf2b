/** R8: the gateway is killed while jobs are being started. */
import { setTimeout as sleep } from 'node:timers/promises'
import { allOf, equals, holds } from '../../bench/labs/lab.ts'
import { html, startFixture } from '../../browser/fixture-server.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const starts = 200
const shortStarts = 12
const callers = 4
/** Number of answered starts between two kills. */
const between = 40
const shortBetween = 5
const retryMs = 50
const triesMax = 2_000

/** Starts a crawl of one page under a key until a gateway answers. @returns its id; null without an answer. */
async function startStubbornly({ attacker }: ReliabilityStack, url: string, key: string): Promise<string | null> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const headers = { 'idempotency-key': key }
    const { status, body } = await attacker.post('/crawl', { url, limit: 1, sitemap: 'skip' }, { headers })
    if (status === 202) return String(body['id'])
    await sleep(retryMs)
  }
  return null
}

/** Returns the ids of the workflows of all jobs that were started since a time. */
async function jobsSince({ t: { temporal } }: ReliabilityStack, since: Date): Promise<string[]> {
  const query = `WorkflowType = 'jobLifecycle' AND StartTime >= '${since.toISOString()}'`
  const ids: string[] = []
  for await (const { workflowId } of temporal.workflow.list({ query })) ids.push(workflowId)
  return ids
}

export const gatewayKillsRow: Row = {
  id: 'R8',
  name: 'Gateway killed',
  method:
    '200 crawls of one page are started under idempotency keys, by four callers who repeat a request until it is answered; after every 40 answers the gateway is killed with SIGKILL and started anew.',
  counted: 'Starts that are answered; jobs of acknowledged ids that are there; workflows beyond one for each key.',
  passMark: '0 acknowledged jobs lost, 0 started twice',
  stack: { browser: false },
  async run({ short, ownStack, serve, keepHistories }) {
    const stack = await ownStack()
    const site = await serve(stack, startFixture({ '/': html('<title>Plain</title><h1>Plain</h1><p>One page.') }))
    const since = new Date()
    const count = short ? shortStarts : starts
    const ids: string[] = []
    let next = 0
    const caller = async (): Promise<void> => {
      while (next < count) {
        const key = `reliability-${(next += 1)}`
        const id = await startStubbornly(stack, `${site.origin}/`, key)
        if (id !== null) ids.push(id)
      }
    }
    const working = Promise.all(Array.from({ length: callers }, caller))
    const course = { over: false }
    void working.finally(() => (course.over = true))
    const gateway = stack.t.stack.part('gateway')
    let kills = 0
    for (let answered = short ? shortBetween : between; answered < count; answered += short ? shortBetween : between) {
      while (!course.over && ids.length < answered) await sleep(5)
      if (course.over) break
      await gateway.stop({ now: true })
      kills += 1
      await gateway.start()
    }
    await working
    let known = 0
    for (const id of ids) known += Number((await stack.attacker.get(`/crawl/${id}`)).status === 200)
    const workflows = await jobsSince(stack, since)
    await keepHistories(stack)
    const twice = workflows.filter((id) => !ids.includes(id)).length
    return [
      allOf('starts answered', ids.length, count),
      allOf('acknowledged jobs that are there', known, ids.length),
      equals('jobs that no answer names', twice, 0),
      holds('kills', String(kills), 'at least one', kills > 0),
    ]
  },
}
