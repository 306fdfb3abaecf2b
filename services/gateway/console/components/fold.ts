/** A collapsible section. Its content is created when it is first opened. */
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { html } from './html.ts'

/** @param open true opens it, as for a refused field inside. */
export function Fold({
  summary,
  open = false,
  help = '',
  children,
}: {
  summary: ComponentChildren
  open?: boolean
  help?: string
  children?: ComponentChildren
}): VNode {
  const [unfolded, setUnfolded] = useState(open)
  const [made, setMade] = useState(open)
  useEffect(() => {
    if (!open) return
    setMade(true)
    setUnfolded(true)
  }, [open])
  const toggle = (event: Event): void => {
    const now = (event.target as HTMLDetailsElement).open
    setUnfolded(now)
    if (now) setMade(true)
  }
  return html`<details class="fold" open=${unfolded} onToggle=${toggle}>
    <summary>${summary}</summary>
    ${help === '' ? null : html`<p class="quiet">${help}</p>`} ${made ? children : null}
  </details>`
}
