/**
 * The `runPlaybook` activity: loads the start page of a playbook, runs its actions, and writes the resulting state
 * under the fence of the run. A login that does not succeed is an ordinary result.
 */
import type { ActionResult } from '@seine/shared/api/schemas/attempt-schema.ts'
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import { callSessionLimits } from '@seine/shared/config/session-limits.ts'
import type { SessionStore } from '@seine/shared/sessions/session-store.ts'
import type { RemoveSessionInput, RunPlaybookInput, RunPlaybookResult } from '@seine/shared/sessions/shapes.ts'
import type { SessionState, StoredPlaybook } from '@seine/shared/sessions/state.ts'
import { BrowserUnavailableError, type PagePorts, type PageRequest, type PageScrape } from '@seine/shared/pages/page.ts'
import { scrapePage } from '../page/scrape-page.ts'
import { wholePage } from '../page/whole-page.ts'
import { redactInThreads, textThreads } from '../redaction/redact-in-threads.ts'
import { redactionOf } from '../redaction/redaction.ts'
import { SessionUseError } from './contract.ts'
import { holds, probesOf, seenIn } from './page-conditions.ts'
import { filledActions, pageSessionOf, withRegistered } from './stored-session.ts'

export interface PlaybookDeps {
  sessionStore: SessionStore
  /** Load the pages of playbooks; their browser is one behind a call. */
  playbookPages: PagePorts
}

/** The limits of one run. */
export interface PlaybookBounds {
  /** Milliseconds of `monotonicNow`. */
  deadlineMs: number
  signal: AbortSignal
}

/**
 * Runs a playbook.
 * @returns the key of the state that was written, or why the playbook did not succeed, without secrets.
 * @throws the abort reason of the signal; StoreUnavailableError; SealError; BrowserUnavailableError when all
 *   browsers are busy at the moment, so that a retry makes sense.
 */
export async function runPlaybook(
  { sessionStore, playbookPages }: PlaybookDeps,
  input: RunPlaybookInput,
  bounds: PlaybookBounds,
): Promise<RunPlaybookResult> {
  const [playbook, { state, replaces }] = await Promise.all([
    sessionStore.readPlaybook(input, input.version),
    sessionStore.readState(input.stateKey),
  ])
  await dropReplaced(sessionStore, input, replaces).catch(() => undefined)
  if (playbook === null) return missing
  const { startUrl } = playbook
  if (startUrl === null) return { ok: false, error: 'the playbook has no start_url' }
  const session = pageSessionOf(input.domain, playbook, withRegistered(state, playbook))
  const request = { ...startRequest(input.tenant, startUrl, playbook, bounds), session }
  const failed = async (error: string): Promise<RunPlaybookResult> => {
    const redaction = redactionOf(session.secrets)
    const redacted = await redactInThreads(
      error,
      { kind: 'text' },
      redaction,
      textThreads(playbookPages.extractor, input.tenant),
    )
    return { ok: false, error: redacted.slice(0, errorMaxCharacters) }
  }
  let scrape: PageScrape
  try {
    scrape = await scrapePage(request, playbookPages)
  } catch (error) {
    if (!(error instanceof BrowserUnavailableError) || error.code === 'concurrency_limit_reached') throw error
    return await failed(`${error.code}: ${error.message}`)
  }
  const problem = faultIn(scrape) ?? unmet(scrape, startUrl, playbook, session.state.cookies)
  if (problem !== null) return await failed(problem)
  bounds.signal.throwIfAborted()
  const left = { ...session.state, access: laterAccess(session.state, playbook) }
  const stateKey = await sessionStore.writeRunState(input, input.fence, left, input.stateKey)
  // When the session was deleted during the run, its objects may have been listed before this one was written.
  const later = await sessionStore.readPlaybook(input, input.version).catch(() => playbook)
  if (later !== null) return { ok: true, stateKey }
  await sessionStore.dropStates([stateKey])
  return missing
}

const missing: RunPlaybookResult = { ok: false, error: 'the playbook is missing' }

/**
 * Deletes states that have been replaced for good: the one before the state that the run begins with, and all earlier
 * ones of a session without a state, whose playbook is new. The state that the run begins with stays current if it
 * fails.
 */
async function dropReplaced(store: SessionStore, input: RunPlaybookInput, replaces: string | null): Promise<void> {
  if (input.stateKey === null) await store.dropStatesBefore(input, input.fence)
  else if (replaces !== null) await store.dropStates([replaces])
}

/**
 * The `removeSession` activity: deletes everything a session owns. Calling it again continues an unfinished
 * deletion.
 */
export async function removeSession(
  { sessionStore }: Pick<PlaybookDeps, 'sessionStore'>,
  input: RemoveSessionInput,
): Promise<void> {
  await sessionStore.removeAll(input)
}

const errorMaxCharacters = 500

/** A login needs a browser for its actions; later pages start with HTTP unless the playbook asks for a browser. */
function laterAccess({ access }: SessionState, { jsRender }: StoredPlaybook): SessionState['access'] {
  return access === null || jsRender === true ? access : { ...access, lane: 'http' }
}

function startRequest(
  tenant: string,
  url: string,
  playbook: StoredPlaybook,
  { deadlineMs, signal }: PlaybookBounds,
): PageRequest {
  const { jsRender, geolocation, proxy, success } = playbook
  const actions = filledActions(playbook)
  const needsBrowser = actions.length > 0 || Object.keys(playbook.localStorage).length > 0
  const plain = browserPageOptions({ timeout: callSessionLimits.runAttemptMs })
  return {
    ...wholePage,
    url,
    tenant,
    hostUser: { tenant, work: 'login' },
    method: 'GET',
    body: null,
    browser: { ...plain, actions, geolocation, proxy },
    render: jsRender === true || (jsRender === null && needsBrowser) ? 'always' : 'never',
    formats: [],
    probes: probesOf(success),
    deadlineMs,
    signal,
  }
}

/** Returns why the page did not load, or which action failed. */
function faultIn({ fault, actions }: PageScrape): string | null {
  const failing = actions.find(({ status }) => status === 'failed')
  if (failing !== undefined) return actionProblem(failing)
  return fault === null ? null : `the page did not load: ${fault.code}: ${fault.message}`
}

const actionProblem = ({ index, action, error }: ActionResult): string =>
  `action ${index} (${action}) failed: ${error === undefined ? 'no reason was given' : `${error.code}: ${error.message}`}`

/** Returns which condition of the playbook the page does not meet. */
function unmet(
  scrape: PageScrape,
  url: string,
  { success }: StoredPlaybook,
  cookies: Parameters<typeof seenIn>[2],
): string | null {
  const seen = seenIn(scrape, url, cookies)
  if (success === null) {
    return seen.status !== null && seen.status < 400 ? null : `the site answered ${seen.status ?? 'nothing'}`
  }
  try {
    if (holds(success, seen, Date.now())) return null
  } catch (error) {
    if (error instanceof SessionUseError) return `${error.code}: ${error.message}`
    throw error
  }
  return `\`success\` does not hold on ${new URL(seen.finalUrl).pathname} (status ${seen.status ?? 'none'})`
}
