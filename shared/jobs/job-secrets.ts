/**
 * Separates the parts of a job's input that may be secrets of its caller: headers, the request body, texts that actions
 * type, the receivers of notifications. They are removed before the input is stored and restored when it is read.
 */
import type { BrowserAction } from '../selectors/browser-action.ts'
import type { JobInput, PageBody } from '../tasks/job-input.ts'
import type { JobNotify } from '../tasks/receivers.ts'

/** The parts that are sealed. */
export interface JobSecrets {
  headers: Record<string, string>
  body: PageBody | null
  /** The value of each action, in order. */
  values: (string | null)[]
  /** Absent when there are no receivers. */
  notify?: JobNotify
}

const withValues = (actions: readonly BrowserAction[], values: readonly (string | null)[]): BrowserAction[] =>
  actions.map((action, index) => ({ ...action, value: values[index] ?? null }))

/** Returns the input without its secrets, and the secrets; null if none exist. */
export function takeSecrets<Input extends JobInput>(input: Input): { input: Input; secrets: JobSecrets | null } {
  const { notify, ...others } = input
  const { browser, body } = input.page
  const values = browser.actions.map(({ value }) => value)
  const isPlain =
    notify === undefined &&
    body === null &&
    Object.keys(browser.headers).length === 0 &&
    values.every((value) => value === null)
  if (isPlain) return { input, secrets: null }
  const bare = { ...browser, headers: {}, actions: withValues(browser.actions, []) }
  return {
    input: { ...(others as Input), page: { ...input.page, body: null, browser: bare } },
    secrets: { headers: browser.headers, body, values, ...(notify === undefined ? {} : { notify }) },
  }
}

/** Returns the input with its secrets restored. */
export function putBackSecrets<Input extends JobInput>(input: Input, secrets: JobSecrets): Input {
  const { headers, body, values, notify } = secrets
  const { browser } = input.page
  const whole = { ...browser, headers, actions: withValues(browser.actions, values) }
  return { ...input, ...(notify === undefined ? {} : { notify }), page: { ...input.page, body, browser: whole } }
}
