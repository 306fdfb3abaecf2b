/** The form of a capture, made from the API description: an address, options, and HAR files in and out. */
import type { VNode } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { away, revivals } from '../api/away.ts'
import { CodeTabs } from '../code/code-tabs.ts'
import { Fold } from '../components/fold.ts'
import { html } from '../components/html.ts'
import { ProblemNotice } from '../components/states.ts'
import { durationText } from '../components/words.ts'
import { requestFields } from '../new/api-description.ts'
import { bodyOf, messagesByField } from '../new/form-body.ts'
import { Field, type FormState } from '../new/form-field.ts'
import type { FormField } from '../new/schema-fields.ts'
import { downloadHar } from './download-har.ts'
import { captureProblem, captureValues, heldCapture, openHar, runCapture, runningCapture } from './held-capture.ts'
import { withScheme } from './typed-address.ts'

const path = '/browser/network'

/** Fields that take one value only, which is their default. */
const fixedFields: ReadonlySet<string> = new Set(['method', 'body'])

/** The field of the address: it is there before the API description has been read. */
const urlField: FormField = {
  name: 'url',
  pointer: '/url',
  kind: 'text',
  required: true,
  help: '',
  rules: '',
  default: undefined,
  options: [],
  fields: [],
}

/** Key of a form value that is not sent to the API. */
const staticFiles = 'static_files'

const change = (pointer: string, value: FormState['values'][string]): void => {
  captureValues.value = { ...captureValues.value, [pointer]: value }
}

/** The options: all fields of the request but the address. Empty until the API description has been read. */
function useOptions(): readonly FormField[] {
  const [fields, setFields] = useState<readonly FormField[]>([])
  const revival = revivals.value
  useEffect(() => {
    let wanted = true
    requestFields(path)
      .then((found) => {
        if (wanted) setFields(found.filter(({ name }) => name !== 'url' && !fixedFields.has(name)))
      })
      // A capture also works without options; the frame of the console shows outages of the service.
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [revival])
  return fields
}

const textOf = (value: FormState['values'][string] | undefined): string => (typeof value === 'string' ? value : '')

/** How long the capture has been running, and a way to stop waiting for it. */
function Running({ ending }: { ending: AbortController }): VNode {
  const [secs, setSecs] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSecs((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return html`<p class="running" aria-busy="true">
    <span role="status">The page is being loaded.</span> <span aria-hidden="true">${durationText(secs)}</span>
    <button type="button" class="small" onClick=${() => ending.abort()}>Stop waiting</button>
  </p>`
}

/** Shows the error above the form; errors of fields are also shown beside them. */
function CaptureNotice(): VNode | null {
  const held = captureProblem.value
  if (held === null) return null
  if (held.kind !== 'service') return html`<div class="notice bad" role="alert"><p>${held.text}</p></div>`
  return html`<${ProblemNotice} problem=${held.problem} backTo=${{ view: 'captures', name: 'Captures' }} />`
}

function opened(event: Event): void {
  const input = event.target as HTMLInputElement
  const [file] = input.files ?? []
  if (file !== undefined) void openHar(file)
  // Reset, so that the same file can be opened again.
  input.value = ''
}

function UrlField({ messages }: { messages: readonly string[] }): VNode {
  const id = useId()
  const isRefused = messages.length > 0
  return html`<div class="capture-url">
    <label for=${id}>url</label>
    <input
      id=${id}
      name="url"
      type="text"
      inputmode="url"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      placeholder="https://"
      aria-required="true"
      aria-invalid=${isRefused ? 'true' : undefined}
      aria-describedby=${isRefused ? `${id}-problem` : undefined}
      value=${textOf(captureValues.value['/url'])}
      onInput=${(event: Event) => change('/url', (event.target as HTMLInputElement).value)}
    />
    ${isRefused ? html`<p class="problem" id="${id}-problem">${messages.join(' ')}</p>` : null}
  </div>`
}

/** The form, the running capture, and the last error. */
export function CaptureForm(): VNode {
  const id = useId()
  const options = useOptions()
  const values = captureValues.value
  const running = runningCapture.value
  const held = heldCapture.value
  const problem = captureProblem.value
  const errors = problem?.kind === 'service' ? problem.problem.errors : []
  const messages = messagesByField([urlField, ...options], errors)
  const body = { url: withScheme(textOf(values['/url'])), ...bodyOf(options, values) }
  const hasStaticFiles = values[staticFiles] === true
  const submit = (event: Event): void => {
    event.preventDefault()
    void runCapture({ body, hasStaticFiles })
  }
  const inOptions = [...messages.keys()].some((pointer) => pointer !== '/url' && pointer !== '')
  const field = (each: FormField): VNode =>
    html`<${Field} key=${each.pointer} field=${each} state=${{ values, messages, change }} />`
  return html`<form class="capture-form" aria-label="Capture" novalidate onSubmit=${submit}>
      <div class="capture-line">
        <${UrlField} messages=${messages.get('/url') ?? []} />
        <button type="submit" class="primary" disabled=${running !== null || away.value}>Run</button>
        <label class="button file"
          >Open HAR<input type="file" accept=".har,.json,application/json" onChange=${opened}
        /></label>
        <button
          type="button"
          disabled=${held === null}
          aria-describedby="${id}-holds"
          onClick=${() => held !== null && void downloadHar(held)}
        >
          Download HAR
        </button>
      </div>
      <p class="quiet" id="${id}-holds">A HAR file holds the headers, cookies and bodies of all calls.</p>
      <${Fold} summary="Options" open=${inOptions}>
        <div class="new-columns">
          <div>
            <label class="check"
              ><input
                type="checkbox"
                checked=${hasStaticFiles}
                onChange=${(event: Event) => change(staticFiles, (event.target as HTMLInputElement).checked)}
              />${' '}List images, scripts and styles too</label
            >
            ${options.map(field)}
          </div>
          <${CodeTabs} request=${{ method: 'POST', path, body }} />
        </div>
      <//>
    </form>
    ${running === null ? null : html`<${Running} ending=${running} />`}
    ${(messages.get('') ?? []).map((message) => html`<p class="problem">${message}</p>`)}<${CaptureNotice} />`
}
