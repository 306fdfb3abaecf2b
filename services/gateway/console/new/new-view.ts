/** The view with forms for new requests, and the same requests as code. */
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { revivals } from '../api/away.ts'
import { useCountdown } from '../api/resource.ts'
import { ServiceProblem, ServiceAway, SignedOut } from '../api/service-problem.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { Loading, ProblemNotice } from '../components/states.ts'
import type { ConsoleViewProps } from '../place/console-view.ts'
import { requestFields } from './api-description.ts'
import { RequestForm } from './request-form.ts'
import { requestKinds } from './request-kinds.ts'
import type { FormField } from './schema-fields.ts'

/** A form of one kind, and links to the others. */
export function NewView({ place }: ConsoleViewProps): VNode {
  const kind = requestKinds.find(({ id }) => id === place.segments[1]) ?? requestKinds[0]!
  const [fields, setFields] = useState<readonly FormField[] | null>(null)
  const [problem, setProblem] = useState<ServiceProblem | null>(null)
  const [turn, setTurn] = useState(0)
  const again = (): void => setTurn((before) => before + 1)
  const waitingSecs = useCountdown(problem, again)
  const revival = revivals.value
  useEffect(() => {
    let wanted = true
    requestFields(kind.path)
      .then((found) => {
        if (!wanted) return
        setFields(found)
        setProblem(null)
      })
      .catch((error: unknown) => {
        if (error instanceof ServiceAway || error instanceof SignedOut) return
        if (!(error instanceof ServiceProblem)) throw error
        if (wanted) setProblem(error)
      })
    return () => {
      wanted = false
    }
  }, [kind, revival, turn])
  const links = [
    ...requestKinds.map(({ id, name }) => ({ id, to: `new/${id}`, name })),
    { id: 'capture', to: 'captures', name: 'Capture' },
  ]
  const notice =
    problem === null
      ? html`<${Loading} />`
      : html`<${ProblemNotice} problem=${problem} waitingSecs=${waitingSecs} reload=${again} />`
  return html`
    <${Heading} title="New ${kind.name.toLowerCase()}" />
    <ul class="tab-links">
      ${links.map(({ id, to, name }) => html`<li key=${id}><${Link} to=${to} aria-current=${id === kind.id ? 'page' : undefined}>${name}<//></li>`)}
    </ul>
    <p class="quiet">${kind.words}</p>
    ${fields === null ? notice : html`<${RequestForm} kind=${kind} fields=${fields} />`}
  `
}
