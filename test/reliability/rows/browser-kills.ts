/** R7: Chromium is killed repeatedly while pages are captured. */
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { html, startFixture } from '../../browser/fixture-server.ts'
import { until } from '../../browser/pool-lab.ts'
import { childrenOf, killProcess } from '../../browser/worker-browsers.ts'
import { codesOf, type CallAnswer } from '../caller.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import type { Row } from '../row.ts'

const captures = 200
const shortCaptures = 8
const atOnce = 4
/** A browser is killed once per this many captures. */
const killEvery = 10
const timeoutMs = 30_000
const overTimeoutMs = 5_000
/** Beside other tests everything takes longer. */
const shortOverTimeoutMs = 60_000
const successMinPercent = 99
const zombiesGoneMs = 60_000

export const browserKillsRow: Row = {
  id: 'R7',
  name: 'Browser killed',
  alone: true,
  method:
    '200 captures with a timeout of 30 s, four at a time; at every tenth one of the browsers of the worker is killed with SIGKILL. Callers do not repeat a call: the worker makes further attempts itself.',
  counted: 'Time of each call beyond its timeout; captures that succeed; zombie processes of the worker afterwards.',
  passMark: '100 % end within timeout + 5 s; at least 99 % succeed after retry; 0 zombies',
  async run({ short, sharedStack, serve }) {
    const stack = await sharedStack()
    const site = await serve(
      stack,
      startFixture({
        '/': html('<title>Plain</title><h1>Plain</h1><script>fetch("/api")</script>'),
        '/api': (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      }),
    )
    const worker = stack.t.stack.file.pids.browserWorker ?? 0
    const running = new Set<Promise<CallAnswer>>()
    let struck: Promise<CallAnswer>[] = []
    let turn = Promise.resolve()
    let kills = 0
    // A call may lose one attempt to a kill: calls affected by a kill are answered before the next one.
    const strike = (): void => {
      turn = turn.then(async () => {
        await Promise.all(struck)
        const underWay = [...running]
        const browsers = await childrenOf(worker)
        killProcess(browsers[kills % Math.max(1, browsers.length)]?.pid)
        kills += Number(browsers.length > 0)
        struck = [...underWay, ...running]
      })
    }
    const numbers = Array.from({ length: short ? shortCaptures : captures }, (_, at) => at)
    const answers = await eachOf(numbers, atOnce, async (at) => {
      const call = stack.attacker.post('/browser/network', { url: `${site.origin}/`, timeout: timeoutMs })
      running.add(call)
      if (at % killEvery === killEvery / 2) strike()
      return await call.finally(() => running.delete(call))
    })
    await turn
    const zombies = async (): Promise<number> => (await childrenOf(worker)).filter(({ state }) => state === 'Z').length
    await until('no zombie', async () => (await zombies()) === 0, zombiesGoneMs).catch(() => undefined)
    const longestMs = Math.max(...answers.map(({ elapsedMs }) => elapsedMs))
    const good = answers.filter(({ status, body }) => status === 200 && body['success'] === true).length
    const attempts = answers.reduce(
      (sum, { body }) => sum + ((body['attempts'] as unknown[] | undefined)?.length ?? 0),
      0,
    )
    const isSame = stack.t.stack.file.pids.browserWorker === worker
    return [
      reported('answers', codesOf(answers)),
      holds('kills', String(kills), 'at least one', kills > 0),
      atMost(
        'longest call',
        longestMs / 1_000,
        (timeoutMs + (short ? shortOverTimeoutMs : overTimeoutMs)) / 1_000,
        ' s',
      ),
      holds(
        'captures that succeeded',
        `${good} of ${answers.length}`,
        `at least ${successMinPercent} %`,
        good >= (answers.length * successMinPercent) / 100,
      ),
      reported('attempts', String(attempts)),
      allOf('calls answered', answers.filter(({ status }) => status !== 0).length, answers.length),
      atMost('zombies', await zombies(), 0),
      holds('exits of the browser worker', isSame ? '0' : 'another process than before', '0', isSame),
    ]
  },
}
