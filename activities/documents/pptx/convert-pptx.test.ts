import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { convertPptx } from './convert-pptx.ts'
import { bodyOf, converted, relationshipsOf, zipOf } from '../testing/documents.ts'

const namespaces =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const line = (text: string, properties = ''): string => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`
const shape = (type: string | null, ...lines: string[]): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${type === null ? '' : `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${lines.join('')}</p:txBody></p:sp>`
const slide = (content: string, attributes = ''): string =>
  `<p:sld ${namespaces}${attributes}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`

/** Makes a presentation with slide files in order of their names; the presentation shows them in reverse order. */
async function presentationOf(
  slides: readonly string[],
  more: Record<string, string> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const list = slides.map((_, i) => `<p:sldId id="${i}" r:id="s${i}"/>`).toReversed()
  const files: Record<string, string> = {
    '_rels/.rels': relationshipsOf([['r', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst>${list.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipsOf(
      slides.map((_, i) => [`s${i}`, 'slide', `slides/${i}.xml`] as const),
    ),
  }
  for (const [i, xml] of slides.entries()) files[`ppt/slides/${i}.xml`] = xml
  return await zipOf({ ...files, ...more })
}

const htmlOf = async (slides: readonly string[], more?: Record<string, string>): Promise<string> =>
  bodyOf(await converted(convertPptx, 'pptx', await presentationOf(slides, more)))

suite('PowerPoint presentations', () => {
  test('slides come in the order of the show, hidden ones not at all', async () => {
    const titled = (text: string, attributes?: string): string => slide(shape('title', line(text)), attributes)
    const result = await converted(
      convertPptx,
      'pptx',
      await presentationOf([titled('C'), titled('B', ' show="0"'), titled('A')]),
    )
    assert.equal(bodyOf(result), '<h2>A</h2><h2>C</h2>')
    assert.deepEqual([result.pages, result.warnings], [3, ['hidden_slides']])
  })

  test('the title stands first; body text becomes nested lists, other text paragraphs', async () => {
    const body = shape(
      'body',
      line('one'),
      line('two', '<a:pPr lvl="1"/>'),
      line('plain', '<a:pPr><a:buNone/></a:pPr>'),
    )
    assert.equal(
      await htmlOf([slide(body + shape(null, line('box')) + shape('ftr', line('footer')) + shape('title', line('T')))]),
      '<h2>T</h2><ul><li>one<ul><li>two</li></ul></li></ul><p>plain</p><p>box</p>',
    )
  })

  test('numbered lists begin with the number they state', async () => {
    const numbered = (text: string): string =>
      line(text, '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="4"/></a:pPr>')
    assert.equal(
      await htmlOf([slide(shape('body', numbered('a'), numbered('b')))]),
      '<ol start="4"><li>a</li><li>b</li></ol>',
    )
  })

  test('tables keep merged cells', async () => {
    const cell = (text: string, attributes = ''): string =>
      `<a:tc${attributes}><a:txBody>${line(text)}</a:txBody></a:tc>`
    const rows = `<a:tr>${cell('a', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr><a:tr>${cell('b')}${cell('c')}</a:tr>`
    assert.equal(
      await htmlOf([slide(`<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/>${rows}</a:tbl></p:graphicFrame>`)]),
      '<table><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody></table>',
    )
  })

  test('links and speaker notes are kept', async () => {
    const linked = '<a:p><a:r><a:rPr b="1"><a:hlinkClick r:id="l"/></a:rPr><a:t>go</a:t></a:r></a:p>'
    const notes = `<p:notes ${namespaces}>${shape('sldNum', line('1'))}${shape('body', line('Say it.'))}</p:notes>`
    assert.equal(
      await htmlOf([slide(shape(null, linked))], {
        'ppt/slides/_rels/0.xml.rels': relationshipsOf([
          ['l', 'hyperlink', 'https://example.com/'],
          ['n', 'notesSlide', '../notes/1.xml'],
        ]),
        'ppt/notes/1.xml': notes,
      }),
      '<p><a href="https://example.com/"><strong>go</strong></a></p><blockquote><p>Say it.</p></blockquote>',
    )
  })
})
