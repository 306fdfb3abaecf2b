/** Placeholders of views: loading, empty lists and problems. */
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { ServiceAway, ServiceProblem, SignedOut } from '../api/service-problem.ts'
import type { Resource } from '../api/resource.ts'
import { Link } from './link.ts'
import { CopyButton } from './copy-button.ts'
import { html } from './html.ts'

/** Shown while data is loading. */
export const Loading = (): VNode => html`<p class="loading" aria-busy="true">Loading…</p>`

/** Shown for an empty list, with a hint what to do next. */
export const Empty = ({ children }: { children: ComponentChildren }): VNode => html`<p class="empty">${children}</p>`

const gone = "Not there: it never was, is another tenant's, or its retention has passed."

/** The id of a request, which operators need to find it in logs. */
const RequestId = ({ id }: { id: string }): VNode | null =>
  id === ''
    ? null
    : html`<p class="quiet">Request <code>${id}</code>${' '}<${CopyButton} text=${id} label="Copy request id" /></p>`

/**
 * Shows a problem and what to do about it.
 * @param backTo link for 404 answers: path below `/console/`, and name of the view.
 */
export function ProblemNotice({
  problem,
  waitingSecs = null,
  reload,
  backTo = { view: 'jobs', name: 'All jobs' },
}: {
  problem: ServiceProblem
  waitingSecs?: number | null
  reload?: () => void
  backTo?: { view: string; name: string }
}): VNode {
  if (problem.status === 404) {
    return html`<div class="notice" role="alert">
      <p>${gone}</p>
      <${RequestId} id=${problem.requestId} />
      <p><${Link} to=${backTo.view}>${backTo.name}<//></p>
    </div>`
  }
  const waiting = waitingSecs === null ? null : html`<p>Too many requests. Tried again in ${waitingSecs} s.</p>`
  return html`<div class="notice bad" role="alert">
    <p>${problem.message}</p>
    ${waiting}
    <${RequestId} id=${problem.requestId} />
    ${waiting !== null || reload === undefined ? null : html`<p><button type="button" onClick=${reload}>Try again</button></p>`}
  </div>`
}

/**
 * Shows the state of a resource: loading, a problem, or its data through `children`.
 * @param children renders the data.
 */
export function Loaded<T>({
  of: resource,
  children,
  backTo,
}: {
  of: Resource<T>
  children: (data: T) => ComponentChildren
  backTo?: { view: string; name: string }
}): VNode {
  const { data, problem, loading, stale, waitingSecs, reload } = resource
  const notice =
    problem === null
      ? null
      : html`<${ProblemNotice}
          problem=${problem}
          waitingSecs=${waitingSecs}
          reload=${reload}
          ...${backTo === undefined ? {} : { backTo }}
        />`
  if (data === null) return html`<div>${notice ?? (loading ? html`<${Loading} />` : null)}</div>`
  return html`<div class=${stale ? 'stale' : ''} aria-busy=${stale ? 'true' : 'false'}>${notice}${children(data)}</div>`
}

/**
 * Shown when the answer of an action was lost.
 * @param once whether the same request has no second effect.
 */
export const Unanswered = ({ action, once }: { action: Action; once: boolean }): VNode | null =>
  action.unanswered
    ? html`<div class="notice" role="alert">
        <p>
          It is not known whether this was done.${once ? ' Sending the same request again does not do it twice.' : ''}
        </p>
      </div>`
    : null

/** State of an action: its problem, and whether it can be started. */
export interface Action {
  busy: boolean
  problem: ServiceProblem | null
  /** True when the service gave no answer to the last one: it may have been done, or not. */
  unanswered: boolean
  run: (work: () => Promise<void>) => void
}

/** Runs one action at a time, and keeps the problem of the last one. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ServiceProblem | null>(null)
  const [unanswered, setUnanswered] = useState(false)
  const run = (work: () => Promise<void>): void => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    setUnanswered(false)
    void work()
      .catch((error: unknown) => {
        if (error instanceof ServiceProblem) setProblem(error)
        else if (error instanceof ServiceAway) setUnanswered(true)
        else if (!(error instanceof SignedOut)) throw error
      })
      .finally(() => setBusy(false))
  }
  return { busy, problem, unanswered, run }
}
