/** Actions with the keyboard and on the values of controls. */
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from '../time/attempt-clock.ts'
import type { KeyInput, Page } from 'puppeteer'
import { parseChord } from '@seine/shared/api/rules/action-keys.ts'
import { ActionFault } from './contract.ts'
import { check, locate, meet, needs, type Address, type Try } from './target.ts'
import { ask, sessionOf } from './world.ts'

/**
 * Gives an element the focus.
 * @returns number of elements that match.
 */
export async function focus(one: Try, address: Address): Promise<number> {
  const held = await locate(one, address, 'target')
  await meet(one, held, needs.keys)
  await ask(held.frame, one.clock, one.leftMs(), 'focus', held.name)
  return held.matched
}

/** Types into the focused element, key by key. */
export async function typeText(page: Page, clock: AttemptClock, text: string): Promise<void> {
  await clock.step(page.keyboard.type(text, { delay: actionLimits.typeDelayMs }))
}

/**
 * Presses a key, or a chord, on the focused element.
 * @throws ActionFault `invalid_value` when the value is not a key.
 */
export async function pressKey(page: Page, clock: AttemptClock, value: string): Promise<void> {
  const keys = parseChord(value) as KeyInput[] | null
  const last = keys?.at(-1)
  if (keys === null || last === undefined) {
    throw new ActionFault('invalid_value', `${JSON.stringify(value)} is not a key`)
  }
  const modifiers = keys.slice(0, -1)
  try {
    for (const key of modifiers) await clock.step(page.keyboard.down(key))
    if (/^\P{ASCII}$/u.test(last)) await clock.step(page.keyboard.sendCharacter(last))
    else if (modifiers.includes('Control') && last.toLowerCase() === 'a') {
      // On Linux a browser without a window binds no editing command to this chord.
      await clock.step(page.keyboard.press(last, { commands: ['SelectAll'] }))
    } else await clock.step(page.keyboard.press(last))
  } finally {
    for (const key of modifiers.toReversed()) await clock.step(page.keyboard.up(key))
  }
}

/** Replaces the content of a field. */
export async function fill(one: Try, address: Address, value: string): Promise<number> {
  const held = await locate(one, address, 'target')
  await meet(one, held, needs.edit)
  const how = check(await ask(held.frame, one.clock, one.leftMs(), 'beginFill', held.name, value), held.matched)
  if (how === 'done') return held.matched
  // An iframe of another site has its own session; keys go through the page's session and follow the focus.
  if (value === '') await one.clock.step(one.page.keyboard.press('Delete'))
  else await one.clock.step(sessionOf(one.page.mainFrame()).send('Input.insertText', { text: value }))
  await ask(held.frame, one.clock, one.leftMs(), 'endFill', held.name)
  return held.matched
}

/**
 * Selects an option of a `select` element by its value or text.
 * @returns number of elements that match the address.
 * @throws ActionFault when the element or the option cannot be used in time.
 */
export async function selectOption(one: Try, address: Address, value: string): Promise<number> {
  const held = await locate(one, address, 'target')
  await meet(one, held, needs.keys)
  check(await ask(held.frame, one.clock, one.leftMs(), 'choose', held.name, value), held.matched)
  return held.matched
}
