/** All components a browser worker uses to capture pages, in this process, for tests of whole attempts. */
import { captureNetwork, type CapturePorts } from '@seine/activities/browser/capture-network.ts'
import { redactHere } from '@seine/activities/redaction/testing/redact-here.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { createBrowserPool } from '@seine/activities/browser/pool/pool.ts'
import { findEngines } from '@seine/activities/browser/pool/engine-paths.ts'
import type { BrowserPool } from '@seine/activities/browser/pool/contract.ts'
import { createTargetHub } from '@seine/activities/browser/recorder/target-hub.ts'
import { renderPage } from '@seine/activities/browser/render-page.ts'
import type { CaptureAttempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { BrowserPageOptions, BrowserSession, CallFilter, RenderRequest } from '@seine/shared/tasks/browser-page.ts'
import type { CapturedPage, NetworkReply, RenderReply } from '@seine/shared/pages/worker-reply.ts'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { readProxyRoutes } from '@seine/shared/egress/proxies/configured-routes.ts'
import { startSinkProxy } from '@seine/shared/egress/forward-proxy/forward-proxy.ts'
import { shareInFlight, systemResolve, type ResolveName } from '@seine/shared/egress/connections/resolver.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'
import { poolSandbox } from './engine-path.ts'

export interface LabOptions {
  /** Loopback ports that pages may request. */
  ports: readonly number[]
  /** Settings of proxies and limits, as environment variables. */
  settings?: Record<string, string>
  resolve?: ResolveName
}

export interface CaptureOptions extends Partial<BrowserPageOptions> {
  /** Tenant of the caller. @default no tenant */
  tenant?: string
  filter?: Partial<CallFilter>
  format?: 'json' | 'har'
  /** Budget of the whole call from now, milliseconds. */
  budgetMs?: number
  signal?: AbortSignal
  /** Session of a render, in the form of a task. */
  given?: BrowserSession
  /** Session of a capture, in the form that a worker uses. */
  session?: PageSession
  showsSessionCredentials?: boolean
}

export interface WorkerLab {
  pool: BrowserPool
  ports: CapturePorts
  reply(url: string, wish?: CaptureOptions): Promise<NetworkReply>
  /** Returns the result of a capture. @throws Error when the worker answered with a problem. */
  capture(url: string, wish?: CaptureOptions): Promise<CapturedPage & { last: CaptureAttempt }>
  render(url: string, want: Partial<RenderRequest>, wish?: CaptureOptions): Promise<RenderReply>
  close(): Promise<void>
}

const pageOf = (wish: CaptureOptions): BrowserPageOptions => ({
  timeoutMs: wish.timeoutMs ?? 60_000,
  actions: wish.actions ?? [],
  waitSelector: wish.waitSelector ?? null,
  waitMs: wish.waitMs ?? 0,
  networkIdle: wish.networkIdle ?? false,
  loadDom: wish.loadDom ?? true,
  disableResources: wish.disableResources ?? [],
  headers: wish.headers ?? {},
  geolocation: wish.geolocation ?? null,
  proxy: wish.proxy ?? 'auto',
})

const callOf = (wish: CaptureOptions) => ({
  deadlineMs: Date.now() + (wish.budgetMs ?? 180_000),
  queueMs: 0,
  signal: wish.signal ?? new AbortController().signal,
  session: wish.session ?? null,
})

/** Starts a pool with one browser process per engine. */
export async function startWorkerLab(options: LabOptions): Promise<WorkerLab> {
  const config = readConfig({ SEINE_LOG_LEVEL: 'warn', ...options.settings })
  const log = createLogger('browser-lab', config)
  const sink = await startSinkProxy()
  const pool = await createBrowserPool({
    engines: await findEngines(config, process.env),
    sinkUrl: sink.url,
    sandbox: poolSandbox,
    processes: 1,
    slots: 4,
    messageMaxBytes: config.SEINE_BROWSER_MESSAGE_MAX_BYTES,
    createHub: createTargetHub,
    log,
  })
  const allowed = options.ports.map((port) => `127.0.0.1/32:${port}`).join(',')
  const ports: CapturePorts = {
    pool,
    routes: readProxyRoutes(config),
    policy: {
      allowList: new AllowList({ entries: allowed, file: '', onProblem: () => undefined }),
      resolve: shareInFlight(options.resolve ?? systemResolve),
    },
    bounds: {
      responseBodyMaxBytes: config.SEINE_CAPTURE_BODY_MAX_BYTES,
      requestBodyMaxBytes: config.SEINE_CAPTURE_REQUEST_BODY_MAX_BYTES,
      bodiesMaxBytes: captureLimits.bodiesMaxBytes,
      callsMax: config.SEINE_CAPTURE_CALLS_MAX,
      framesPerCallMax: config.SEINE_CAPTURE_FRAMES_MAX,
    },
    creator: { name: 'seine', version: '0' },
    extractor: { redact: redactHere },
  }
  const task = (url: string, wish: CaptureOptions) => ({
    url,
    page: pageOf(wish),
    ...(wish.tenant === undefined ? {} : { tenant: wish.tenant }),
    ...(wish.given === undefined ? {} : { session: wish.given }),
  })
  const reply = async (url: string, wish: CaptureOptions = {}): Promise<NetworkReply> => {
    const filter = { resourceTypes: [], urlPattern: null, host: null, ...wish.filter }
    const { showsSessionCredentials = false } = wish
    const whole = { ...task(url, wish), format: wish.format ?? ('json' as const), filter, showsSessionCredentials }
    const served = await captureNetwork({ task: whole, ...callOf(wish) }, ports)
    await served.closed
    return served.reply
  }
  return {
    pool,
    ports,
    reply,
    capture: async (url, wish) => {
      const answer = await reply(url, wish)
      if (answer.kind !== 'result') throw new Error(`the worker answered ${JSON.stringify(answer).slice(0, 500)}`)
      return { ...answer.result, last: answer.result.attempts.at(-1)! }
    },
    render: async (url, want, wish = {}) => {
      const whole = { ...task(url, wish), want: { html: true, screenshot: 'none' as const, ...want } }
      const served = await renderPage({ task: whole, ...callOf(wish) }, ports)
      await served.closed
      return served.reply
    },
    close: async () => {
      await pool.close()
      await sink.close()
    },
  }
}
