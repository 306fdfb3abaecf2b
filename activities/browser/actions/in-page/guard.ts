/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised; methods by `call` */
/**
 * Runs in the page: makes sure that a press reaches only its target. Between the last check and the press a page can
 * put something over the target; such a press is suppressed. Self-contained: it is serialised with toString, so that
 * nothing outside of it is available. Built-in methods are invoked with `call`.
 */
import type { DomTools } from '../../selectors/in-page/dom.ts'
import type { TargetTools } from './target.ts'

/** Returns the functions that start and end the protection of a press. */
export function guardTools(dom: DomTools, targets: TargetTools) {
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']
  let cover: string | null | undefined
  let lift: (() => void) | null = null

  /** Starts watching. */
  const arm = (name: string): void => {
    lift?.()
    cover = undefined
    const target = targets.take(name)
    const listener = (event: Event): void => {
      if (!event.isTrusted) return
      if (cover === undefined) {
        const hit = event.composedPath().find((each): each is Element => each instanceof Element)
        cover = hit === undefined || targets.receives(hit, target) ? null : targets.nameCover(hit, target)
      }
      if (cover === null) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    for (const type of types) window.addEventListener(type, listener, { capture: true, passive: false })
    lift = () => {
      for (const type of types) window.removeEventListener(type, listener, { capture: true })
    }
  }

  /**
   * Ends the watch.
   * @returns what received the press instead of the target; null when nothing did.
   */
  const disarm = (name: string): string | null => {
    lift?.()
    lift = null
    return cover === undefined || cover === null ? null : `${dom.describe(targets.take(name))} is covered by ${cover}`
  }

  return { arm, disarm }
}
