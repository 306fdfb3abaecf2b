/** Derives from the options of a caller whether HTTP or a browser loads a page, and how. */
import { browserPageOptions, type GivenBrowserOptions } from '../rules/browser-options.ts'
import type { BrowserPageOptions } from '../../tasks/browser-page.ts'
import type { PageMethod, PageOptions, RenderMode } from '../../tasks/job-input.ts'
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

/**
 * Returns warnings about options that only a browser follows, when no browser may load the page.
 * @param hasBrowser whether one loads the page when `render` is `auto` and the page needs it.
 */
export function ignoredWarnings(
  { render, browser }: Pick<PageOptions, 'render' | 'browser'>,
  hasBrowser: boolean,
): string[] {
  if (render === 'always' || (render === 'auto' && hasBrowser)) return []
  const browserOnly = {
    wait_selector: browser.waitSelector !== null,
    wait_ms: browser.waitMs > 0,
    network_idle: browser.networkIdle,
    load_dom: !browser.loadDom,
    disable_resources: browser.disableResources.length > 0,
  }
  const ignored = Object.entries(browserOnly).flatMap(([name, isSet]) => (isSet ? [name] : []))
  return ignored.length === 0 ? [] : [`no_browser: ${ignored.join(', ')} ignored`]
}
