/** Derives from the options of a caller whether HTTP or a browser loads a page, and how. */
import { browserPageOptions, type GivenBrowserOptions } from '../rules/browser-options.ts'
import type { BrowserPageOptions } from '../../tasks/browser-page.ts'
import type { PageMethod, RenderMode } from '../../tasks/job-input.ts'
import { screenshotFormats } from '../../tasks/formats.ts'
import type { WantedFormats } from '../rules/output-formats.ts'

/** Page options that determine whether a browser is needed. */
export interface RenderOptions {
  js_render?: boolean
  actions?: readonly unknown[]
}

/** Returns true when a browser was requested, or when only a browser can deliver what was requested. */
export const needsBrowser = (options: RenderOptions, wanted: WantedFormats): boolean =>
  options.js_render === true ||
  (options.actions ?? []).length > 0 ||
  screenshotFormats.some((format) => wanted.has(format))

/** Returns the lane that loads the pages. A browser only supports GET. */
export function renderMode(options: RenderOptions, wanted: WantedFormats, method: PageMethod): RenderMode {
  if (needsBrowser(options, wanted)) return 'always'
  return options.js_render === false || method !== 'GET' ? 'never' : 'auto'
}

/**
 * Returns the lane that loads the pages, and the options of the browser.
 * @param options valid page options under canonical names.
 */
export const loadingOptions = (
  options: GivenBrowserOptions & RenderOptions,
  wanted: WantedFormats,
  method: PageMethod,
): { render: RenderMode; browser: BrowserPageOptions } => ({
  render: renderMode(options, wanted, method),
  browser: browserPageOptions(options),
})
