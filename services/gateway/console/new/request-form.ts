/** The form of a request, with the request as code beside it and the answer below. */
import type { JobAccepted } from '@seine/shared/api/schemas/job-schema.ts'
import type { MapResult } from '@seine/shared/api/schemas/map-result.ts'
import type { ScrapeResult } from '@seine/shared/api/schemas/scrape-result.ts'
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { away } from '../api/away.ts'
import { call } from '../api/call.ts'
import { atSignOut } from '../api/session.ts'
import { startOnce } from '../api/start-once.ts'
import { CodeTabs } from '../code/code-tabs.ts'
import { Fold } from '../components/fold.ts'
import { html } from '../components/html.ts'
import { ProblemNotice, Unanswered, useAction } from '../components/states.ts'
import type { CodedRequest } from '../code/coded-request.ts'
import { jobView } from '../jobs/job-names.ts'
import { keepRequest } from '../jobs/started-requests.ts'
import { arrival, goTo } from '../place/router.ts'
import { Field, type FormState } from './form-field.ts'
import { bodyOf, messagesByField, type FormValues } from './form-body.ts'
import { MapLinks } from './map-links.ts'
import type { RequestKind } from './request-kinds.ts'
import type { FormField } from './schema-fields.ts'
import { ScrapedPage } from './scraped-page.ts'

/** What was entered in the forms of this tab. */
const entered = new Map<string, FormValues>()

atSignOut(() => entered.clear())

type RequestAnswer = { path: '/scrape'; result: ScrapeResult } | { path: '/map'; result: MapResult }

/** Animation frames after which fields of collapsed sections exist. */
const unfoldFrames = 20

/** Focuses the first field with an error once it exists: it can be in a section that is opened because of the error. */
function focusRefused(form: HTMLFormElement | null): () => void {
  let frames = 0
  let frame = 0
  const look = (): void => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null
    field?.focus()
    frames += 1
    if ((field === null || document.activeElement !== field) && frames < unfoldFrames)
      frame = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(frame)
}

function AnswerOf({ answer }: { answer: RequestAnswer }): VNode {
  const shown =
    answer.path === '/map'
      ? html`<${MapLinks} result=${answer.result} />`
      : html`<${ScrapedPage} result=${answer.result} />`
  return html`<section role="region" aria-label="Result">
    <h2>Result</h2>
    ${shown}
  </section>`
}

/** The form of a kind. @param fields of its body. */
export function RequestForm({ kind, fields }: { kind: RequestKind; fields: readonly FormField[] }): VNode {
  const [values, setValues] = useState<FormValues>(entered.get(kind.id) ?? {})
  const [answer, setAnswer] = useState<RequestAnswer | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const action = useAction()
  const body = bodyOf(fields, values)
  const request: CodedRequest = { method: 'POST', path: kind.path, body }
  const errors = action.problem?.status === 422 ? action.problem.errors : []
  const messages = messagesByField(fields, errors)
  const state: FormState = {
    values,
    messages,
    change: (pointer, value) => {
      const next = { ...values, [pointer]: value }
      entered.set(kind.id, next)
      setValues(next)
    },
  }
  // After an error answer, the first field that it names.
  useEffect(() => {
    if (errors.length > 0) return focusRefused(form.current)
    return undefined
  }, [action.problem])
  const submit = (event: Event): void => {
    event.preventDefault()
    setAnswer(null)
    const asked = arrival.value
    action.run(async () => {
      const options = { method: 'POST', body } as const
      if (kind.path === '/scrape') setAnswer({ path: kind.path, result: await call<ScrapeResult>(kind.path, options) })
      else if (kind.path === '/map') setAnswer({ path: kind.path, result: await call<MapResult>(kind.path, options) })
      else {
        const { id } = await startOnce<JobAccepted>(kind.path, body)
        keepRequest(id, request)
        if (arrival.value === asked) goTo(jobView(id))
      }
    })
  }
  const isFirst = ({ name }: FormField): boolean => kind.first.includes(name)
  const first = kind.first
    .map((name) => fields.find((field) => field.name === name))
    .filter((field) => field !== undefined)
  const rest = fields.filter((field) => !isFirst(field))
  const inRest = [...messages.keys()].some((pointer) =>
    rest.some((field) => pointer === field.pointer || pointer.startsWith(`${field.pointer}/`)),
  )
  const field = (each: FormField): VNode => html`<${Field} key=${each.pointer} field=${each} state=${state} />`
  return html`
    <div class="new-columns">
      <form ref=${form} aria-label=${kind.name} onSubmit=${submit} novalidate>
        ${action.problem === null ? null : html`<${ProblemNotice} problem=${action.problem} />`}
        <${Unanswered} action=${action} once=${kind.button === 'Start'} />
        ${(messages.get('') ?? []).map((message) => html`<p class="problem">${message}</p>`)} ${first.map(field)}
        <${Fold} summary="More fields" open=${inRest}>${rest.map(field)}<//>
        <p class="actions">
          <button type="submit" class="primary" disabled=${action.busy || away.value}>${kind.button}</button
          ><span role="status" class="quiet">${action.busy ? 'Under way…' : ''}</span>
        </p>
      </form>
      <${CodeTabs} request=${request} />
    </div>
    ${answer === null ? null : html`<${AnswerOf} answer=${answer} />`}
  `
}
