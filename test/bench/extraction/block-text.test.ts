import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { blockText } from './block-text.ts'

describe('blockText', () => {
  it('parts blocks and joins what stands in a line', () => {
    const text = blockText('<ul><li>one<li>t<b>w</b>o</ul><p>three<br>four</p><table><tr><td>5<td>6</table>')
    assert.deepEqual(text.split(/\s+/).filter(Boolean), ['one', 'two', 'three', 'four', '5', '6'])
  })

  it('leaves out invisible text', () => {
    assert.equal(blockText('a<script>b</script><style>c</style>').trim(), 'a')
  })
})
