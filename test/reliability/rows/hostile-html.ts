/** R16: documents built to hang, exhaust or crash a parser, served over HTTP as any site can. */
import { hostileInputs } from '@seine/activities/extract/testing/hostile/inputs.ts'
import type { HostileInput } from '@seine/activities/extract/testing/hostile/input.ts'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { percentile } from '../../bench/browser/browser-figures.ts'
import { startFixture } from '../../browser/fixture-server.ts'
import { besideAttack } from '../bystander.ts'
import { codeOf, codesOf } from '../caller.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { sampleOf } from '../sample-of.ts'
import { retriedActivities } from '../job-history.ts'
import type { Row } from '../row.ts'

const shortInputs = 6
const shortShare = 0.05
/** Number of concurrent documents: as many as there are threads where one is timed, every call slot for the others. */
const timedAtOnce = 2
const crowdedAtOnce = 16
const batchInputs = 24
const endsWithinSeconds = 12
const shortEndsWithinSeconds = 60
const lagMaxMs = 200
const jobTimeoutMs = 8 * 60_000

/** Returns the p99 of a process's event loop delay since the last reading, milliseconds; null when it exports none. */
async function eventLoopLagMs(opsUrl: string | null): Promise<number | null> {
  if (opsUrl === null) return null
  const text = await (await fetch(`${opsUrl}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_p99_seconds ([\d.e+-]+)$/m.exec(text)?.[1]
  return seconds === undefined ? null : Number(seconds) * 1_000
}

export const hostileHtmlRow: Row = {
  id: 'R16',
  name: 'Hostile HTML',
  alone: true,
  method:
    'Every page and document of the corpus (172 of them: too deep, misnested, too many, too long, broken archives) through `/scrape`, two at a time, then all again sixteen at a time beside the bystander, and two dozen as a batch with a heartbeat timeout of 5 s.',
  counted: "Longest call; p99 of the delay of the worker's event loop; activities that lost their heartbeat.",
  passMark: 'Each within 12 s; event loop delay p99 at most 200 ms; 0 heartbeats lost; neighbours succeed',
  async run({ short, sharedStack, serve }) {
    const stack = await sharedStack()
    const inputs = short ? sampleOf(hostileInputs, shortInputs) : hostileInputs
    const share = short ? shortShare : 1
    // Built once: computation on the attacker's machine is not part of the load of the service.
    const made = new Map<HostileInput, Uint8Array>()
    const bytesOf = (input: HostileInput): Uint8Array => {
      const bytes = made.get(input) ?? input.bytes(share)
      made.set(input, bytes)
      return bytes
    }
    const site = await serve(
      stack,
      startFixture({
        '/document': (request, response) => {
          const input = inputs[Number(request.url?.split('?')[1])]!
          response.writeHead(200, { 'content-type': input.contentType ?? 'text/html' }).end(bytesOf(input))
        },
      }),
    )
    const urlOf = (at: number): string => `${site.origin}/document?${at}`
    const ops = stack.t.stack.file.ops.scrapeWorker
    const lags: number[] = []
    const scrapeAll = async (atOnce: number) =>
      await eachOf(inputs, atOnce, async ({ name }, at) => {
        const body = { url: urlOf(at), js_render: false, output: ['markdown', 'links', 'clean_html'], timeout: 60_000 }
        const answer = await stack.attacker.post('/scrape', body)
        const lag = await eventLoopLagMs(ops).catch(() => null)
        if (lag !== null) lags.push(lag)
        return { name, answer }
      })
    const timed = await scrapeAll(timedAtOnce)
    const { value: crowded, marks } = await besideAttack(stack, short, async () => await scrapeAll(crowdedAtOnce))
    const answers = [...timed, ...crowded].map(({ answer }) => answer)
    const slowest = timed.toSorted((a, b) => b.answer.elapsedMs - a.answer.elapsedMs)[0]
    const urls = sampleOf(inputs, batchInputs).map((_, at) => urlOf(at))
    const started = await stack.attacker.post('/batch/scrape', { urls, jsRender: false, heartbeatTimeoutSecs: 5 })
    const id = String(started.body['id'])
    const end = await stack.jobEnd(stack.attacker, `/batch/scrape/${id}`, jobTimeoutMs)
    const retried = end === null ? null : await retriedActivities(stack.t, id)
    return [
      reported('answers', codesOf(answers)),
      allOf('answered', answers.filter(({ status }) => [200, 502, 504].includes(status)).length, answers.length),
      atMost(
        `longest call (${slowest?.name})`,
        (slowest?.answer.elapsedMs ?? 0) / 1_000,
        short ? shortEndsWithinSeconds : endsWithinSeconds,
        ' s',
      ),
      reported('slowest answer', slowest === undefined ? '' : codeOf(slowest.answer)),
      short
        ? reported('event loop delay, p99', `${Math.max(...lags).toFixed(0)} ms`)
        : atMost('event loop delay, p99', percentile(lags, 0.99), lagMaxMs, ' ms'),
      holds('batch of them', end?.status ?? 'no end', 'ends', end !== null),
      holds('activities that were retried', String(retried ?? 'unknown'), '0', retried === 0),
      ...marks,
    ]
  },
}
