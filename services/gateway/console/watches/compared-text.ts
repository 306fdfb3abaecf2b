/** The text of a page that a run compared, for pages without a difference. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { pathWith } from '../api/call.ts'
import { useResource } from '../api/resource.ts'
import { html } from '../components/html.ts'
import { Loaded } from '../components/states.ts'
import { runPath } from './watch-paths.ts'
import { watchViewLimits } from './watch-view-limits.ts'

interface TextAnswer {
  text: string
}

const step = watchViewLimits.textStepCharacters

/** @param isNew true: the whole text is an insertion. */
export function ComparedText({
  watchId,
  runId,
  url,
  isNew,
}: {
  watchId: string
  runId: string
  url: string
  isNew: boolean
}): VNode {
  const answer = useResource<TextAnswer>(pathWith(`${runPath(watchId, runId)}/text`, { url }))
  const [shown, setShown] = useState(step)
  const textOf = ({ text }: TextAnswer): VNode =>
    html` <pre class="compared" tabindex="0" dir="auto">
${isNew ? html`<ins>${text.slice(0, shown)}</ins>` : text.slice(0, shown)}</pre>
      ${shown < text.length ? html`<p><button type="button" onClick=${() => setShown(shown + step)}>More text</button></p>` : null}`
  return html`<${Loaded} of=${answer} children=${textOf} />`
}
