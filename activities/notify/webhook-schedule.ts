/** When the tries of a webhook event are made: the setting SEINE_WEBHOOK_SCHEDULE. */
import { ConfigError } from '@seine/shared/config/config.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'

/** Pauses before the tries of one kind of event, milliseconds; as many as there are tries. */
export type Pauses = readonly number[]

/**
 * Pauses by kind of event. The first of each is there to be counted: an event goes out as soon as it is
 * its turn.
 */
export interface WebhookSchedule {
  /** Of `completed` and `failed`. */
  terminal: Pauses
  /** Of `started` and `page`. */
  page: Pauses
  /** Of the page after an event that was given up: shows whether the receiver is away. */
  probe: Pauses
  /**
   * How long an event may wait for a receiver that is away: as long as its own tries would have taken.
   * Milliseconds.
   */
  patienceMs: number
}

/** Brings tries forward so that the last one begins before the window, counted from the first try, is over. */
function withinWindow([first = 0, ...others]: Pauses, windowMs: number): Pauses {
  let leftMs = windowMs
  const brought = others.map((pause) => {
    const kept = Math.min(pause, leftMs)
    leftMs -= kept
    return kept
  })
  return [first, ...brought]
}

/** The schedule of these pauses. @param secs seconds, at least one. */
export function scheduleOf(secs: readonly number[]): WebhookSchedule {
  const terminal = secs.map((pause) => pause * 1_000)
  const page = withinWindow(terminal.slice(0, webhookLimits.pageTriesMax), webhookLimits.pageWindowSecs * 1_000)
  return {
    terminal,
    page,
    probe: page.map((pause) => Math.min(pause, webhookLimits.probeSecs * 1_000)),
    patienceMs: page.slice(1).reduce((sum, pause) => sum + pause, 0),
  }
}

const rule =
  `must be 1 to ${webhookLimits.scheduleStepsMax} whole numbers of seconds, each 0 to ` +
  `${webhookLimits.scheduleStepSecsMax}, separated by commas`

/**
 * Reads the schedule.
 * @throws ConfigError naming setting, rule and value.
 */
export function readWebhookSchedule(config: { SEINE_WEBHOOK_SCHEDULE: string }): WebhookSchedule {
  const written = config.SEINE_WEBHOOK_SCHEDULE
  const steps = written.split(',').map((step) => step.trim())
  const fits =
    steps.length <= webhookLimits.scheduleStepsMax &&
    steps.every((step) => /^\d{1,6}$/.test(step) && Number(step) <= webhookLimits.scheduleStepSecsMax)
  if (!fits) {
    const shown = JSON.stringify(written.slice(0, 200))
    throw new ConfigError(`invalid configuration\n  SEINE_WEBHOOK_SCHEDULE: ${rule}, got ${shown}`)
  }
  return scheduleOf(steps.map(Number))
}
