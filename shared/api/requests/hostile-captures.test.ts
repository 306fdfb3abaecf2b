import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestLimits } from '../../config/api-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { allowNothing } from '../../egress/policy/allow-list.ts'
import { vetUrl } from '../../egress/policy/target-policy.ts'
import { readNetworkRequest } from './network-request.ts'
import { readScrapeRequest } from './scrape-request.ts'

const vet = (text: string) => vetUrl(text, allowNothing)
const policy = { vetUrl: vet, vetPublicUrl: vet }

/** Several times the CPU time allowed for a request, so that the test does not fail on a busy machine. */
const cpuMaxMs = 1_500

const url = 'https://e.com/'
const room = jobLimits.requestBodyMaxBytes
const texts = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, at) => text(at))
const selector = (head: string, unit: string): string =>
  head + unit.repeat((requestLimits.selectorMaxCharacters - head.length) / unit.length)
const clicks = (text: string, type: string) =>
  Array.from({ length: requestLimits.actionsMax }, () => ({ action: 'click', selector: text, selector_type: type }))

const bodies: Readonly<Record<string, unknown>> = {
  'unknown fields': { url, ...Object.fromEntries(texts(20_000, (at) => `f${at}`).map((name) => [name, 1])) },
  'fields of other endpoints in many spellings': {
    url,
    ...Object.fromEntries(texts(15_000, (at) => `js${'_'.repeat(at % 50)}render${at}`).map((name) => [name, 1])),
  },
  'roles that never end': { url, actions: clicks(selector('b[a="x"', ' '), 'role') },
  'roles of many attributes': { url, actions: clicks(`${selector('b', '[a]').slice(0, -4)}.`, 'role') },
  'expressions that are none': { url, actions: clicks('('.repeat(1_000), 'regex') },
  'frames without a name': {
    url,
    actions: clicks('a', 'css').map((action) => ({ ...action, frame_selector: selector('', ' >>  ') })),
  },
  resources: { url, override_parameter: { disable_resources: texts(room / 8, () => 'none') } },
  headers: {
    url,
    override_parameter: { headers: Object.fromEntries(texts(20_000, (at) => ` ${at}`).map((n) => [n, 1])) },
  },
  tags: { url, tag: texts(room / 8, () => '') },
}

const selectors = (head: string, unit: string) => texts(requestLimits.selectorsMax / 2, () => selector(head, unit))

/** Bodies for `POST /scrape` only. */
const scrapes: Readonly<Record<string, unknown>> = {
  'selectors that never end': { url, include_tags: selectors('', '['), exclude_tags: selectors('', ':not(') },
  'selectors of relations': { url, include_tags: selectors('a', ':has(a,'), exclude_tags: selectors('a', ' > a > ') },
  'selectors of quotes': { url, include_tags: selectors('', '"\\'), exclude_tags: selectors('', '/*') },
  'a selector to wait for': { url, wait_selector: selector('', '(['), include_tags: texts(room / 8, () => '(') },
  formats: { url, output: texts(room / 8, () => 'none') },
}

const calls = [
  ...Object.entries(bodies).map(([what, body]) => ({ kind: 'capture', read: readNetworkRequest, what, body })),
  ...Object.entries({ ...bodies, ...scrapes }).map(([what, body]) => ({
    kind: 'scrape',
    read: readScrapeRequest,
    what,
    body,
  })),
]

for (const { kind, read, what, body } of calls) {
  test(`a ${kind} full of ${what} is refused without keeping the process busy`, () => {
    const cpuMs = [1, 2].map(() => {
      const before = process.cpuUsage()
      assert.equal(read(body, policy).ok, false)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    })
    assert.ok(Math.min(...cpuMs) < cpuMaxMs, `${Math.round(Math.min(...cpuMs))} ms`)
  })
}
