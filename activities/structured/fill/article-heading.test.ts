import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOtherThanTitle as isOther } from './article-heading.ts'

const isOtherThanTitle = (page: { title: string | null; heading: string | null }, path = ''): boolean =>
  isOther({ ...page, url: `https://blog.example/${path}` })
const title = 'What is version control, and how does it work?'

describe('the main heading of an article', () => {
  it('is not its title when it is the name of a section', () => {
    for (const heading of ['The Blog', 'Contact us', 'Perspectives']) assert.ok(isOtherThanTitle({ title, heading }))
  })

  it('is not its title when it is a whole text', () => {
    assert.ok(isOtherThanTitle({ title, heading: `${'Learn which version of a text is the best. '.repeat(5)}Really.` }))
  })

  it('is not its title when the URL has words of the title only', () => {
    const heading = 'Do you want more visitors for your shop?'
    assert.ok(isOtherThanTitle({ title, heading }, 'posts/what-is-version-control/'))
    assert.ok(!isOtherThanTitle({ title, heading }, 'posts/more-visitors-version-control-work/'))
    assert.ok(!isOtherThanTitle({ title, heading }, 'posts/version-control/'))
  })

  it('is its title when it is a part of a longer one, however short', () => {
    const pairs = [
      ['C# 12', 'C# 12 – Tech Weekly'],
      ['AI at 5', 'AI at 5: a look back | Tech Weekly'],
      ['Up', 'Up – a film review'],
      ['茶碗', '茶碗 | 陶器の店 – Pottery Weekly News'],
      ['新しい橋', '市の大きな工事が終わった | 地方新聞 の ニュース'],
      ['???', '??? and other questions of our readers'],
    ]
    for (const [heading = '', longer = ''] of pairs) assert.ok(!isOtherThanTitle({ title: longer, heading }), heading)
  })

  it('is not its title when its letters are only a part of a word', () => {
    assert.ok(isOtherThanTitle({ title: 'Planning a birthday party for ten', heading: 'Art' }))
  })

  it('is its title when it has words of it, several words, or no longer title beside it', () => {
    for (const heading of ['Version control', 'A guide to keeping histories of texts'])
      assert.ok(!isOtherThanTitle({ title, heading }))
    assert.ok(!isOtherThanTitle({ title: 'A post', heading: 'Perspectives' }))
    assert.ok(!isOtherThanTitle({ title: null, heading: 'Perspectives' }))
  })
})
