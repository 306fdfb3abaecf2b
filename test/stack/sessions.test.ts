/** Sessions in use, through the whole stack: playbooks that log in, and pages behind the login. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startLoginSite, type LoginSite } from '../site/login-site.ts'
import { download, downloadLines, type Answer } from './api-client.ts'
import { until } from './session-lab.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const user = 'c4n4ry-user'
const password = 'c4n4ry-p&ss "w0rd"/+'

let stack: TestStack
let site: LoginSite

before(async () => {
  site = await startLoginSite({ user, password })
  stack = await startTestStack({
    browser: true,
    egressAllow: [`127.0.0.1/32:${site.port}`],
  })
})

after(async () => {
  await stack?.close()
  await site?.close()
})

const playbook = (): Record<string, unknown> => ({
  start_url: `${site.origin}/login`,
  actions: [
    { action: 'fill', selector: '[name=user]', value: '{{secret.user}}' },
    { action: 'fill', selector: '[name=password]', value: '{{secret.password}}' },
    { action: 'click', selector: '#login button' },
    { action: 'wait_for_navigation' },
  ],
  secrets: { user, password },
  success: { cookie: 'sid', url_pattern: '/account/$' },
  logged_out: { selector: '#login' },
})

/** Registers a session and waits until its playbook has run. @returns its id. */
async function register(given: Record<string, unknown> = playbook(), status = 'ready'): Promise<string> {
  const created = await stack.api.request('POST', '/sessions', { domain: '127.0.0.1', playbook: given })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const id = String(created.body['session_id'])
  const body = await until(async () => {
    const read = await stack.api.request('GET', `/sessions/${id}`)
    return ['registered', 'warming', 'busy'].includes(String(read.body.status)) ? null : read.body
  })
  assert.equal(body.status, status, JSON.stringify(body))
  return id
}

const scrape = async (body: Record<string, unknown>): Promise<Answer> =>
  await stack.api.request('POST', '/scrape', { output: ['markdown'], js_render: false, ...body })

const markdown = ({ body }: Answer): string => String((body['data'] as { markdown?: string } | undefined)?.markdown)

describe('a session in a call', () => {
  it('has the cookies that its caller has registered, and keeps what the site changes', async () => {
    const cookies = [{ name: 'visits', value: '6' }]
    const id = await register({ cookies, headers: { 'X-Key': '{{secret.key}}' }, secrets: { key: 'c4n4ry-key' } })
    for (const visit of [7, 8]) {
      const answer = await scrape({ url: `${site.origin}/visit`, session_id: id })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.equal(answer.body['session_id'], id)
      assert.match(markdown(answer), new RegExp(`Visit number ${visit}`))
    }
    const echoed = await scrape({ url: `${site.origin}/headers`, session_id: id })
    assert.match(markdown(echoed), /x-key: \[secret\]/, markdown(echoed))
  })

  it('is refused when it does not exist, and on another domain', async () => {
    const absent = await scrape({ url: `${site.origin}/visit`, session_id: 'nobody' })
    assert.deepEqual([absent.status, absent.body.code], [404, 'session_not_found'])
    const id = await register({})
    const other = await scrape({ url: `http://localhost:${site.port}/visit`, session_id: id })
    assert.ok(
      ['session_domain_mismatch', 'url_not_allowed'].includes(String(other.body.code)),
      JSON.stringify(other.body),
    )
  })

  it('begins by itself where none is named, and continues when it is', async () => {
    const first = await scrape({ url: `${site.origin}/visit` })
    const id = String(first.body['session_id'])
    assert.match(id, /^imp-\d{8}-/, JSON.stringify(first.body))
    assert.match(markdown(first), /Visit number 1/)
    for (const visit of [2, 3]) {
      const answer = await scrape({ url: `${site.origin}/visit`, session: id })
      assert.equal(answer.body['session_id'], id, JSON.stringify(answer.body))
      assert.match(markdown(answer), new RegExp(`Visit number ${visit}`))
    }
    const again = await scrape({ url: `${site.origin}/visit` })
    assert.notEqual(again.body['session_id'], id)
    assert.match(markdown(again), /Visit number 1/)
  })
})

