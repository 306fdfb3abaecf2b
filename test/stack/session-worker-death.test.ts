/** A session whose worker is killed while a call uses it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { until } from './session-lab.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

let stack: TestStack
let fixture: Fixture
let isHanging = true

before(async () => {
  fixture = await startFixture({
    '/visit': (request, response) => {
      if (!isHanging) html(`<p>Back again, with ${request.headers.cookie ?? 'nothing'}.</p>`)(request, response)
    },
  })
  stack = await startTestStack({
    egressAllow: [`127.0.0.1/32:${fixture.port}`],
    // When a worker dies, its session stays taken for as long as a call may take, so the budget is short.
    environment: { SEINE_SCRAPE_BUDGET_MS: '10000' },
  })
})

after(async () => {
  await stack?.close()
  await fixture?.close()
})

describe('a worker that dies with a session', () => {
  it('keeps it for as long as its call might have taken, and no longer', { timeout: 600_000 }, async () => {
    const playbook = { cookies: [{ name: 'visits', value: '6' }] }
    const created = await stack.api.request('POST', '/sessions', { domain: '127.0.0.1', playbook })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const id = String(created.body['session_id'])
    const scrape = async () =>
      await stack.api.request('POST', '/scrape', {
        url: `${fixture.origin}/visit`,
        session_id: id,
        output: ['markdown'],
        js_render: false,
      })
    const statusIs = async (wanted: string): Promise<void> => {
      await until(async () => {
        const { body } = await stack.api.request('GET', `/sessions/${id}`)
        return body.status === wanted ? true : null
      })
    }
    const first = scrape().catch(() => null)
    await statusIs('busy')
    await stack.stack.part('scrapeWorker').kill('SIGKILL')
    isHanging = false
    await stack.stack.part('scrapeWorker').ready()
    await first
    await statusIs('ready')
    const answer = await scrape()
    assert.match(JSON.stringify(answer.body['data']), /Back again, with visits=6/, JSON.stringify(answer.body))
  })
})
