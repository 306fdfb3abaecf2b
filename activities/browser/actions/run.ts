/** Runs the actions of a request on a page. */
import type { Page } from 'puppeteer'
import type { BrowserAction } from '@seine/shared/selectors/browser-action.ts'
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from '../time/attempt-clock.ts'
import { parseFrameChain, parseSelector } from '@seine/shared/selectors/parse.ts'
import { InvalidSelectorError } from '@seine/shared/selectors/parse-text.ts'
import { ActionFault, type ActionOutcome, type ActionRun } from './contract.ts'
import { fill, focus, pressKey, selectOption, typeText } from './keyboard.ts'
import { NavigationWatch } from './navigation.ts'
import { click, drag, hover } from './pointer.ts'
import { retry } from './retry.ts'
import { locate, meet, needs, type Address, type Try } from './target.ts'
import { ask, sessionOf } from './world.ts'

interface Run {
  page: Page
  clock: AttemptClock
  navigation: NavigationWatch
  /** Number of navigations when the previous action began. */
  navigationsBefore: number
}

/** Result of an action whose optional element is missing: the action is skipped. */
const skipped = Symbol('skipped')

/** Actions after which a page may navigate. */
const mayNavigate = new Set(['click', 'click_and_hold', 'type', 'fill', 'press', 'select_option', 'drag_to'])

/**
 * Runs the actions in order; the first that fails ends the list.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function runActions(
  page: Page,
  actions: readonly BrowserAction[],
  clock: AttemptClock,
): Promise<ActionRun> {
  const navigation = new NavigationWatch(page, clock)
  const run: Run = { page, clock, navigation, navigationsBefore: 0 }
  const results: ActionOutcome[] = []
  try {
    for (const [index, action] of actions.entries()) {
      const count = navigation.count
      const result = await runOne(run, action, index)
      run.navigationsBefore = count
      results.push(result)
      if (result.error !== undefined) return { results, failure: { index, ...result.error } }
    }
    return { results, failure: null }
  } finally {
    navigation.close()
  }
}

async function runOne(run: Run, action: BrowserAction, index: number): Promise<ActionOutcome> {
  const startedAt = performance.now()
  const result = (status: ActionOutcome['status'], matched: number): ActionOutcome => ({
    index,
    action: action.action,
    status,
    matched,
    elapsed_ms: Math.round(performance.now() - startedAt),
  })
  try {
    const matched = await perform(run, action)
    if (matched === skipped) return result('skipped', 0)
    if (mayNavigate.has(action.action)) await run.navigation.settle()
    return result('ok', matched)
  } catch (error) {
    const fault = error instanceof InvalidSelectorError ? new ActionFault('invalid_selector', error.message) : error
    if (!(fault instanceof ActionFault)) throw error
    return { ...result('failed', fault.matched), error: { code: fault.code, message: fault.message } }
  }
}

function addressOf(action: BrowserAction, selector: string): Address {
  return {
    frames: parseFrameChain(action.frameSelector),
    query: parseSelector(action.selectorType, selector),
    text: `${action.selectorType} selector ${JSON.stringify(selector)}`,
  }
}

async function perform(run: Run, action: BrowserAction): Promise<number | typeof skipped> {
  const address = action.selector === null ? null : addressOf(action, action.selector)
  if (action.ifPresent && address !== null && !(await isPresent(run, address, action.timeoutMs))) return skipped
  return address === null ? onPage(run, action) : onElement(run, action, address)
}

/** Whether the element becomes visible within a short time. */
async function isPresent(run: Run, address: Address, timeoutMs: number): Promise<boolean> {
  const graceMs = Math.min(timeoutMs, actionLimits.ifPresentGraceMs)
  try {
    await retry(run.page, run.clock, graceMs, async (one) =>
      meet(one, await locate(one, address, 'target'), needs.shown),
    )
    return true
  } catch (error) {
    if (error instanceof ActionFault && error.passing) return false
    throw error
  }
}

function numberIn(text: string | null, fallback: number): number {
  if (text === null || text.trim() === '') return fallback
  const value = Number(text)
  if (!Number.isFinite(value)) throw new ActionFault('invalid_value', `${JSON.stringify(text)} is not a number`)
  return value
}

const valueOf = (action: BrowserAction): string => {
  if (action.value === null) throw new ActionFault('invalid_value', `${action.action} needs a value`)
  return action.value
}

