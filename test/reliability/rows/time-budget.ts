/** R12: a time budget of five seconds on an infinite site. */
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, equals, holds, reported } from '../../bench/labs/lab.ts'
import { startSilentSite } from '../../site/silent-site.ts'
import type { Row } from '../row.ts'

const budgetSecs = 5
const withinSecs = 8
/** In the short form, beside other tests on the same processors. */
const shortWithinSecs = 15
/** How long to watch for requests after the budget, seconds. */
const quietSecs = 2
const pollMs = 100
const thinkMs = 200
/** Half as many pages show the same. */
const shortThinkMs = 400
const jobTimeoutMs = 60_000

export const timeBudgetRow: Row = {
  id: 'R12',
  name: 'Time budget',
  alone: true,
  method: 'A crawl with `scheduleToCloseTimeoutSecs` 5 of a site where each page links to ten new ones.',
  counted:
    'Seconds until the status is `failed`; requests later than 2 s after the budget; pages in the partial results; by how much `duration` ever fell.',
  passMark: '`failed` within 8 s with partial results; no request 2 s after the budget; `duration` never falls',
  async run({ short, sharedStack, serve }) {
    const stack = await sharedStack()
    const site = await serve(stack, startSilentSite({ pages: Infinity, thinkMs: short ? shortThinkMs : thinkMs }))
    const beganMs = Date.now()
    const { body } = await stack.attacker.post('/crawl', {
      url: site.url,
      scheduleToCloseTimeoutSecs: budgetSecs,
    })
    const path = `/crawl/${String(body['id'])}`
    let told = (await stack.attacker.get(path)).body
    let fell = 0
    while (told['status'] === 'crawling' && Date.now() - beganMs < jobTimeoutMs) {
      await sleep(pollMs)
      const next = (await stack.attacker.get(path)).body
      fell = Math.max(fell, Number(told['duration']) - Number(next['duration']))
      told = next
    }
    const secs = (Date.now() - beganMs) / 1_000
    await sleep(quietSecs * 1_000)
    const lastMs = beganMs + (budgetSecs + quietSecs) * 1_000
    const late = site.requests.filter(({ atMs }) => atMs > lastMs).length
    const partial = told['partialS3PresignedUrls']
    return [
      equals('status', String(told['status']), 'failed'),
      atMost('until the status is final', secs, short ? shortWithinSecs : withinSecs, ' s'),
      atMost('requests 2 s after the budget', late, 0),
      holds('partial results', partial === undefined ? 'none' : 'some', 'some', partial !== undefined),
      atMost('largest fall of `duration`', fell, 0, ' s'),
      reported('pages', `${String(told['completed'])} completed, ${String(told['failed'])} failed`),
    ]
  },
}
