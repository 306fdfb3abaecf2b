/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised; methods by `call` */
/**
 * Runs in the page: reads states of an element as ARIA defines them. Self-contained: it is serialised with toString,
 * so that nothing outside of it is available. Built-in methods are invoked with `call`.
 */
import type { DomTools } from './dom.ts'
import type { RoleTools } from './roles.ts'

/** Returns the functions that read states such as checked, expanded and disabled. */
export function stateTools(dom: DomTools, roles: RoleTools) {
  const words = (list: string): Set<string> => new Set(list.split(' '))
  const checkable = words('checkbox menuitemcheckbox menuitemradio option radio switch treeitem')
  const expandable = words(
    'application button checkbox columnheader combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio ' +
      'row rowheader switch tab treeitem',
  )
  const selectable = words('columnheader gridcell option row rowheader tab treeitem')
  const disableable = words(
    'application button checkbox columnheader combobox composite grid gridcell group input link listbox menu menubar ' +
      'menuitem menuitemcheckbox menuitemradio option radio radiogroup row rowheader scrollbar searchbox select ' +
      'separator slider spinbutton switch tab tablist textbox toolbar tree treegrid treeitem',
  )
  const levelled = words('heading listitem row treeitem')

  const tristate = (element: Element, name: string): boolean | 'mixed' => {
    const value = dom.attribute(element, name)
    return value === 'mixed' ? 'mixed' : value === 'true'
  }

  const checked = (element: Element, role: string): boolean | 'mixed' => {
    if (dom.tagOf(element) === 'input') {
      const input = element as HTMLInputElement
      if (input.type === 'checkbox' && input.indeterminate) return 'mixed'
      if (input.type === 'checkbox' || input.type === 'radio') return input.checked
    }
    return checkable.has(role) && tristate(element, 'aria-checked')
  }

  const expanded = (element: Element, role: string): boolean | null => {
    if (dom.tagOf(element) === 'details') return (element as HTMLDetailsElement).open
    const value = dom.attribute(element, 'aria-expanded')
    return expandable.has(role) && value !== null ? value === 'true' : null
  }

  const selected = (element: Element, role: string): boolean =>
    dom.tagOf(element) === 'option'
      ? (element as HTMLOptionElement).selected
      : selectable.has(role) && dom.attribute(element, 'aria-selected') === 'true'

  /**
   * Whether it is disabled by itself, by a fieldset, by a group of options, or by `aria-disabled` on it or an
   * ancestor.
   */
  const disabled = (element: Element): boolean => {
    if (dom.matches(element, ':disabled')) return true
    if (!disableable.has(roles.roleOf(element) ?? '')) return false
    for (let at: Element | null = element; at !== null; at = dom.parentOf(at)) {
      const value = dom.attribute(at, 'aria-disabled')?.toLowerCase()
      if (value === 'true' || value === 'false') return value === 'true'
    }
    return false
  }

  const level = (element: Element, role: string): number => {
    if (!levelled.has(role)) return 0
    const native = role === 'heading' ? /^h([1-6])$/.exec(dom.tagOf(element)) : null
    if (native !== null) return Number(native[1])
    const value = Number(dom.attribute(element, 'aria-level') ?? Number.NaN)
    return Number.isInteger(value) && value >= 1 ? value : 0
  }

  const pressed = (element: Element, role: string): boolean | 'mixed' =>
    role === 'button' && tristate(element, 'aria-pressed')

  return { checked, expanded, selected, disabled, level, pressed }
}

export type StateTools = ReturnType<typeof stateTools>