async function onPage(run: Run, action: BrowserAction): Promise<number> {
  const { page, clock } = run
  switch (action.action) {
    case 'wait':
      await clock.sleep(Math.max(0, action.durationMs ?? numberIn(action.value, 0)))
      return 0
    case 'wait_for_navigation':
      await waitForNavigation(run, run.navigationsBefore, action.timeoutMs)
      return 0
    case 'reload': {
      const before = run.navigation.count
      await clock.step(sessionOf(page.mainFrame()).send('Page.reload'))
      await waitForNavigation(run, before, action.timeoutMs)
      return 0
    }
    case 'scroll': {
      const pixels = numberIn(action.value, actionLimits.scrollPxDefault)
      await retry(page, clock, action.timeoutMs, (one) =>
        ask(page.mainFrame(), clock, one.leftMs(), 'scrollBy', null, pixels),
      )
      return 0
    }
    case 'type':
      await typeText(page, clock, valueOf(action))
      return 0
    case 'press':
      await pressKey(page, clock, valueOf(action))
      return 0
    default:
      throw new ActionFault('invalid_selector', `${action.action} needs a selector`)
  }
}

async function waitForNavigation({ navigation }: Run, count: number, timeoutMs: number): Promise<void> {
  if (!(await navigation.past(count, timeoutMs))) {
    throw new ActionFault('timeout', `no navigation finished within ${timeoutMs} ms`)
  }
  if (navigation.unreachable !== null) {
    throw new ActionFault('navigation_failed', `${navigation.unreachable} could not be loaded`)
  }
}

async function onElement(run: Run, action: BrowserAction, address: Address): Promise<number> {
  const { page, clock } = run
  const each = (once: (one: Try) => Promise<number>): Promise<number> => retry(page, clock, action.timeoutMs, once)
  switch (action.action) {
    case 'click':
      return each((one) => click(one, address, 0))
    case 'click_and_hold':
      return each((one) => click(one, address, action.durationMs ?? actionLimits.holdMsDefault))
    case 'hover':
      return each((one) => hover(one, address))
    case 'drag_to': {
      const goal = addressOf(action, valueOf(action))
      return each((one) => drag(one, address, goal))
    }
    case 'type': {
      const matched = await each((one) => focus(one, address))
      await typeText(page, clock, valueOf(action))
      return matched
    }
    case 'press': {
      const matched = await each((one) => focus(one, address))
      await pressKey(page, clock, valueOf(action))
      return matched
    }
    case 'fill': {
      const value = valueOf(action)
      return each((one) => fill(one, address, value))
    }
    case 'select_option': {
      const value = valueOf(action)
      return each((one) => selectOption(one, address, value))
    }
    case 'wait_for_selector':
      return waitForSelector(action, address, each)
    case 'scroll':
      return each((one) => scrollElement(one, address, action.value))
    case 'scroll_into_view':
      return each((one) => scrollElement(one, address, null))
    default:
      return onPage(run, action)
  }
}

/** Scrolls the selected element by pixels or, without a number, into view. */
async function scrollElement(one: Try, address: Address, value: string | null): Promise<number> {
  const held = await locate(one, address, 'target')
  await meet(one, held, needs.shown)
  if (value === null || value.trim() === '') {
    await ask(held.frame, one.clock, one.leftMs(), 'revealHeld', held.name)
  } else await ask(held.frame, one.clock, one.leftMs(), 'scrollBy', held.name, numberIn(value, 0))
  return held.matched
}

/**
 * Waits for a state of the element, given by `value`: `visible` (the default), `attached`, `hidden` or `detached`.
 */
async function waitForSelector(
  action: BrowserAction,
  address: Address,
  each: (once: (one: Try) => Promise<number>) => Promise<number>,
): Promise<number> {
  const state = action.value === null || action.value === '' ? 'visible' : action.value
  if (!['visible', 'attached', 'hidden', 'detached'].includes(state)) {
    throw new ActionFault('invalid_value', `${JSON.stringify(state)} is not one of visible, attached, hidden, detached`)
  }
  return each(async (one) => {
    if (state === 'visible' || state === 'attached') {
      const held = await locate(one, address, 'target')
      if (state === 'visible') await meet(one, held, needs.shown)
      return held.matched
    }
    const held = await locate(one, address, 'target').catch((error: unknown) => {
      if (error instanceof ActionFault && (error.code === 'not_found' || error.code === 'frame_not_found')) return null
      throw error
    })
    if (held === null || (state === 'hidden' && !held.visible)) return 0
    throw new ActionFault('timeout', `${address.text} is still ${state === 'hidden' ? 'visible' : 'in the document'}`, {
      matched: held.matched,
    })
  })
}
