/// <reference lib="dom" />
/** Consent banners, answered with "reject" where they let one. */
import type { CompactCMPRuleset } from '@duckduckgo/autoconsent'
import type { Frame, Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'
import { consentScript } from './consent-script.ts'
import { isTeardown } from './evaluate.ts'
import { isWebUrl } from './navigate.ts'

const { consentFramesMax, consentRetries } = renderLimits

/** Runs in a frame: whether anything in its markup is about consent. A banner never is without. */
function speaksOfConsent(): boolean {
  const words = /cookie|consent|gdpr|ccpa|privacy|onetrust|didomi|trustarc|usercentrics|quantcast|sourcepoint|\bcmp\b/i
  if (words.test(document.documentElement?.outerHTML ?? '')) return true
  return [...document.querySelectorAll('*')].some(({ shadowRoot }) => words.test(shadowRoot?.innerHTML ?? ''))
}

/** Message of the consent library, as far as it is used. */
interface ConsentMessage {
  type: string
  cmp?: string
  result?: boolean
}

type LibraryModule = (module: { exports: { default?: ConsentClass } }, exports: object) => void

interface Consent {
  readonly state: { lifecycle: string }
  start(): void
  _start(): Promise<boolean>
  waitForPopup(cmp: unknown, retryCount?: number, intervalMs?: number): Promise<boolean>
}

type ConsentClass = new (
  send: (message: ConsentMessage) => Promise<void>,
  config: Record<string, unknown>,
  rules: { autoconsent: []; compact: CompactCMPRuleset },
) => Consent

/**
 * Runs in a frame: lets the library look for a banner and reject it.
 * @param library the library, as the body of a CommonJS module.
 * @returns name of the rule set that dismissed one; null when there was none or it did not work.
 */
async function reject(library: LibraryModule, rules: CompactCMPRuleset, retryCount: number): Promise<string | null> {
  const module: { exports: { default?: ConsentClass } } = { exports: {} }
  library(module, module.exports)
  const AutoConsent = module.exports.default
  if (AutoConsent === undefined) return null
  return await new Promise((settle) => {
    class Once extends AutoConsent {
      override start(): void {
        const ended = (): void => {
          // A rejection that is under way ends with a message.
          if (this.state.lifecycle !== 'runningOptOut') settle(null)
        }
        // The constructor that calls this has still some way to go.
        setTimeout(() => void this._start().then(ended, ended))
      }
      override waitForPopup(cmp: unknown): Promise<boolean> {
        return super.waitForPopup(cmp, 4, 200)
      }
    }
    const config = {
      enabled: true,
      autoAction: 'optOut',
      enablePrehide: false,
      enableCosmeticRules: true,
      enableGeneratedRules: true,
      heuristicMode: 'reject',
      detectRetries: retryCount,
      isMainWorld: true,
    }
    const send = async (message: ConsentMessage): Promise<void> => {
      if (message.type === 'optOutResult') settle(message.result === true ? (message.cmp ?? 'unknown') : null)
    }
    void new Once(send, config, { autoconsent: [], compact: rules })
  })
}

async function dismissIn(frame: Frame, isMain: boolean): Promise<string | null> {
  if (!(await frame.evaluate(speaksOfConsent))) return null
  const { library, rules } = await consentScript(frame.url(), isMain)
  // As one text: code that is put together in the page would have to pass the page's policy for scripts.
  const script = `(${reject.toString()})((module, exports) => {${library}\n}, ${JSON.stringify(rules)}, ${consentRetries})`
  return (await frame.evaluate(script)) as string | null
}

/** The first of the frames that had a banner dismissed; null when none had. */
async function dismissAnywhere(page: Page): Promise<{ cmp: string } | null> {
  const main = page.mainFrame()
  const others = page.frames().filter((frame) => frame !== main && isWebUrl(frame.url()))
  const tries = [main, ...others].slice(0, consentFramesMax).map(async (frame) => {
    const cmp = await dismissIn(frame, frame === main)
    if (cmp === null) throw new Error('no banner')
    return { cmp }
  })
  return await Promise.any(tries).catch(() => null)
}

/**
 * Looks for a consent banner and rejects it, for at most `consentMs`. A page that says nothing of
 * consent costs one look at its markup.
 * @returns the rule set that dismissed it; null when there was no banner or it stayed.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function dismissConsent(page: Page, clock: AttemptClock): Promise<{ cmp: string } | null> {
  try {
    return await clock.step(dismissAnywhere(page), renderLimits.consentMs)
  } catch (error) {
    if (error instanceof StepTimeoutError || isTeardown(error)) return null
    throw error
  }
}
