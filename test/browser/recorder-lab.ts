/** A real browser with a recorder, for the tests of the recorder. */
import { launch, type Browser, type Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { createRecorder } from '../../activities/browser/recorder/recorder.ts'
import { createTargetHub } from '../../activities/browser/recorder/target-hub.ts'
import type {
  CaptureBounds,
  Recorder,
  RecorderOptions,
  TargetHook,
  TargetHub,
} from '../../activities/browser/recorder/contract.ts'
import type { RecordedRequest, Recording } from '../../activities/browser/recorder/messages/model.ts'
import { captureLimits } from '../../shared/config/browser-limits.ts'
import { enginePath, sandboxFlags } from './engine-path.ts'

/** With these arguments Chromium makes no connections beyond this machine. */
const launchArgs = [
  ...sandboxFlags,
  '--site-per-process',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-features=Translate,OptimizationHints,MediaRouter,NetworkTimeServiceQuerying,AutofillServerCommunication',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** How long a test waits for an expected event, milliseconds; a busy machine may take long. */
export const patienceMs = 60_000

export interface RecorderLab {
  browser: Browser
  hub: TargetHub
  close(): Promise<void>
}

/** @param engine `chrome` is the full browser in headless mode. */
export async function openLab(engine: 'headless_shell' | 'chrome' = 'headless_shell'): Promise<RecorderLab> {
  const shell = engine === 'headless_shell'
  const browser = await launch({
    executablePath: await enginePath(engine),
    headless: shell ? 'shell' : true,
    pipe: true,
    networkEnabled: false,
    args: launchArgs,
    defaultViewport: { width: renderLimits.viewportWidthPx, height: renderLimits.viewportHeightPx },
  })
  const hub = await createTargetHub(browser)
  return { browser, hub, close: async () => browser.close() }
}

export interface RecorderLabOptions {
  bounds?: Partial<CaptureBounds>
  bodies?: RecorderOptions['bodies']
  proxyPort?: number
  onTarget?: TargetHook
  /** Condition to wait for after the page has loaded. */
  until?: (page: Page, recorder: Recorder) => Promise<unknown>
}

/** Loads a page in its own context and records it. */
export async function capture(lab: RecorderLab, url: string, wish: RecorderLabOptions = {}): Promise<Recording> {
  const context = await lab.browser.createBrowserContext()
  try {
    const recorder = createRecorder({
      hub: lab.hub,
      browserContextId: context.id ?? '',
      bounds: {
        responseBodyMaxBytes: captureLimits.responseBodyMaxBytes,
        requestBodyMaxBytes: captureLimits.requestBodyMaxBytes,
        bodiesMaxBytes: captureLimits.bodiesMaxBytes,
        callsMax: captureLimits.callsMax,
        framesPerCallMax: captureLimits.framesPerCallMax,
        ...wish.bounds,
      },
      bodies: wish.bodies ?? 'calls',
      proxyPort: wish.proxyPort ?? null,
      flushMs: patienceMs,
      onTarget: wish.onTarget ?? (() => {}),
    })
    const page = await context.newPage()
    recorder.begin()
    // A document that is aborted or gets no answer is not an error of the lab.
    await page.goto(url, { timeout: patienceMs }).catch(() => null)
    await wish.until?.(page, recorder)
    return await recorder.finish()
  } finally {
    // A browser that was killed cannot close its context.
    await context.close().catch(() => {})
  }
}

/** Resolves when a condition on the traffic holds. @throws when it never does. */
export async function until(recorder: Recorder, holds: () => boolean): Promise<void> {
  if (holds()) return
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the traffic never came')), patienceMs)
    const off = recorder.traffic.onChange(() => {
      if (!holds()) return
      clearTimeout(timer)
      off()
      resolve()
    })
  })
}

/** Waits until the page has set `window.done`; polls on a timer, since a page behind its popup renders no frames. */
export async function pageIsDone(page: Page): Promise<void> {
  await page.waitForFunction('window.done === true', { timeout: patienceMs, polling: 50 })
}

/** Waits until no request is open: a page may be marked done before its document is. */
export const nothingIsOpen = (recorder: Recorder): Promise<void> =>
  until(recorder, () => [...recorder.traffic.open()].length === 0)

/** For pages that leave no request open. */
export async function allIsDone(page: Page, recorder: Recorder): Promise<void> {
  await pageIsDone(page)
  await nothingIsOpen(recorder)
}

/** Returns the only request whose first URL ends with `ending`. @throws if none exists. */
export function requestTo(recording: Recording, ending: string): RecordedRequest {
  const found = recording.requests.find((request) => request.hops[0]?.url.endsWith(ending))
  if (found === undefined) throw new Error(`no request to ${ending}: ${urlsOf(recording).join(' ')}`)
  return found
}

export const urlsOf = (recording: Recording): string[] => recording.requests.map((r) => r.hops[0]?.url ?? '')

/** @throws when the body was not kept. */
export function textOf(request: RecordedRequest): string {
  if (request.responseBody.kind === 'omitted') throw new Error(`no body: ${request.responseBody.reason}`)
  return request.responseBody.text
}
