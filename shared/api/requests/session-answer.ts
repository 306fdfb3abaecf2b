/** Converts sessions to answers. Values that may be secret are masked; names are kept. */
import { isReference } from '../../sessions/secret-references.ts'
import type { PlaybookRun, SessionView } from '../../sessions/shapes.ts'
import { emptyPlaybook, type PageCondition, type StoredPlaybook } from '../../sessions/state.ts'
import type { StateCookie } from '../../egress/connections/state-cookie.ts'
import type { BrowserAction } from '../../selectors/browser-action.ts'
import type { GivenCondition, GivenCookie, PlaybookAnswer, SessionAnswer, SessionDetail } from './session-schema.ts'
import { maskedValue } from '../../values/masked-value.ts'

const masked = (text: string): string => (isReference(text) ? text : maskedValue)

const maskedMembers = (members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, masked(value)]))

/** Actions whose value is typed into the page. */
const typing = new Set(['type', 'fill'])

type ActionAnswer = PlaybookAnswer['actions'][number]

function actionAnswer(action: BrowserAction): ActionAnswer {
  const { value, selector, durationMs, frameSelector } = action
  return {
    action: action.action,
    ...(selector === null ? {} : { selector, selector_type: action.selectorType }),
    ...(value === null ? {} : { value: typing.has(action.action) ? masked(value) : value }),
    ...(durationMs === null ? {} : { duration_ms: durationMs }),
    ...(frameSelector === null ? {} : { frame_selector: frameSelector }),
    if_present: action.ifPresent,
    timeout_ms: action.timeoutMs,
  }
}

const cookieAnswer = (cookie: StateCookie): GivenCookie => ({
  name: cookie.name,
  value: masked(cookie.value),
  domain: cookie.domain,
  path: cookie.path,
  ...(cookie.expiresMs === null ? {} : { expires: Math.floor(cookie.expiresMs / 1_000) }),
  secure: cookie.secure,
  http_only: cookie.httpOnly,
  ...(cookie.sameSite === null ? {} : { same_site: cookie.sameSite }),
})

function conditionAnswer(condition: PageCondition | null): GivenCondition | null {
  if (condition === null) return null
  const { urlPattern, selector, selectorAbsent, text, cookie, status } = condition
  return {
    ...(urlPattern === null ? {} : { url_pattern: urlPattern }),
    ...(selector === null ? {} : { selector }),
    ...(selectorAbsent === null ? {} : { selector_absent: selectorAbsent }),
    ...(text === null ? {} : { text }),
    ...(cookie === null ? {} : { cookie }),
    ...(status === null ? {} : { status }),
  }
}

const runAnswer = (run: PlaybookRun | null): SessionAnswer['last_run'] =>
  run === null
    ? null
    : {
        started_at: run.startedAt,
        finished_at: run.finishedAt,
        outcome: run.outcome,
        trigger: run.trigger,
        error: run.error,
      }

/** Returns a session without its playbook. */
export const sessionAnswer = (view: SessionView): SessionAnswer => ({
  session_id: view.id,
  domain: view.domain,
  implicit: view.implicit,
  status: view.status,
  ttl_seconds: view.ttlSecs,
  max_uses: view.maxUses,
  tag: view.tag,
  playbook_version: view.playbookVersion,
  created_at: view.createdAt,
  updated_at: view.updatedAt,
  last_used_at: view.lastUsedAt,
  expires_at: view.expiresAt,
  use_count: view.useCount,
  last_run: runAnswer(view.lastRun),
})

/**
 * Returns a session with its playbook.
 * @param playbook the stored playbook; null if none exists.
 */
export function sessionDetail(view: SessionView, playbook: StoredPlaybook | null): SessionDetail {
  const known = playbook ?? emptyPlaybook()
  const storage = Object.entries(known.localStorage).map(([origin, items]) => [origin, maskedMembers(items)])
  return {
    ...sessionAnswer(view),
    playbook: {
      start_url: known.startUrl,
      js_render: known.jsRender,
      actions: known.actions.map(actionAnswer),
      cookies: known.cookies.map(cookieAnswer),
      headers: maskedMembers(known.headers),
      local_storage: Object.fromEntries(storage) as Record<string, Record<string, string>>,
      geolocation: known.geolocation,
      proxy_strategy: known.proxy,
      user_agent: known.userAgent,
      secrets: Object.fromEntries(Object.keys(known.secrets).map((name) => [name, maskedValue])),
      success: conditionAnswer(known.success),
      logged_out: conditionAnswer(known.loggedOut),
      refresh: { on_logged_out: view.refresh.onLogout, interval_seconds: view.refresh.everySecs },
    },
  }
}
