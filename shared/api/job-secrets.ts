/**
 * What of a job's input may be a secret of its caller: headers, the request body, texts that actions
 * type. They are taken out before the input is stored, and put back when it is read.
 */
import type { BrowserAction } from './browser-page.ts'
import type { JobInput, PageBody } from './job-input.ts'

/** The parts that are sealed. */
export interface JobSecrets {
  headers: Record<string, string>
  body: PageBody | null
  /** The value of each action, in order. */
  values: (string | null)[]
}

const withValues = (actions: readonly BrowserAction[], values: readonly (string | null)[]): BrowserAction[] =>
  actions.map((action, index) => ({ ...action, value: values[index] ?? null }))

/** The input without its secrets, and the secrets; null when there are none. */
export function takeSecrets<Input extends JobInput>(input: Input): { input: Input; secrets: JobSecrets | null } {
  const { browser, body } = input.page
  const values = browser.actions.map(({ value }) => value)
  const isPlain = body === null && Object.keys(browser.headers).length === 0 && values.every((value) => value === null)
  if (isPlain) return { input, secrets: null }
  const bare = { ...browser, headers: {}, actions: withValues(browser.actions, []) }
  return {
    input: { ...input, page: { ...input.page, body: null, browser: bare } },
    secrets: { headers: browser.headers, body, values },
  }
}

/** The input as it was before its secrets were taken. */
export function putBackSecrets<Input extends JobInput>(input: Input, { headers, body, values }: JobSecrets): Input {
  const { browser } = input.page
  const whole = { ...browser, headers, actions: withValues(browser.actions, values) }
  return { ...input, page: { ...input.page, body, browser: whole } }
}
