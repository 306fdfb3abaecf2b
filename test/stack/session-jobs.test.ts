/** Sessions in case of faults: workers that die, sessions that end during a job, an unavailable store. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoginSite, type LoginSite } from '../site/login-site.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const canaries = { user: 'c4n4ry-name', password: 'c4n4ry-p&ss "w0rd"/+' }

let stack: TestStack
let site: LoginSite

before(async () => {
  site = await startLoginSite(canaries)
  stack = await startTestStack({
    browser: true,
    egressAllow: [`127.0.0.1/32:${site.port}`],
    environment: { SEINE_LOG_LEVEL: 'trace' },
  })
})

after(async () => {
  await stack?.close()
  await site?.close()
})

/** Registers a session with a login and waits until the login is done. @returns its id. */
async function register(others: Record<string, unknown> = {}): Promise<string> {
  const { body } = await stack.api.request('POST', '/sessions', {
    domain: '127.0.0.1',
    playbook: {
      start_url: `${site.origin}/login`,
      actions: [
        { action: 'fill', selector: '[name=user]', value: '{{secret.user}}' },
        { action: 'fill', selector: '[name=password]', value: '{{secret.password}}' },
        { action: 'click', selector: '#login button' },
        { action: 'wait_for_navigation' },
      ],
      secrets: canaries,
      success: { cookie: 'sid' },
      logged_out: { url_pattern: '/login' },
    },
    ...others,
  })
  const id = String(body['session_id'])
  for (let tries = 0; ; tries += 1) {
    const read = await stack.api.request('GET', `/sessions/${id}`)
    if (read.body.status === 'ready') return id
    assert.ok(tries < 1_200 && read.body.status !== 'failed', JSON.stringify(read.body))
    await sleep(100)
  }
}

const urlsOf = (pages: number): string[] =>
  Array.from({ length: pages }, (_, index) => `${site.origin}/account/${index + 1}`)

describe('a job in a session', () => {
  it('has all its pages although its worker dies in the middle', { timeout: 600_000 }, async () => {
    const session = await register()
    site.options.pagesPerLogin = 10
    site.logOutAll()
    try {
      const id = await stack.api.start({
        url: `${site.origin}/account/`,
        sitemap: 'skip',
        scrape: { session, js_render: false },
      })
      await stack.api.watch(id, ({ completed }) => completed >= 4)
      await stack.stack.part('scrapeWorker').kill('SIGKILL')
      const end = await stack.api.watch(id)
      const ledger = JSON.stringify(await stack.api.ledger(id, { state: 'failed' }))
      assert.deepEqual([end.status, end.completed, end.failed], ['completed', site.options.pages + 1, 0], ledger)
    } finally {
      site.options.pagesPerLogin = Infinity
    }
  })

  it('fails the pages that are left when its session is deleted', { timeout: 600_000 }, async () => {
    const session = await register()
    // Slow enough that pages are left when the session is gone.
    site.options.latencyMs = 2_000
    try {
      const id = await stack.api.startBatch({ urls: urlsOf(10), session, jsRender: false })
      await stack.api.watch(id, ({ inFlight, completed }) => inFlight + completed > 0)
      const gone = await fetch(`${stack.stack.file.gateway}/sessions/${session}?force=true`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${stack.stack.file.apiKey}` },
      })
      assert.equal(gone.status, 204)
      const end = await stack.api.watch(id)
      assert.equal(end.status, 'completed')
      assert.equal(end.completed + end.failed, 10)
      const reasons = new Set((await stack.api.ledger(id, { state: 'failed' })).map(({ reason }) => reason))
      assert.deepEqual([...reasons], ['session_not_found'])
    } finally {
      site.options.latencyMs = 0
    }
  })

  it('has as many pages as its session may be used', { timeout: 600_000 }, async () => {
    const session = await register({ max_uses: 3 })
    const end = await stack.api.watch(await stack.api.startBatch({ urls: urlsOf(5), session, jsRender: false }))
    assert.deepEqual([end.completed, end.failed], [3, 2])
  })

  it('shares its session with another job, page by page', { timeout: 600_000 }, async () => {
    const session = await register()
    site.inFlightMax = 0
    const ids = await Promise.all(
      [1, 2].map(async () => await stack.api.startBatch({ urls: urlsOf(8), session, jsRender: false })),
    )
    for (const id of ids) assert.equal((await stack.api.watch(id)).completed, 8)
    assert.equal(site.inFlightMax, 1)
  })
})

describe('a page without a session of its own', () => {
  it('is answered while the store of sessions is unavailable', { timeout: 600_000 }, async () => {
    const scrape = async () =>
      await stack.api.request('POST', '/scrape', {
        url: `${site.origin}/visit`,
        output: ['markdown'],
        js_render: false,
      })
    await stack.stack.part('objectStore').stop()
    try {
      const { status, body } = await scrape()
      assert.deepEqual([status, body['session_id']], [200, null], JSON.stringify(body))
      assert.match(body.warnings.join(' '), /session_not_kept/)
    } finally {
      await stack.stack.part('objectStore').start()
    }
    assert.match(String((await scrape()).body['session_id']), /^imp-/)
  })
})

describe('a named session', () => {
  it('is read over HTTP again after a page that was wanted in a browser', { timeout: 600_000 }, async () => {
    const session = await register()
    const engines: unknown[] = []
    for (const more of [{}, { js_render: true }, {}]) {
      const body = { url: `${site.origin}/account/2`, session_id: session, output: ['markdown'], ...more }
      const answer = await stack.api.request('POST', '/scrape', body)
      engines.push((answer.body['attempts'] as { engine: string }[]).at(-1)?.engine)
    }
    assert.deepEqual([engines[0], engines[2]], ['http', 'http'])
    assert.notEqual(engines[1], 'http')
  })

  it('has its secrets in no log', async () => {
    const files = await readdir(stack.stack.file.logs)
    assert.ok(files.length >= 4)
    for (const file of files) {
      const text = await readFile(join(stack.stack.file.logs, file), 'utf8')
      for (const canary of Object.values(canaries)) {
        assert.ok(!text.includes(canary) && !text.includes(JSON.stringify(canary).slice(1, -1)), file)
      }
    }
  })
})
