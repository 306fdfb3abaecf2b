/** Labelled fields of filters. */
import type { VNode } from 'preact'
import { useId } from 'preact/hooks'
import { html } from './html.ts'

/** A select field; the empty value means all values. */
export function SelectField({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}): VNode {
  const id = useId()
  return html`<span class="field"
    ><label for=${id}>${label}</label>
    <select id=${id} value=${value} onChange=${(event: Event) => onChange((event.target as HTMLSelectElement).value)}>
      ${options.map(([option, name]) => html`<option key=${option} value=${option} selected=${option === value}>${name}</option>`)}
    </select></span
  >`
}

/** A text field for filters; the key `/` focuses the first one of a view. */
export function FilterField({
  label,
  value,
  onInput,
}: {
  label: string
  value: string
  onInput: (value: string) => void
}): VNode {
  const id = useId()
  return html`<span class="field"
    ><label for=${id}>${label}</label>
    <input
      id=${id}
      type="search"
      data-filter
      autocomplete="off"
      spellcheck="false"
      value=${value}
      onInput=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
  /></span>`
}
