/**
 * The console in real Chromium, served by the real gateway with ports in memory. A test chooses the answers of single
 * API paths; each is checked against the API description. What the browser complains about is collected.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext } from 'node:test'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { testGateway, type TestGateway, type TestGatewayOptions } from '@seine/gateway/testing/test-gateway.ts'
import { consoleFiles } from '@seine/gateway/console/server/console-files.ts'
import type { viewLimits } from '@seine/gateway/console/console-view-limits.ts'
import { checkAnswer } from '@seine/shared/api/testing/response-check.ts'
import { enginePath, sandboxFlags } from '../browser/engine-path.ts'

/** An answer that a test chooses. */
export interface ChosenAnswer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** False for answers that the API never gives, such as those of a proxy in front of it. @default true */
  described?: boolean
}

/** A request of the console to the API. */
export interface SeenRequest {
  method: string
  /** With its query. */
  path: string
  body: unknown
  headers: Record<string, string>
}

/** Makes an answer of a request, or is one; null leaves the request to the gateway. */
export type ChosenAnswers =
  | ChosenAnswer
  | ((request: SeenRequest) => ChosenAnswer | null | Promise<ChosenAnswer | null>)

/** The console in a browser. */
export interface ConsoleLab {
  page: Page
  context: BrowserContext
  gateway: TestGateway
  /** Errors of scripts, violations of the content policy, requests to other origins. */
  complaints: string[]
  /** Requests to the API so far. */
  seen: SeenRequest[]
  /**
   * Chooses the answers of a path; later choices win.
   * @param path below the root, without its query, such as `/jobs`; `*` stands for any text within a segment.
   */
  answer: (method: string, path: string, answers: ChosenAnswers) => void
  /** Opens a view. @param view below `/console/`. */
  open: (view: string) => Promise<void>
}

/** How the console is opened. */
export interface ConsoleLabOptions {
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  /** Pixels of the device for one of the page: 2 and half the width are a zoom of 200 %. @default 1 */
  scale?: number
  /** Whether the reader's own colours replace those of the page. @default false */
  forcedColors?: boolean
  /** Whether the reader prefers less motion. @default true: nothing moves while it is looked at */
  reducedMotion?: boolean
  /** The key of the session; null: signed out. @default the key of tenant `acme` */
  key?: string | null
  gateway?: TestGatewayOptions
  /** Limits of the console with other values, so that what takes long in use is over soon. */
  limits?: Readonly<Partial<Record<keyof typeof viewLimits, number>>>
  /** A gateway that runs already, with its root; then `gateway` is not used. */
  root?: string
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.+?^$()|[\]\\{}]/g, String.raw`\$&`).replaceAll('*', '[^/]*')}$`)

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return text
  }
}

/** Headers that all answers have. */
function commonHeaders(body: unknown): Record<string, string> {
  const id = (body as { request_id?: unknown } | null)?.request_id
  return {
    'x-request-id': typeof id === 'string' ? id : 'r-chosen',
    'ratelimit-limit': '1000',
    'ratelimit-remaining': '999',
    'ratelimit-reset': '60',
  }
}

/** Starts one browser for the tests of a file. */
export function consoleBrowser(): (t: TestContext, options?: ConsoleLabOptions) => Promise<ConsoleLab> {
  let browser: Browser
  before(async () => {
    browser = await chromium.launch({ executablePath: await enginePath(), args: [...sandboxFlags] })
  })
  after(async () => {
    await browser?.close()
  })
  return async (t, options = {}) => await openLab(t, browser, options)
}

async function openLab(t: TestContext, browser: Browser, options: ConsoleLabOptions): Promise<ConsoleLab> {
  const { width = 1280, height = 900, scheme = 'light', key = 'acme-key' } = options
  const { scale = 1, forcedColors = false, reducedMotion = true } = options
  const gateway = await testGateway(t, options.gateway)
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: scale,
    forcedColors: forcedColors ? 'active' : 'none',
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    acceptDownloads: true,
  })
  // Before the gateway ends: an open page keeps a connection.
  t.after(() => context.close())
  const page = await context.newPage()
  // Long enough for a machine that is busy with other tests: what comes sooner is not waited for.
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  const seen: SeenRequest[] = []
  const chosen: { method: string; pattern: RegExp; answers: ChosenAnswers }[] = []
  watch(page, gateway.url, complaints)
  await context.exposeBinding('reportPolicy', (_source, text: string) => void complaints.push(text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sample } = event
      const report = (globalThis as unknown as { reportPolicy: (text: string) => void }).reportPolicy
      report(`policy ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  if (key !== null) {
    await context.addInitScript((value) => {
      // Once for each tab, and not in frames: a reader who has signed out stays so.
      if (self !== top || sessionStorage.getItem('test-signed-in') !== null) return
      sessionStorage.setItem('test-signed-in', 'yes')
      sessionStorage.setItem('seine-key', value)
    }, key)
  }
  await context.route(`${gateway.url}/**`, async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    if (url.pathname === '/' || url.pathname.startsWith('/console')) return await route.continue()
    const asked: SeenRequest = {
      method: request.method(),
      path: url.pathname + url.search,
      body: parsed(request.postData()),
      headers: request.headers(),
    }
    seen.push(asked)
    const found = chosen.findLast(({ method, pattern }) => method === asked.method && pattern.test(url.pathname))
    const answer = typeof found?.answers === 'function' ? await found.answers(asked) : found?.answers
    if (answer === undefined || answer === null) return await route.continue()
    const { status = 200, body = {}, headers = {}, described = true } = answer
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const media = status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8'
    const all = { 'content-type': media, ...commonHeaders(body), ...headers }
    if (described) {
      try {
        checkAnswer({ method: asked.method, path: url.pathname, status, headers: new Headers(all), text })
      } catch (error) {
        complaints.push(String(error))
      }
    }
    await route.fulfill({ status, headers: all, body: text }).catch(() => undefined)
  })
  if (options.limits !== undefined) {
    const body = limitsFile(options.limits)
    // After the other route: the one that was added last is asked first.
    await context.route('**/console-view-limits.ts', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  }
  return {
    page,
    context,
    gateway,
    complaints,
    seen,
    answer: (method, path, answers) => void chosen.push({ method, pattern: patternOf(path), answers }),
    open: async (view) => {
      await load(page, `${gateway.url}/console/${view}`)
      await page.locator('h1').waitFor()
    },
  }
}

/** Returns the file of limits with other values for some. */
function limitsFile(limits: NonNullable<ConsoleLabOptions['limits']>): string {
  let code = consoleFiles().byPath.get('console-view-limits.ts')?.plain.toString() ?? ''
  for (const [name, value] of Object.entries(limits)) {
    const line = new RegExp(String.raw`\b${name}: [\d_]+,`)
    assert.match(code, line, `no limit ${name}`)
    code = code.replace(line, `${name}: ${value},`)
  }
  return code
}

/** How often a document is asked for. */
const loadTries = 5

/**
 * Loads a document. Chromium ends requests when an interface of the machine comes or goes, such as that of a container;
 * what the console does then has tests of its own.
 */
async function load(page: Page, address: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const error: unknown = await page.goto(address).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (error === null) return
    if (!(error instanceof Error) || !error.message.includes('ERR_NETWORK_CHANGED') || tries === loadTries) throw error
  }
}

function watch(page: Page, root: string, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // Answers with an error status are logged by the browser, and are part of the tests.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${root}/`) && !/^(?:data|blob|about):/.test(url)) complaints.push(`request to ${url}`)
  })
}

/** Asserts that the page does not scroll sideways. */
export async function assertFits(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(over, 0, 'the page scrolls sideways')
}
