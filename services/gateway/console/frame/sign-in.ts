/** The sign-in form for an API key. */
import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { requestWith } from '../api/call.ts'
import { signIn, signOutReason } from '../api/session.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { viewLimits } from '../console-view-limits.ts'

const invalid = 'This key is not valid.'
const silent = 'Service away: it did not answer. Try again.'

/** Tries a key. @returns null when the service accepts it, or the reason. */
async function refusalOf(key: string): Promise<string | null> {
  // Characters that are not allowed in a header occur in no key.
  if (!/^[\u0021-\u007e]+$/.test(key)) return invalid
  let response: Response
  let code: unknown
  try {
    response = await requestWith(key, 'jobs?limit=1', { signal: AbortSignal.timeout(viewLimits.readWithinMs) })
    if (response.ok) await response.body?.cancel()
    else code = await codeOf(response)
  } catch {
    return silent
  }
  if (response.status === 401) return invalid
  if (response.status === 429) {
    return `Too many tries. Try again in ${response.headers.get('retry-after') ?? '60'} s.`
  }
  // A problem with a code is from the service, which has accepted the key even if its object store is unavailable.
  // Without one, a proxy has answered in its place.
  if (response.ok || (response.status === 503 && typeof code === 'string')) return null
  return response.status === 502 || response.status === 503 ? silent : `The service answered ${response.status}.`
}

/** Returns the code of a problem; undefined for an answer that is no problem of the service. */
async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

/** Asks for a key. */
export function SignIn(): VNode {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const key = field.current?.value.trim() ?? ''
    if (busy) return
    setBusy(true)
    const refusal = await refusalOf(key)
    setBusy(false)
    if (refusal === null) {
      signIn(key)
      return
    }
    signOutReason.value = refusal
    field.current?.focus()
  }
  const reason = signOutReason.value
  return html`<div class="sign-in">
    <${Heading} title="Sign in" />
    <form aria-label="Sign in" onSubmit=${submit}>
      <label for="api-key">API key</label>
      <input
        id="api-key"
        ref=${field}
        type="password"
        name="api-key"
        autocomplete="off"
        spellcheck="false"
        autocapitalize="off"
        required
        aria-invalid=${reason === '' ? 'false' : 'true'}
        aria-describedby="api-key-help api-key-problem"
      />
      <p id="api-key-help" class="quiet">
        The key stays in this tab. <code>./dev up</code> prints one; an operator makes others.
      </p>
      <div id="api-key-problem" role="alert">${reason === '' ? null : html`<p class="problem">${reason}</p>`}</div>
      <button type="submit" class="primary" disabled=${busy}>Sign in</button>
    </form>
  </div>`
}
