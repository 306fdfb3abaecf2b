import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExtractRequest } from '@seine/shared/pages/extraction.ts'
import { extractTextPage } from '../extract/extract-page.ts'
import { readPlain } from '../content/text-fallback.ts'

function outputs(body: string, more: Partial<ExtractRequest> = {}): { markdown?: string; links?: string[] } {
  const bytes = new TextEncoder().encode(body)
  const base = { url: 'https://e.test/', contentType: 'text/html', onlyMainContent: false, compared: false } as const
  return extractTextPage({ ...base, bytes, formats: ['markdown', 'links'], ...more }).outputs
}

const inRoot = (shadow: string, light: string): string =>
  `<x-card><template shadowrootmode="open">${shadow}</template>${light}</x-card>`

describe('flattenShadowRoots', () => {
  const cases: [title: string, body: string, markdown: string][] = [
    ['shows the shadow tree of a host', inRoot('<p>Shadow</p>', ''), 'Shadow'],
    ['puts what the host holds into the slot', inRoot('<h2>Head</h2><slot></slot><p>End</p>', '<p>Light</p>'), '## Head\n\nLight\n\nEnd'],
    [
      'puts it into slots by name',
      inRoot('<slot name=b></slot><hr><slot></slot><slot name=a></slot>', '<p slot=a>A</p><p>-</p><p slot=b>B</p>'),
      'B\n\n---\n\n\\-\n\nA',
    ],
    ['shows what a slot holds when nothing is put in', inRoot('<slot>Default</slot>', ''), 'Default'],
    ['shows nothing that has no slot', inRoot('<p>Shadow</p>', '<p>Light</p>'), 'Shadow'],
    ['leaves styles and programs out', inRoot('<style>b{}</style><script>x()</script><p>Shadow</p>', ''), 'Shadow'],
    ['shows roots inside roots', inRoot(`<p>1</p>${inRoot('<p>2</p><slot></slot>', '<p>3</p>')}`, ''), '1\n\n2\n\n3'],
    [
      'hands on what is put in to the slot of a root inside',
      inRoot(inRoot('<b><slot name=in></slot></b>', '<slot slot=in name=out></slot>'), '<i slot=out>x</i>'),
      '**_x_**',
    ],
    ['takes no other template for a root', '<div><template>No</template><p>Yes</p></div>', 'Yes'],
    ['takes the first root of a host alone', inRoot('<p>1</p>', '<template shadowrootmode=open>2</template>'), '1'],
    ['takes no root of an element that has none', '<ul><template shadowrootmode=open><li>No</template><li>Yes</ul>', '- Yes'],
  ] // prettier-ignore
  for (const [title, body, markdown] of cases) {
    it(title, () => assert.equal(outputs(body).markdown, markdown))
  }

  it('finds links in it and below it', () => {
    const body = inRoot('<a href=1>a</a><slot></slot>', '<a href=2>b</a><a slot=none href=3>c</a>')
    assert.deepEqual(outputs(body).links, ['https://e.test/1', 'https://e.test/2', 'https://e.test/3'])
  })

  it('lets selectors look into it', () => {
    const body = inRoot('<div class=price>5</div><slot></slot>', '<p>Light</p>')
    assert.equal(outputs(body, { includeTags: ['x-card .price'] }).markdown, '5')
  })

  it('is read by the plain way too', () => {
    assert.deepEqual(readPlain(inRoot('<p>Shadow</p>', '<p>Light</p>'), 'https://e.test/').paragraphs, [
      'Shadow',
      'Light',
    ])
  })

  it('keeps slots inside slots within bounds', () => {
    const nested = `${'<x-a><template shadowrootmode=open><div><div><slot></slot></div></div></template>'.repeat(2_000)}end`
    const deep = `${'<x-a>'.repeat(400)}<template shadowrootmode=open>${'<div>'.repeat(400)}<slot></slot></template>`
    for (const body of [nested, deep.repeat(50), inRoot('<slot></slot>'.repeat(50_000), '<p>x</p>'.repeat(50_000))]) {
      const before = process.threadCpuUsage()
      outputs(`${body}<p>the end</p>`, { onlyMainContent: true })
      assert.ok(process.threadCpuUsage(before).user < 15_000_000)
    }
  })
})
