/// <reference lib="dom" />
/** Rejects consent banners, where they allow it. */
import type { CompactCMPRuleset } from '@duckduckgo/autoconsent'
import type { Frame, Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { isOutOfTime, type AttemptClock } from '../time/attempt-clock.ts'
import { consentScript } from './consent-script.ts'
import { whileItAnswers } from './evaluate.ts'
import { isWebUrl } from './navigate.ts'

const { consentFramesMax, consentRetries } = renderLimits

/** Runs in a frame: whether its markup contains a word about consent. Every banner contains one. */
function speaksOfConsent(): boolean {
  const words = /cookie|consent|gdpr|ccpa|privacy|onetrust|didomi|trustarc|usercentrics|quantcast|sourcepoint|\bcmp\b/i
  if (words.test(document.documentElement?.outerHTML ?? '')) return true
  return [...document.querySelectorAll('*')].some(({ shadowRoot }) => words.test(shadowRoot?.innerHTML ?? ''))
}

/** A message of the consent library, with the members used here. */
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
 * Runs in a frame: lets the library find a banner and reject it.
 * @param library the library, as the body of a CommonJS module.
 * @returns name of the rule set that rejected one; null when there was no banner or rejecting failed.
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
        // The constructor calls this before it has finished, so the start is deferred.
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
  // Sent as one text: code assembled in the page would be subject to the page's script policy.
  const script = `(${reject.toString()})((module, exports) => {${library}\n}, ${JSON.stringify(rules)}, ${consentRetries})`
  return (await frame.evaluate(script)) as string | null
}

/** Returns the first rule set that rejected a banner in one of the frames; null when none did. */
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
 * Looks for a consent banner and rejects it, for at most `consentMs`. A page without words about consent costs only
 * one look at its markup.
 * @returns the rule set that rejected it; null when there was no banner, when it stayed, or when the time of the attempt
 *   ran out, which is no failure of a page that has been loaded.
 * @throws AttemptEndedError when the attempt ends for another reason.
 */
export async function dismissConsent(page: Page, clock: AttemptClock): Promise<{ cmp: string } | null> {
  try {
    return await whileItAnswers(clock.step(dismissAnywhere(page), renderLimits.consentMs))
  } catch (error) {
    if (isOutOfTime(error)) return null
    throw error
  }
}
