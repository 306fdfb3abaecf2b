/** Converts the page options of callers to the options of a browser. */
import type { Static } from 'typebox'
import { actionLimits } from '../../config/browser-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { blockedByDefault, type BlockableResource, type BrowserPageOptions } from '../../tasks/browser-page.ts'
import type { BrowserAction } from '../../selectors/browser-action.ts'
import type { scrapeOptionsSchema } from '../schemas/scrape-schema.ts'

type ScrapeOptions = Static<typeof scrapeOptionsSchema>
type GivenAction = NonNullable<ScrapeOptions['actions']>[number]
type GivenOverride = NonNullable<ScrapeOptions['override_parameter']>

/** The page options that affect a browser. */
export type GivenBrowserOptions = Pick<
  ScrapeOptions,
  'actions' | 'geolocation' | 'override_parameter' | 'proxy_strategy' | 'timeout' | 'wait_ms' | 'wait_selector'
>

/** Returns the duration of an action; that of a `wait` may also be given as `value`. */
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
 * Converts the actions of a page.
 * @param given valid actions under canonical names.
 */
export const browserActions = (given: readonly GivenAction[]): BrowserAction[] => given.map(browserAction)

function blockedResources(given: GivenOverride['disable_resources']): BlockableResource[] {
  if (given === undefined || given === false) return []
  return given === true ? [...blockedByDefault] : [...new Set(given)]
}

/**
 * Returns how a browser must load a page, with defaults filled in.
 * @param given valid page options under canonical names; a proxy named in `override_parameter` takes precedence over
 * the strategy.
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
