/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised with toString: nothing outside is there; methods are called with `call` */
/**
 * Runs in the page: sees to it that a press reaches nothing but its target. Between the last look and
 * the press a page can put something in between; such a press is swallowed. Self-contained.
 */
import type { DomTools } from '../../selectors/in-page/dom.ts'
import type { TargetTools } from './target.ts'

export function guardTools(dom: DomTools, targets: TargetTools) {
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']
  let cover: string | null | undefined
  let lift: (() => void) | null = null

  /** Watches from now on. */
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

  /** Ends the watch. @returns what took the press instead of the target; null when nothing did. */
  const disarm = (name: string): string | null => {
    lift?.()
    lift = null
    return cover === undefined || cover === null ? null : `${dom.describe(targets.take(name))} is covered by ${cover}`
  }

  return { arm, disarm }
}
