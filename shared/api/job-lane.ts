/** Which lane the pages of a job take: HTTP, or a browser because the request cannot be met without one. */
import { browserPageOptions, type GivenBrowserOptions } from './browser-options.ts'
import type { BrowserPageOptions } from './browser-page.ts'
import { screenshotFormats } from './job-input.ts'
import type { WantedFormats } from './output-formats.ts'

/** Page options that say whether a browser is needed. */
export interface LaneOptions {
  js_render?: boolean
  actions?: readonly unknown[]
}

/** True when a browser was asked for, or what was asked for is only to be had from one. */
export const needsBrowser = (options: LaneOptions, wanted: WantedFormats): boolean =>
  options.js_render === true ||
  (options.actions ?? []).length > 0 ||
  screenshotFormats.some((format) => wanted.has(format))

/**
 * How a browser is to load the pages of a job; undefined when they are fetched over HTTP.
 * @param options valid page options under canonical names.
 */
export const jobBrowser = (
  options: GivenBrowserOptions & LaneOptions,
  wanted: WantedFormats,
): BrowserPageOptions | undefined => (needsBrowser(options, wanted) ? browserPageOptions(options) : undefined)
