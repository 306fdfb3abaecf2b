/// <reference lib="dom" />
/**
 * What the browser cannot be told by its protocol when the caller names a user agent: shared and service
 * workers keep the browser's own `navigator.userAgent`, the platform of a page is lost when it changes
 * its process, and a browser that is no Chromium has no `navigator.userAgentData`.
 */
import type { Protocol } from 'puppeteer'
import type { AttachedTarget } from '../recorder/contract.ts'

interface NavigatorFacts {
  userAgent: string
  /** Null = as it is. */
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
 * Lets `navigator` of a target agree with the headers it sends; to be called before it runs, nothing is
 * awaited.
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
