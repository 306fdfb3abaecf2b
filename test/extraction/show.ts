/**
 * Prints the extraction of a page in `golden/`: `node test/extraction/show.ts NAME
 * [markdown|clean_html|metadata|links]`.
 */
import { extractGolden, urlOf } from './golden-page.ts'

const [name, part = 'markdown'] = process.argv.slice(2)
if (name === undefined) throw new Error('which page?')
const { outputs, metadata, extractor } = await extractGolden(name, urlOf(name), true)
const shown: Record<string, string | undefined> = {
  markdown: outputs.markdown,
  clean_html: outputs.clean_html,
  metadata: JSON.stringify({ ...metadata, extractor }, null, 2),
  links: outputs.links?.join('\n'),
}
console.log(shown[part] ?? `unknown part ${part}`)