describe('a playbook', () => {
  it('logs in, and the pages behind the login are read over HTTP and by a browser', async () => {
    const id = await register()
    for (const js of [false, true]) {
      const answer = await scrape({ url: `${site.origin}/account/3`, session_id: id, js_render: js })
      assert.match(markdown(answer), /Receipt number 3/, JSON.stringify(answer.body))
    }
  })

  it('says why it did not log in, without its secrets', async () => {
    const wrong = { ...playbook(), secrets: { user, password: 'c4n4ry-wrong' } }
    const id = await register(wrong, 'failed')
    const { body } = await stack.api.request('GET', `/sessions/${id}`)
    assert.match(JSON.stringify(body['last_run']), /wait_for_navigation|success/)
    const answer = await scrape({ url: `${site.origin}/account/3`, session_id: id })
    assert.deepEqual([answer.status, answer.body.code], [502, 'all_attempts_failed'], JSON.stringify(answer.body))
  })

  it('is not run for a URL of another domain, on any endpoint', async () => {
    const wrong = { ...playbook(), secrets: { user, password: 'c4n4ry-wrong' } }
    const id = await register(wrong, 'failed')
    const lastRun = async (): Promise<unknown> => (await stack.api.request('GET', `/sessions/${id}`)).body['last_run']
    const known = await lastRun()
    const url = 'https://example.com/'
    const asked: [string, Record<string, unknown>][] = [
      ['/scrape', { url, session_id: id }],
      ['/browser/network', { url, session_id: id }],
      ['/crawl', { url, scrape: { session_id: id } }],
      ['/batch/scrape', { urls: [url], sessionId: id }],
    ]
    for (const [path, body] of asked) {
      const { status, body: told } = await stack.api.request('POST', path, body)
      assert.deepEqual([path, status, told.code], [path, 400, 'session_domain_mismatch'], JSON.stringify(told))
    }
    assert.deepEqual(await lastRun(), known)
  })
})

describe('an application that keeps its token in local storage', () => {
  it('is logged into, and read by a browser afterwards', async () => {
    const id = await register({
      start_url: `${site.origin}/token/login`,
      actions: [
        { action: 'fill', selector: '#name', value: '{{secret.user}}' },
        { action: 'fill', selector: '#secret', value: '{{secret.password}}' },
        { action: 'click', selector: '#form button' },
        { action: 'wait_for_selector', selector: '#done' },
      ],
      secrets: { user, password },
      success: { selector: '#done' },
    })
    const url = `${site.origin}/token/app`
    const answer = await scrape({ url, session_id: id, js_render: true, wait_selector: '#told' })
    assert.match(markdown(answer), /Members only/, JSON.stringify(answer.body))
    const other = await scrape({ url, js_render: true, wait_selector: '#told' })
    assert.match(markdown(other), /Please log in/)
  })
})

describe('a page that shows the session logged out', () => {
  it('is loaded once more after the playbook has run again', async () => {
    const id = await register()
    for (const js of [false, true]) {
      site.logOutAll()
      const logins = site.logins
      const answer = await scrape({ url: `${site.origin}/account/5`, session_id: id, js_render: js })
      assert.match(markdown(answer), /Receipt number 5/, JSON.stringify(answer.body))
      assert.equal(site.logins, logins + 1)
    }
  })

  it('is reported when the playbook does not help', async () => {
    const id = await register()
    const { password: right } = site.options
    site.logOutAll()
    site.options.password = 'another'
    try {
      const answer = await scrape({ url: `${site.origin}/account/5`, session_id: id })
      assert.equal(answer.status, 200)
      const warnings = JSON.stringify(answer.body.warnings)
      assert.match(warnings, /session_logged_out/)
      assert.match(String((answer.body as Record<string, unknown>)['final_url']), /\/login$/)
    } finally {
      site.options.password = right
    }
  })
})

describe('a session in use', () => {
  it('is not leased to a second user, who gets Retry-After', async () => {
    const id = await register()
    // Longer than the retry delay given to the second user, on a busy machine as well.
    site.options.latencyMs = 8_000
    try {
      const first = scrape({ url: `${site.origin}/account/1`, session_id: id })
      await until(async () => {
        const { body } = await stack.api.request('GET', `/sessions/${id}`)
        return body.status === 'busy' ? true : null
      })
      const second = await scrape({ url: `${site.origin}/account/2`, session_id: id })
      assert.deepEqual([second.status, second.body.code], [429, 'session_busy'], JSON.stringify(second.body))
      assert.match(second.headers.get('retry-after') ?? '', /^[1-5]$/)
      assert.match(markdown(await first), /Receipt number 1/)
    } finally {
      site.options.latencyMs = 0
    }
    const third = await scrape({ url: `${site.origin}/account/2`, session_id: id })
    assert.equal(third.status, 200, 'it is free as soon as the first is answered')
  })
})

