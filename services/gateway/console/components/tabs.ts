/** Tabs of a view, with arrow keys (ARIA Authoring Practices, "Tabs"). */
import type { ComponentChildren, VNode } from 'preact'
import { useId } from 'preact/hooks'
import { html } from './html.ts'

/** A tab of a list. */
export interface TabItem {
  /** Value in the address. */
  id: string
  name: string
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/**
 * A list of tabs and the panel of the chosen one.
 * @param label name of the list.
 * @param chosen id of the chosen tab.
 * @param children content of its panel.
 */
export function Tabs({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: {
  label: string
  tabs: readonly TabItem[]
  chosen: string
  onChoose: (id: string) => void
  children?: ComponentChildren
}): VNode {
  const base = useId()
  const keyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    const at = tabs.findIndex(({ id }) => id === chosen)
    if (step === undefined || at < 0) return
    event.preventDefault()
    const next = step(at, tabs.length)
    onChoose(tabs[next]!.id)
    const list = event.currentTarget as HTMLElement
    list.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  const tab = ({ id, name }: TabItem): VNode => {
    const selected = id === chosen
    return html`<button
      key=${id}
      type="button"
      role="tab"
      id="${base}-${id}"
      aria-selected=${String(selected)}
      aria-controls="${base}-panel"
      tabindex=${selected ? 0 : -1}
      onClick=${() => onChoose(id)}
    >
      ${name}
    </button>`
  }
  return html`<div class="tabs">
    <div role="tablist" aria-label=${label} onKeyDown=${keyDown}>${tabs.map(tab)}</div>
    <div role="tabpanel" id="${base}-panel" aria-labelledby="${base}-${chosen}" tabindex="0">${children}</div>
  </div>`
}
