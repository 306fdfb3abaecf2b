import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPageCode } from '@seine/shared/api/schemas/page-codes.ts'
import { emptyPlaybook } from '@seine/shared/sessions/state.ts'
import { unreadableCode } from '../frontier/quarantine.ts'
import { sessionUseCodes } from '../session/contract.ts'
import { scrapeRequest, sitePorts } from '../session/testing/page-ports.ts'
import { fakeAccess, shop, shopFolder, type FakeAccess } from '../session/testing/fake-access.ts'
import { loadJobPage, passes, type JobPage } from './job-page.ts'

const url = 'https://example.com/a'

interface Told {
  begun: number
  page: JobPage
}

function pageOf(change: Partial<JobPage> = {}): Told {
  const told: Told = {
    begun: 0,
    page: {
      ref: shop,
      url,
      holder: 'crawl-1 page 1',
      loadMs: 1_000,
      mayGoWithout: false,
      mayStart: () => true,
      begin: () => (told.begun += 1),
      request: () => scrapeRequest(change.url ?? url),
      signal: new AbortController().signal,
      ...change,
    },
  }
  return told
}

const load = async (access: FakeAccess, { page }: Told, answer = '<p>The page says something.</p>') =>
  await loadJobPage(page, sitePorts(answer), access)

test('a page waits for the current user of the session, and begins only then', async () => {
  const access = fakeAccess()
  access.grants = [
    { kind: 'busy', retryAfterSecs: 1 },
    { kind: 'busy', retryAfterSecs: 1 },
  ]
  const told = pageOf()
  const scrape = await load(access, told)
  assert.deepEqual([scrape?.fault, told.begun, access.asked.length], [null, 1, 3])
  assert.equal(access.session?.isHeld, false)
})

test('a page that may not start while it waits is left to another slice', async () => {
  const access = fakeAccess()
  let isOver = false
  access.client.acquire = async () => {
    isOver = true
    return await Promise.resolve({ kind: 'busy', retryAfterSecs: 1 })
  }
  const told = pageOf({ mayStart: () => !isOver })
  assert.deepEqual([await load(access, told), told.begun], [null, 0])
})

test('a session that is gone fails its pages', async () => {
  const access = fakeAccess()
  access.session = null
  const told = pageOf()
  const scrape = await load(access, told)
  assert.deepEqual([scrape?.fault?.code, told.begun], ['session_not_found', 1])
})

test('a crawl that is led to another domain goes there without the session', async () => {
  const elsewhere = 'https://example.org/'
  const access = fakeAccess()
  const crawl = await load(access, pageOf({ url: elsewhere, mayGoWithout: true }))
  assert.equal(crawl?.fault, null)
  const batch = await load(access, pageOf({ url: elsewhere }))
  assert.equal(batch?.fault?.code, 'session_domain_mismatch')
  assert.equal(access.session?.isHeld, false)
})

test('a page that stays logged out fails, with the attempts of both loads', async () => {
  const access = fakeAccess({ runs: true })
  const loggedOut = {
    urlPattern: null,
    selector: '#login',
    selectorAbsent: null,
    text: null,
    cookie: null,
    status: null,
  }
  await access.store.writePlaybook(shopFolder, 1, {
    ...emptyPlaybook(),
    startUrl: 'https://example.com/login',
    loggedOut,
  })
  access.relogins = [{ kind: 'renewed', stateKey: null }]
  const scrape = await load(access, pageOf(), '<form id="login">Please log in</form>')
  assert.equal(scrape?.fault?.code, 'session_logged_out')
  assert.deepEqual(
    scrape?.attempts.map(({ index }) => index),
    [1, 2],
  )
})

test('pages get only codes that the catalogue of page codes has', () => {
  const codes = [...sessionUseCodes.filter((code) => !passes.has(code)), unreadableCode]
  assert.deepEqual(
    codes.filter((code) => !isPageCode(code)),
    [],
  )
})
