/** Who loads a page, HTTP or a browser, and how: from the options a caller gave. */
import { browserPageOptions, type GivenBrowserOptions } from '../rules/browser-options.ts'
import type { BrowserPageOptions } from '../../tasks/browser-page.ts'
import { screenshotFormats, type PageMethod, type RenderMode } from '../../tasks/job-input.ts'
import type { WantedFormats } from '../rules/output-formats.ts'

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

/** Who loads the pages. A browser goes to a page with GET alone. */
export function renderMode(options: LaneOptions, wanted: WantedFormats, method: PageMethod): RenderMode {
  if (needsBrowser(options, wanted)) return 'always'
  return options.js_render === false || method !== 'GET' ? 'never' : 'auto'
}

/**
 * Who loads the pages, and how.
 * @param options valid page options under canonical names.
 */
export const pageLoading = (
  options: GivenBrowserOptions & LaneOptions,
  wanted: WantedFormats,
  method: PageMethod,
): { render: RenderMode; browser: BrowserPageOptions } => ({
  render: renderMode(options, wanted, method),
  browser: browserPageOptions(options),
})
