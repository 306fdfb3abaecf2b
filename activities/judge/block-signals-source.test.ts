import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sourceParts } from './block-signals-source.ts'

describe('the parts of a document', () => {
  it('are its markup, its text and its title', () => {
    const { code, text, title } = sourceParts(
      '<title> Just\n a moment... </title><title>b</title><style>c{}</style><p ID=D>e<b>f</b>&#35;&nbsp;1<!-- g --><script src=/H.js>I()</script>',
    )
    assert.equal(title, 'just a moment...')
    assert.equal(text, 'e f # 1')
    assert.deepEqual(code.split('\n'), ['<title>', '<title>', '<p id="d">', '<b>', '<script src="/h.js">', 'i()'])
  })

  it('are written so that a tag and a value end where they end', () => {
    const { code } = sourceParts(`<iframe srcdoc='<p class="a">' src="/_Incapsula_Resource?a=1&amp;b=2">c</iframe>`)
    assert.equal(code, '<iframe srcdoc="<p class=&quot;a&quot;&gt;" src="/_incapsula_resource?a=1&b=2">')
    assert.ok(sourceParts(`<p class="${'a'.repeat(5_000)}" id=b>`).code.length < 1_100)
  })

  it('have the text of frames and of noscript elements, and not that of templates', () => {
    assert.equal(sourceParts('<iframe>a</iframe><noscript>b</noscript><template>c</template>d').text, 'a b d')
  })

  it('are code alone when the document is JSON', () => {
    assert.deepEqual(sourceParts(' {"blockScript":"<p>a"}'), { code: ' {"blockscript":"<p>a"}', text: '', title: '' })
  })
})
