/** One field of a form: its label as the API spells it, its help and rules, and its errors. */
import type { VNode } from 'preact'
import { useId } from 'preact/hooks'
import { Fold } from '../components/fold.ts'
import { html } from '../components/html.ts'
import type { FormValues } from './form-body.ts'
import type { FormField } from './schema-fields.ts'

/** What all fields of a form share. */
export interface FormState {
  values: FormValues
  /** Error messages by JSON pointer. */
  messages: ReadonlyMap<string, readonly string[]>
  change: (pointer: string, value: FormValues[string]) => void
}

/** Full name of a field, with the names of its groups. */
const fullName = (pointer: string): string =>
  pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')

const hasMessages = (field: FormField, messages: FormState['messages']): boolean =>
  messages.has(field.pointer) || field.fields.some((each) => hasMessages(each, messages))

const placeholders: Partial<Record<FormField['kind'], string>> = { lines: 'one per line', json: 'JSON' }

function Group({ field, state }: { field: FormField; state: FormState }): VNode {
  const refused = hasMessages(field, state.messages)
  return html`<${Fold} summary=${fullName(field.pointer)} open=${refused} help=${field.help}>
    ${(state.messages.get(field.pointer) ?? []).map((message) => html`<p class="problem">${message}</p>`)}
    ${field.fields.map((each) => html`<${Field} key=${each.pointer} field=${each} state=${state} />`)}
  <//>`
}

function Control({
  field,
  state,
  id,
  described,
}: {
  field: FormField
  state: FormState
  id: string
  described: string
}): VNode {
  const { kind, pointer, options, required } = field
  const value = state.values[pointer]
  const invalid = state.messages.has(pointer) ? 'true' : undefined
  const text = typeof value === 'string' ? value : ''
  const typed = (event: Event): void =>
    state.change(pointer, (event.target as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement).value)
  const shared = {
    id,
    name: fullName(pointer),
    'aria-describedby': described,
    'aria-invalid': invalid,
    'aria-required': required ? 'true' : undefined,
  }
  if (kind === 'choice') {
    const usual =
      field.default === undefined || field.default === null
        ? 'not set'
        : `default: ${JSON.stringify(field.default).replaceAll('"', '')}`
    return html`<select ...${shared} value=${text} onChange=${typed}>
      <option value="">${usual}</option>
      ${options.map((option) => html`<option key=${option} value=${option} selected=${option === text}>${option}</option>`)}
    </select>`
  }
  if (kind === 'lines' || kind === 'json') {
    return html`<textarea
      ...${shared}
      placeholder=${placeholders[kind]}
      spellcheck="false"
      value=${text}
      onInput=${typed}
    ></textarea>`
  }
  return html`<input
    ...${shared}
    type="text"
    inputmode=${kind === 'number' ? 'numeric' : undefined}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    value=${text}
    onInput=${typed}
  />`
}

function Choices({ field, state, described }: { field: FormField; state: FormState; described: string }): VNode {
  const { pointer, options, name } = field
  const invalid = state.messages.has(pointer) ? 'true' : undefined
  const usual = Array.isArray(field.default) ? field.default.map(String) : []
  const value = state.values[pointer]
  const chosen = Array.isArray(value) ? (value as readonly string[]) : usual
  const toggle = (option: string, on: boolean): void =>
    state.change(
      pointer,
      options.filter((each) => (each === option ? on : chosen.includes(each))),
    )
  return html`<fieldset aria-describedby=${described}>
    <legend>${name}</legend>
    ${options.map((option) => html`<label key=${option} class="check"><input type="checkbox" aria-invalid=${invalid} checked=${chosen.includes(option)} onChange=${(event: Event) => toggle(option, (event.target as HTMLInputElement).checked)} />${' '}${option}</label>`)}
  </fieldset>`
}

function Flag({
  field,
  state,
  id,
  described,
}: {
  field: FormField
  state: FormState
  id: string
  described: string
}): VNode {
  const { pointer } = field
  const value = state.values[pointer]
  const checked = typeof value === 'boolean' ? value : field.default === true
  const invalid = state.messages.has(pointer) ? 'true' : undefined
  return html`<label class="check"
    ><input
      id=${id}
      type="checkbox"
      name=${fullName(pointer)}
      aria-describedby=${described}
      aria-invalid=${invalid}
      checked=${checked}
      onChange=${(event: Event) => state.change(pointer, (event.target as HTMLInputElement).checked)}
    />${' '}${fullName(pointer)}</label
  >`
}

/** A field with label, help and errors. */
export function Field({ field, state }: { field: FormField; state: FormState }): VNode {
  const id = useId()
  if (field.kind === 'group') return html`<${Group} field=${field} state=${state} />`
  const { kind, pointer, help, rules } = field
  const messages = state.messages.get(pointer) ?? []
  const described = messages.length === 0 ? `${id}-help` : `${id}-problem ${id}-help`
  const words = [help, rules === '' ? '' : `(${rules})`].filter((part) => part !== '').join(' ')
  const parts = { field, state, id, described }
  return html`<div class="form-field">
    ${
      kind === 'flag'
        ? html`<${Flag} ...${parts} />`
        : kind === 'choices'
          ? html`<${Choices} ...${parts} />`
          : html`<label for=${id}>${fullName(pointer)}</label><${Control} ...${parts} />`
    }
    <p class="quiet" id="${id}-help">${words}</p>
    ${messages.length === 0 ? null : html`<div id="${id}-problem">${messages.map((message) => html`<p class="problem">${message}</p>`)}</div>`}
  </div>`
}
