/// <reference lib="dom" />
/**
 * Corrects what the protocol cannot set when the caller names a user agent: shared and service workers keep the
 * browser's own `navigator.userAgent`, a page loses its platform when it changes its process, and the
 * `navigator.userAgentData` of Chromium must be removed for a user agent of another browser.
 */
import type { Protocol } from 'puppeteer'
import type { AttachedTarget } from '../recorder/contract.ts'

interface NavigatorFacts {
  userAgent: string
  /** Null = unchanged. */
  platform: string | null
  sendsHints: boolean
}

/** Runs in pages and workers before their scripts. */
function correctNavigator({ userAgent, platform, sendsHints }: NavigatorFacts): void {
  const prototype = Object.getPrototypeOf(navigator) as object
  const show = (name: string, value: string): void => {
    Object.defineProperty(prototype, name, { get: () => value, enumerable: true, configurable: true })
  }
  show('userAgent', userAgent)
  show('appVersion', userAgent.replace(/^Mozilla\//, ''))
  if (platform !== null) show('platform', platform)
  if (!sendsHints) Reflect.deleteProperty(prototype, 'userAgentData')
}

/**
 * Makes `navigator` of a target match the headers it sends. Call it before the target runs; it sends commands
 * without awaiting them.
 */
export function showUserAgent(
  { session, type }: AttachedTarget,
  { userAgent, platform, userAgentMetadata }: Protocol.Network.SetUserAgentOverrideRequest,
): void {
  const facts: NavigatorFacts = {
    userAgent,
    platform: platform ?? null,
    sendsHints: userAgentMetadata !== undefined,
  }
  const source = `(${correctNavigator.toString()})(${JSON.stringify(facts)})`
  const sent =
    type === 'worker' || type === 'shared_worker' || type === 'service_worker'
      ? session.send('Runtime.evaluate', { expression: source })
      : session.send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true })
  sent.catch(() => {})
}
