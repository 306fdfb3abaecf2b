/** The times of the tries of a webhook event: the setting SEINE_WEBHOOK_SCHEDULE. */
import { ConfigError } from '@seine/shared/config/config.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'

/** Pauses before the tries of one kind of event, milliseconds; one pause per try. */
export type Pauses = readonly number[]

/**
 * Pauses by kind of event. The first pause of each list only counts as a try: an event is sent as soon as its turn
 * comes.
 */
export interface WebhookSchedule {
  /** For `completed` and `failed`. */
  terminal: Pauses
  /** For `started` and `page`. */
  page: Pauses
  /** For the page event after one that was given up: shows whether the receiver is away. */
  probe: Pauses
  /** How long an event may wait for a receiver that is away: the sum of its own pauses, milliseconds. */
  patienceMs: number
}

/** Shortens pauses so that the last try begins within the window, counted from the first try. */
function withinWindow([first = 0, ...others]: Pauses, windowMs: number): Pauses {
  let leftMs = windowMs
  const brought = others.map((pause) => {
    const kept = Math.min(pause, leftMs)
    leftMs -= kept
    return kept
  })
  return [first, ...brought]
}

/** Returns the schedule for these pauses. @param secs pauses in seconds, at least one. */
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
 * @throws ConfigError that names setting, rule and value.
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
