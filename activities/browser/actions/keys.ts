/** Names of keys as callers write them: `Enter`, `a`, `Control+Shift+ArrowLeft`. */
import type { KeyInput } from 'puppeteer'
import { ActionFault } from './contract.ts'

const aliases: Record<string, string> = {
  cmd: 'Meta',
  command: 'Meta',
  controlormeta: 'Control',
  ctrl: 'Control',
  del: 'Delete',
  down: 'ArrowDown',
  esc: 'Escape',
  left: 'ArrowLeft',
  option: 'Alt',
  return: 'Enter',
  right: 'ArrowRight',
  space: 'Space',
  up: 'ArrowUp',
}

const named = [
  'Alt', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'Backspace', 'CapsLock', 'ContextMenu', 'Control', 'Delete',
  'End', 'Enter', 'Escape', 'Home', 'Insert', 'Meta', 'PageDown', 'PageUp', 'Shift', 'Space', 'Tab',
] // prettier-ignore
const byLowerCase = new Map(named.map((name) => [name.toLowerCase(), name]))

function keyNamed(part: string, whole: string): KeyInput {
  const lower = part.toLowerCase()
  const known = aliases[lower] ?? byLowerCase.get(lower)
  if (known !== undefined) return known as KeyInput
  if (/^.$/su.test(part) || /^(F\d{1,2}|Key[A-Z]|Digit\d|Numpad\w+|Arrow\w+)$/.test(part)) return part as KeyInput
  throw new ActionFault('invalid_value', `${JSON.stringify(whole)} is no key`, { passing: false })
}

/**
 * @returns keys in the order they go down; the last is pressed while the others are held.
 * @throws ActionFault `invalid_value`
 */
export function parseChord(value: string): KeyInput[] {
  if (value === '') throw new ActionFault('invalid_value', 'press needs a key', { passing: false })
  const parts =
    value === '+' ? ['+'] : value.endsWith('++') ? [...value.slice(0, -2).split('+'), '+'] : value.split('+')
  return parts.map((part) => keyNamed(part.length > 1 ? part.trim() : part, value))
}
