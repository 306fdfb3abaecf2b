/** R27: many more captures than slots. */
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/browser/browser-figures.ts'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { html, startFixture } from '../../browser/fixture-server.ts'
import { besideAttack } from '../bystander.ts'
import { codesOf, type CallAnswer } from '../caller.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const slots = 2
const callersPerSlot = 10
const seconds = 60
const shortSeconds = 2
const idleCalls = 20
const shortIdleCalls = 4
const idleFactor = 2
/** Refused callers retry earlier than Retry-After asks, milliseconds. */
const impatienceMs = 250

const capture = async (stack: ReliabilityStack, url: string): Promise<CallAnswer> =>
  await stack.attacker.post('/browser/network', { url, timeout: 20_000 })

async function flood(stack: ReliabilityStack, url: string, ms: number): Promise<CallAnswer[]> {
  const answers: CallAnswer[] = []
  const endsAt = performance.now() + ms
  const caller = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const answer = await capture(stack, url)
      answers.push(answer)
      if (answer.status !== 200) await sleep(impatienceMs)
    }
  }
  await Promise.all(Array.from({ length: slots * callersPerSlot }, caller))
  return answers
}

const isOrderly = ({ status, headers }: CallAnswer): boolean =>
  status === 200 || (status === 429 && Number(headers.get('retry-after')) >= 1)

export const overloadRow: Row = {
  id: 'R27',
  name: 'Overload',
  alone: true,
  method:
    'A browser worker of two slots, 20 callers of `/browser/network` for 60 s, who retry 250 ms after a 429; before that 20 captures by two callers, one for each slot.',
  counted:
    'Answers other than 200 and 429 with Retry-After; p99 of accepted calls, compared with p99 of the calls before, with every slot used and no call waiting.',
  passMark: 'Only 200 and 429 with Retry-After; p99 of accepted calls at most 2 × idle',
  stack: { environment: { SEINE_BROWSER_SLOTS: String(slots) } },
  async run({ short, ownStack, serve }) {
    const stack = await ownStack()
    const site = await serve(stack, startFixture({ '/': html('<title>Plain</title><h1>Plain</h1>') }))
    const url = `${site.origin}/`
    for (let n = 0; n < slots; n += 1) await capture(stack, url)
    const each = (short ? shortIdleCalls : idleCalls) / slots
    const alone = async (): Promise<CallAnswer[]> => {
      const answers: CallAnswer[] = []
      for (let n = 0; n < each; n += 1) answers.push(await capture(stack, url))
      return answers
    }
    const idle = (await Promise.all(Array.from({ length: slots }, alone))).flat()
    const attack = async () => await flood(stack, url, (short ? shortSeconds : seconds) * 1_000)
    const { value: answers, marks } = await besideAttack(stack, short, attack)
    const accepted = answers.filter(({ status }) => status === 200).map(({ elapsedMs }) => elapsedMs)
    const idleP99 = percentile(
      idle.map(({ elapsedMs }) => elapsedMs),
      0.99,
    )
    const p99 = percentile(accepted, 0.99)
    return [
      reported('answers', codesOf(answers)),
      allOf('200, or 429 with Retry-After', answers.filter(isOrderly).length, answers.length),
      holds('accepted', String(accepted.length), 'some', accepted.length > 0),
      reported('p99 of accepted calls, idle and loaded', `${idleP99.toFixed(0)} and ${p99.toFixed(0)} ms`),
      short
        ? reported('p99 of accepted calls', `${(p99 / idleP99).toFixed(1)} × idle`)
        : atMost('p99 of accepted calls', p99 / idleP99, idleFactor, ' × idle'),
      ...marks,
    ]
  },
}
