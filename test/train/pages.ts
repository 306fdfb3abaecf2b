/** Reads the pages of a labelled data set: HTML files, with one line of ground truth for each. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A page with the text that a human labelled as its content. */
export interface LabelledPage {
  id: string
  url: string
  type: string
  text: string
  html: string
}

/** A line of ground truth; the URL of some pages is missing. */
type Stated = Omit<LabelledPage, 'html' | 'url'> & { url: string | null }

/**
 * Reads pages one by one.
 * @param directory contains `truth.jsonl.gz` and `html/<id>.html.gz`.
 */
export function* readPages(directory: string): Generator<LabelledPage> {
  const lines = gunzipSync(readFileSync(join(directory, 'truth.jsonl.gz')))
    .toString('utf8')
    .trim()
    .split('\n')
  const present = new Set(readdirSync(join(directory, 'html')))
  for (const line of lines) {
    const { id, url, type, text } = JSON.parse(line) as Stated
    const file = `${id}.html.gz`
    if (present.has(file))
      yield {
        id,
        url: url ?? `about:blank#${id}`,
        type,
        text,
        html: gunzipSync(readFileSync(join(directory, 'html', file))).toString('utf8'),
      }
  }
}
