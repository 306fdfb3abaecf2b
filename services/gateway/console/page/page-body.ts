/** Results of a page, one tab for each available format. */
import type { JobPageDetail } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { VNode } from 'preact'
import { html } from '../components/html.ts'
import { LongText } from '../components/long-text.ts'
import { saveText, type SavedFile } from '../components/save-text.ts'
import { Scraped } from '../components/scraped.ts'
import { Tabs, type TabItem } from '../components/tabs.ts'
import { AttemptsTable } from './attempts-table.ts'
import { CleanFrame } from './clean-frame.ts'
import { Markdown } from './markdown.ts'
import { PageLinks, PageMetadata } from './page-links.ts'
import { Screenshot } from './screenshot.ts'

interface PagePanel extends TabItem {
  show: () => VNode
  /** What the button `Download` saves; null: nothing. */
  file: SavedFile | null
}

/** Returns the tabs that a page has, in a fixed order. */
function panelsOf(page: JobPageDetail, reload: (() => void) | null): PagePanel[] {
  const { output, attempts, index } = page
  const { markdown, html: source, clean_html: clean, links, json, screenshot, screenshot_full_page: full } = output
  const base = page.finalUrl ?? page.url
  const panels: PagePanel[] = []
  const add = (id: string, name: string, show: () => VNode, file: SavedFile | null = null): void =>
    void panels.push({ id, name, show, file })
  const file = (extension: string, media: string, text: string): SavedFile | null => ({
    name: `page-${index}.${extension}`,
    media,
    text,
  })
  if (markdown !== undefined) {
    const saved = file('md', 'text/markdown', markdown)
    add('markdown', 'Markdown', () => html`<${Markdown} text=${markdown} base=${base} />`, saved)
    add('source', 'Source', () => html`<${LongText} label="Source" text=${markdown} />`, saved)
  }
  if (clean !== undefined) {
    // As text, so that a browser that opens the file does not run it.
    const saved = file('clean.html.txt', 'text/plain', clean)
    add('clean_html', 'Clean HTML', () => html`<${CleanFrame} text=${clean} />`, saved)
  }
  if (source !== undefined) {
    add('html', 'HTML', () => html`<${LongText} label="HTML" text=${source} />`, file('html.txt', 'text/plain', source))
  }
  if (links !== undefined) {
    add(
      'links',
      'Links',
      () => html`<${PageLinks} links=${links} />`,
      file('links.txt', 'text/plain', links.join('\n')),
    )
  }
  if (json !== undefined) {
    const text = JSON.stringify(json, null, 2)
    add('json', 'JSON', () => html`<${LongText} label="JSON" text=${text} />`, file('json', 'application/json', text))
  }
  const picture = full ?? screenshot
  if (picture !== undefined) {
    add('screenshot', 'Screenshot', () => html`<${Screenshot} link=${picture} url=${page.url} reload=${reload} />`)
  }
  add('attempts', 'Attempts', () => html`<${AttemptsTable} attempts=${attempts} />`)
  add('metadata', 'Metadata', () => html`<${PageMetadata} page=${page} />`)
  return panels
}

/** The tabs of a page. @param reload reads the page again to get new links; null when that is not possible. */
export function PageBody({
  page,
  tab,
  onTab,
  reload,
}: {
  page: JobPageDetail
  tab: string | null
  onTab: (tab: string | null) => void
  reload: (() => void) | null
}): VNode {
  const panels = panelsOf(page, reload)
  const { id, show, file } = panels.find((panel) => panel.id === tab) ?? panels[0]!
  const omitted = page.omitted.map(({ format, reason }) => `${format} (${reason.replaceAll('_', ' ')})`)
  return html`
    ${
      page.success
        ? null
        : html`<div class="notice bad">
            <p><strong>${page.errorCode ?? 'failed'}</strong>${' '}<${Scraped} text=${page.error ?? ''} /></p>
          </div>`
    }
    ${omitted.length === 0 ? null : html`<p class="notice">Not here: ${omitted.join(', ')}.</p>`}
    <${Tabs}
      label="Page"
      tabs=${panels}
      chosen=${id}
      onChoose=${(chosen: string) => onTab(chosen === panels[0]!.id ? null : chosen)}
    >
      ${file === null ? null : html`<p class="actions panel-actions"><button type="button" onClick=${() => saveText(file)}>Download</button></p>`}
      <div key=${id}>${show()}</div>
    <//>
  `
}
