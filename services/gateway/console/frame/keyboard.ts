/** Keyboard shortcuts for views and fields. They are off while the user types. */
import { signal } from '@preact/signals'
import { goTo } from '../place/router.ts'
import { mainViews } from './views.ts'

const storageName = 'seine-single-keys'

/** Whether shortcuts without a modifier key are on; the user can turn them off. */
export const singleKeys = signal(sessionStorage.getItem(storageName) !== 'off')

/** True while the help on shortcuts is open. */
export const keyboardHelp = signal(false)

/** Turns shortcuts without a modifier key on or off for this tab. */
export function setSingleKeys(on: boolean): void {
  sessionStorage.setItem(storageName, on ? 'on' : 'off')
  singleKeys.value = on
}

/** How long `g` waits for its second key, milliseconds. */
const secondKeyMs = 1_500

let goUntil = 0

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, dialog') !== null)

/** Moves the focus to the first link or button of another row of the visible table. */
function moveRow(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row] :is(a, button), main [data-row][tabindex]')]
  const firsts = rows.filter((row, at) => row.closest('[data-row]') !== rows[at - 1]?.closest('[data-row]'))
  const own = document.activeElement?.closest('[data-row]') ?? null
  const at = firsts.findIndex((row) => row.closest('[data-row]') === own)
  const next = firsts[at < 0 ? 0 : Math.min(firsts.length - 1, Math.max(0, at + step))]
  next?.focus()
}

const press = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click()

const plainKeys: Record<string, () => void> = {
  '?': () => (keyboardHelp.value = true),
  '/': () => document.querySelector<HTMLElement>('main [data-filter]')?.focus(),
  j: () => moveRow(1),
  k: () => moveRow(-1),
  '[': () => press('main [data-previous]'),
  ']': () => press('main [data-next]'),
}

/** Handles a key press in the document. */
export function actOnKey(event: KeyboardEvent): void {
  if (!singleKeys.value || event.defaultPrevented || isTyping(event.target)) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const { key } = event
  if (goUntil > event.timeStamp) {
    goUntil = 0
    const found = mainViews.find((entry) => entry.key === key)
    if (found !== undefined) {
      event.preventDefault()
      goTo(found.view)
      return
    }
  }
  if (key === 'g') {
    goUntil = event.timeStamp + secondKeyMs
    return
  }
  const act = plainKeys[key]
  if (act === undefined) return
  event.preventDefault()
  act()
}
