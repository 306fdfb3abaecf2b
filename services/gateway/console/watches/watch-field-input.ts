/** One field of the form of a watch, with its help and its problem. */
import type { VNode } from 'preact'
import { useId } from 'preact/hooks'
import { html } from '../components/html.ts'
import type { WatchField } from './watch-fields.ts'

interface FieldProps {
  field: WatchField
  value: string
  /** Error message of the field; null without one. */
  problem: string | null
  onInput: (value: string) => void
}

const typed = (event: Event): string => (event.target as HTMLInputElement).value

/** One labelled input of the watch form. */
export function WatchFieldInput({ field, value, problem, onInput }: FieldProps): VNode {
  const id = useId()
  const shared = {
    id,
    value,
    autocomplete: 'off',
    spellcheck: false,
    'aria-describedby': problem === null ? `${id}-help` : `${id}-help ${id}-problem`,
    ...(problem === null ? {} : { 'aria-invalid': 'true' }),
    onInput: (event: Event) => onInput(typed(event)),
  }
  const input = (): VNode => {
    if (field.kind === 'lines') return html`<textarea ...${shared} rows="3"></textarea>`
    if (field.kind === 'choice') {
      return html`<select ...${shared}>
        <option value="" selected=${value === ''}></option>
        ${(field.choices ?? []).map((choice) => html`<option key=${choice} value=${choice} selected=${choice === value}>${choice}</option>`)}
      </select>`
    }
    // Not `type=number`, which would drop invalid input before the service can report it.
    return html`<input type="text" inputmode=${field.kind === 'number' ? 'numeric' : 'text'} ...${shared} />`
  }
  return html`<div class="watch-field">
    <label for=${id}>${field.label}</label>
    ${input()}
    <p class="quiet" id="${id}-help">${field.help}</p>
    ${problem === null ? null : html`<p class="problem" id="${id}-problem">${problem}</p>`}
  </div>`
}
