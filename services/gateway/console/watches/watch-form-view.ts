/** The form of a watch: a new one, or one that is changed. The service validates the values. */
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { ServiceProblem } from '../api/service-problem.ts'
import { away } from '../api/away.ts'
import { call } from '../api/call.ts'
import { useResource } from '../api/resource.ts'
import { startOnce } from '../api/start-once.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { Loaded, ProblemNotice, Unanswered, useAction } from '../components/states.ts'
import { countText } from '../components/words.ts'
import { arrival, goTo } from '../place/router.ts'
import type { ConsoleViewProps } from '../place/console-view.ts'
import type { WatchAnswer } from './watch-answer.ts'
import { watchPath, watchView } from './watch-paths.ts'
import { bodyOfDraft, draftOf, emptyDraft, fieldAt, type DraftField, type WatchDraft } from './watch-draft.ts'
import { WatchFieldInput } from './watch-field-input.ts'
import { jobFields, mainFields, moreFields, scheduleFields, type WatchField } from './watch-fields.ts'

type FieldProblems = ReadonlyMap<DraftField, string>

/** Problems of an answer at the fields that show them; those without a field are in the notice alone. */
function problemsAt(problem: ServiceProblem | null): FieldProblems {
  const found = new Map<DraftField, string>()
  for (const { pointer, message } of problem?.errors ?? []) {
    const field = fieldAt(pointer)
    if (field !== null) found.set(field, [found.get(field), message].filter(Boolean).join(' '))
  }
  return found
}

/** Summary of all errors, shown above the form. */
function Refusal({ problem, own }: { problem: ServiceProblem | null; own: FieldProblems }): VNode | null {
  if (own.size > 0) return html`<div class="notice bad" role="alert"><p>${[...own.values()].join(' ')}</p></div>`
  if (problem === null) return null
  if (problem.errors.length === 0)
    return html`<${ProblemNotice} problem=${problem} backTo=${{ view: 'watches', name: 'All watches' }} />`
  return html`<div class="notice bad" role="alert">
    <p>${countText(problem.errors.length, 'value is', 'values are')} refused. Nothing was changed.</p>
    <ul>
      ${problem.errors.map(({ pointer, message }) => html`<li key=${pointer}>${message}</li>`)}
    </ul>
  </div>`
}

function JobChoice({ draft, change }: { draft: WatchDraft; change: (values: Partial<WatchDraft>) => void }): VNode {
  const choice = (job: WatchDraft['job'], help: string): VNode =>
    html`<label class="check"
      ><input type="radio" name="job" value=${job} checked=${draft.job === job} onChange=${() => change({ job })} />
      ${job} <span class="quiet">${help}</span></label
    >`
  return html`<div class="form-choice" role="radiogroup" aria-label="crawl or batch">
    ${choice('crawl', 'a website')}${choice('batch', 'a list of addresses')}
  </div>`
}

/** @param watch the watch to change, as it is when the form opens; null: a new one. */
function WatchForm({ watch }: { watch: WatchAnswer | null }): VNode {
  // The watch is read again after an outage. What is sent must name the version that the fields were filled from:
  // with a newer one, the service would accept older values over a change by someone else.
  const [edited] = useState(watch)
  const [draft, setDraft] = useState(() => (edited === null ? emptyDraft : draftOf(edited)))
  const [own, setOwn] = useState<FieldProblems>(new Map())
  const action = useAction()
  const refused = useMemo(() => problemsAt(action.problem), [action.problem])
  const change = (values: Partial<WatchDraft>): void => setDraft((before) => ({ ...before, ...values }))
  const submit = (event: Event): void => {
    event.preventDefault()
    const made = bodyOfDraft(draft, edited)
    setOwn(new Map('problems' in made ? made.problems.map(({ field, message }) => [field, message]) : []))
    if ('problems' in made) return
    const asked = arrival.value
    action.run(async () => {
      const sent =
        edited === null
          ? await startOnce<WatchAnswer>('watches', made.body)
          : await call<WatchAnswer>(watchPath(edited.watch_id), {
              method: 'PUT',
              body: made.body,
              headers: { 'if-match': `"${edited.version}"` },
            })
      // Do not navigate when the user has opened another view meanwhile.
      if (arrival.value === asked) goTo(watchView(sent.watch_id))
    })
  }
  const problemOf = (field: DraftField): string | null => own.get(field) ?? refused.get(field) ?? null
  const input = (field: WatchField): VNode | null =>
    field.job !== undefined && field.job !== draft.job
      ? null
      : html`<${WatchFieldInput}
          key=${field.name}
          field=${field}
          value=${draft[field.name]}
          problem=${problemOf(field.name)}
          onInput=${(value: string) => change({ [field.name]: value })}
        />`
  const hasHiddenProblem = moreFields.some(({ name }) => problemOf(name) !== null)
  return html`<form class="watch-form" aria-label="Watch" novalidate onSubmit=${submit}>
    <${Refusal} problem=${action.problem} own=${own} />
    <${Unanswered} action=${action} once=${edited === null} />
    ${mainFields.map(input)}
    <fieldset>
      <legend>What is watched</legend>
      <${JobChoice} draft=${draft} change=${change} />${jobFields.map(input)}
    </fieldset>
    <fieldset>
      <legend>When</legend>
      ${scheduleFields.map(input)}
    </fieldset>
    <details open=${hasHiddenProblem}>
      <summary>More fields</summary>
      ${moreFields.map(input)}
    </details>
    <label class="check"
      ><input
        type="checkbox"
        checked=${draft.paused}
        onChange=${(event: Event) => change({ paused: (event.target as HTMLInputElement).checked })}
      />
      paused <span class="quiet">its schedule starts no runs</span></label
    >
    <p class="actions">
      <button type="submit" class="primary" disabled=${action.busy || away.value}>
        ${edited === null ? 'Create' : 'Save'}
      </button>
      <${Link} to=${edited === null ? 'watches' : watchView(edited.watch_id)} class="button">Cancel<//>
    </p>
  </form>`
}

/** A new watch. */
export function NewWatchView(): VNode {
  return html`<p class="back"><${Link} to="watches">All watches<//></p>
    <div class="view-head"><${Heading} title="New watch" /></div>
    <${WatchForm} watch=${null} />`
}

/** The watch of the address, to be changed. */
export function EditWatchView({ place }: ConsoleViewProps): VNode {
  const id = place.segments[1] ?? ''
  const watch = useResource<WatchAnswer>(watchPath(id))
  return html`<p class="back"><${Link} to=${watchView(id)}>The watch<//></p>
    <div class="view-head"><${Heading} title=${watch.data === null ? 'Edit watch' : `Edit ${watch.data.name}`} /></div>
    <${Loaded}
      of=${watch}
      backTo=${{ view: 'watches', name: 'All watches' }}
      children=${(shown: WatchAnswer) => html`<${WatchForm} key=${shown.watch_id} watch=${shown} />`}
    />`
}
