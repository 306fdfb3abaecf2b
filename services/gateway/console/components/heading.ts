/** The heading of a view. It sets the title of the tab and receives the focus after a change of view. */
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { arrival } from '../place/router.ts'
import { html } from './html.ts'
import { withCodes } from './plain-text.ts'

/**
 * The one `h1` of a view.
 * @param title text of the heading and of the tab.
 * @param children content of the heading if it differs from the title.
 */
export function Heading({ title, children }: { title: string; children?: ComponentChildren }): VNode {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${withCodes(title)} · Seine`
  }, [title])
  const here = arrival.value
  useEffect(() => {
    // Not at the first view of a document: screen readers start at its top.
    if (here > 0) ref.current?.focus({ preventScroll: true })
  }, [here])
  return html`<h1 ref=${ref} tabindex="-1" dir="auto">${children ?? withCodes(title)}</h1>`
}