describe('a job in a session', () => {
  it('crawls what is behind a login that expires in the middle, one page at a time', async () => {
    const id = await register()
    site.options.pagesPerLogin = 8
    site.logOutAll()
    site.inFlightMax = 0
    const loginsBefore = site.logins
    try {
      const job = await stack.api.start({
        url: `${site.origin}/account/`,
        sitemap: 'skip',
        scrape: { session_id: id, js_render: false },
      })
      const body = await stack.api.watch(job)
      assert.deepEqual(
        [body.status, body.completed, body.failed],
        ['completed', site.options.pages + 1, 0],
        JSON.stringify(body),
      )
      const archive = await download(body.s3PresignedUrls?.['markdown'])
      for (const page of archive.manifest.pages.filter(({ url }) => !url.endsWith('/'))) {
        assert.match(await archive.text(page.file!), /Receipt number/)
      }
      assert.ok(site.logins - loginsBefore >= 3, String(site.logins - loginsBefore))
      assert.equal(site.inFlightMax, 1)
    } finally {
      site.options.pagesPerLogin = Infinity
    }
  })

  it('scrapes a batch in a browser, and fails pages that stay logged out', async () => {
    const id = await register()
    const urls = [1, 2, 3].map((number) => `${site.origin}/account/${number}`)
    const job = await stack.api.startBatch({ urls, sessionId: id, output: ['markdown'], jsRender: true })
    const body = await stack.api.watch(job)
    assert.deepEqual([body.status, body.completed, body.failed], ['completed', 3, 0], JSON.stringify(body))
    for (const line of await downloadLines(body.s3PresignedUrls?.['markdown'])) {
      assert.match(String(line.output), /Receipt number/)
    }
    const { password: right } = site.options
    site.options.password = 'another'
    site.logOutAll()
    try {
      const failing = await stack.api.startBatch({ urls: urls.slice(0, 1), session: id, jsRender: false })
      const ended = await stack.api.watch(failing)
      assert.equal(ended.failed, 1, JSON.stringify(ended))
    } finally {
      site.options.password = right
    }
  })

  it('is refused where the session is not there, or of another domain', async () => {
    const absent = await stack.api.request('POST', '/batch/scrape', { urls: [`${site.origin}/`], session: 'nobody' })
    assert.deepEqual([absent.status, absent.body.code], [404, 'session_not_found'])
    const id = await register({})
    const urls = [`${site.origin}/`, 'https://example.com/']
    const other = await stack.api.request('POST', '/batch/scrape', { urls, session: id })
    assert.equal(other.status, 400, JSON.stringify(other.body))
    assert.deepEqual(
      other.body.errors?.map(({ pointer, code }) => [pointer, code]),
      [['/urls/1', 'session_domain_mismatch']],
    )
  })
})

describe('a capture in a session', () => {
  it('is of the page behind the login, without the secrets that the page echoes', async () => {
    const id = await register()
    site.logOutAll()
    const body = { url: `${site.origin}/account/echo`, session_id: id }
    for (const accept of ['application/json', 'application/har+json']) {
      const answer = await stack.api.request('POST', '/browser/network', body, { accept })
      const text = JSON.stringify(answer.body)
      assert.equal(answer.status, 200, text)
      const told = accept === 'application/json' ? answer.body : (answer.body['log'] as Record<string, unknown>)
      assert.equal(told['session_id'] ?? told['_session_id'], id)
      assert.match(text, /echo\.json/)
      assert.match(text, /\[secret\]/)
      for (const canary of canaries) assert.ok(!text.includes(canary), `${canary} in ${accept}`)
      assert.doesNotMatch(text, /"cookie":"(?!\[secret\]")|"name":"[Cc]ookie","value":"(?!\[secret\]")/)
    }
    const shown = await stack.api.request('POST', '/browser/network', { ...body, include_session_credentials: true })
    const text = JSON.stringify(shown.body)
    assert.match(text, /"cookie":"\w+=/)
    for (const canary of canaries) assert.ok(!text.includes(canary), `${canary} where cookies are shown`)
    const busy = await stack.api.request('POST', '/browser/network', { ...body, session_id: 'nobody' })
    assert.deepEqual([busy.status, busy.body.code], [404, 'session_not_found'])
  })
})

const canaries = [user, password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1), 'c4n4ry-key']

describe('secrets', () => {
  it('are in no answer, no history and no object', async () => {
    const id = await register()
    for (const output of [['html', 'markdown', 'links', 'clean_html']]) {
      const answer = await scrape({ url: `${site.origin}/account/echo`, session_id: id, output })
      const text = JSON.stringify(answer.body)
      assert.match(text, /\[secret\]/)
      for (const canary of canaries) assert.ok(!text.includes(canary), canary)
    }
    for await (const { workflowId, runId } of stack.temporal.workflow.list()) {
      const { events } = await stack.temporal.workflow.getHandle(workflowId, runId).fetchHistory()
      const payloads = JSON.stringify(events, (_, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString() : value,
      )
      for (const canary of canaries) assert.ok(!payloads.includes(canary), `${canary} in ${workflowId}`)
    }
    for (const prefix of ['sessions/', 'implicit-sessions/']) {
      for (const key of await stack.store.list(prefix)) {
        const text = JSON.stringify(await stack.store.getJson(key))
        for (const canary of canaries) assert.ok(!text.includes(canary), `${canary} in ${key}`)
      }
    }
  })
})
