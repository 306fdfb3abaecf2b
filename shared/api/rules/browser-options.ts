/** Page options as callers give them, translated into what a browser is asked to do. */
import type { Static } from 'typebox'
import { actionLimits } from '../../config/browser-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { blockedByDefault, type BlockableResource, type BrowserPageOptions } from '../../tasks/browser-page.ts'
import type { BrowserAction } from '../../selectors/browser-action.ts'
import type { scrapeOptionsSchema } from '../schemas/scrape-schema.ts'

type ScrapeOptions = Static<typeof scrapeOptionsSchema>
type GivenAction = NonNullable<ScrapeOptions['actions']>[number]
type GivenOverride = NonNullable<ScrapeOptions['override_parameter']>

/** Those of the page options that say something to a browser. */
export type GivenBrowserOptions = Pick<
  ScrapeOptions,
  'actions' | 'geolocation' | 'override_parameter' | 'proxy_strategy' | 'timeout' | 'wait_ms' | 'wait_selector'
>

/** The time of a `wait` may stand in `value`. */
function durationOf({ action, duration_ms: durationMs, value }: GivenAction): number | null {
  if (durationMs !== undefined) return durationMs
  return action === 'wait' && value !== undefined ? Number(value) : null
}

const browserAction = (given: GivenAction): BrowserAction => ({
  action: given.action,
  selector: given.selector ?? null,
  selectorType: given.selector_type ?? 'css',
  value: given.value === undefined ? null : String(given.value),
  durationMs: durationOf(given),
  frameSelector: given.frame_selector ?? null,
  ifPresent: given.if_present ?? false,
  timeoutMs: given.timeout_ms ?? actionLimits.timeoutMsDefault,
})

/**
 * The steps of a page.
 * @param given valid actions under canonical names.
 */
export const browserActions = (given: readonly GivenAction[]): BrowserAction[] => given.map(browserAction)

function blockedResources(given: GivenOverride['disable_resources']): BlockableResource[] {
  if (given === undefined || given === false) return []
  return given === true ? [...blockedByDefault] : [...new Set(given)]
}

/**
 * How a browser is to load a page, every default filled in.
 * @param given valid page options under canonical names; a proxy named in `override_parameter` goes
 *   before the strategy.
 */
export function browserPageOptions(given: GivenBrowserOptions): BrowserPageOptions {
  const override = given.override_parameter ?? {}
  return {
    timeoutMs: given.timeout ?? jobLimits.pageTimeoutMsDefault,
    actions: browserActions(given.actions ?? []),
    waitSelector: given.wait_selector ?? null,
    waitMs: given.wait_ms ?? 0,
    networkIdle: override.network_idle ?? false,
    loadDom: override.load_dom ?? true,
    disableResources: blockedResources(override.disable_resources),
    headers: { ...override.headers },
    geolocation: given.geolocation?.toUpperCase() ?? null,
    proxy: override.proxy ?? given.proxy_strategy ?? 'auto',
  }
}
