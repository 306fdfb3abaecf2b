import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCleanHtml } from '../clean-html.ts'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { readBlocks } from './blocks.ts'
import { selectBlocks } from './selection.ts'

const urls = createUrlResolver('https://example.org/', null)

/** Selects the blocks that contain a capital K and returns the root and the shown text. */
function select(html: string): { root: string; shown: string } {
  const root = firstElement(parseTree(html).document, 'body')!
  const blocks = readBlocks(root, 10_000)!
  const kept = Uint8Array.from({ length: blocks.count }, (_, block) =>
    blocks.texts.slice(blocks.textStart[block], blocks.textStart[block + 1]).some((node) => node.text?.includes('K'))
      ? 1
      : 0,
  )
  const selection = selectBlocks(root, blocks, kept)
  return {
    root: selection.roots.map((node) => node.name).join(' '),
    shown: toCleanHtml(selection, urls)
      .replaceAll(/<img[^>]*alt="(\w+)"[^>]*>/g, '[$1]')
      .replaceAll('<hr>', '---')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }
}

const picture = (name: string): string => `<img src="/${name}.png" alt="${name}" width=300 height=200>`
const shownPicture = (name: string): string => `[${name}]`

describe('selectBlocks', () => {
  const cases: [title: string, html: string, root: string, shown: string][] = [
    ['begins at the lowest element that holds everything kept', '<nav>no</nav><main><div><p>K1</p><p>no</p><p>K2</p></div></main>', 'div', 'K1 K2'],
    ['keeps a list whose items are kept in part', '<div>no</div><ul><li>K1<li>no<li>K2</ul>', 'body', 'K1 K2'],
    ['drops the largest part without kept text', '<p>K1</p><div><ul><li>no<li>no</ul><p>no</p></div><p>K2</p>', 'body', 'K1 K2'],
    ['drops text beside kept elements', '<div>no<p>K1</p>no<p>K2</p></div>', 'div', 'K1 K2'],
    ['keeps a picture beside kept text', `<p>K1</p>${picture('a')}<p>no</p><p>K2</p>`, 'body', `K1 ${shownPicture('a')} K2`],
    ['drops a picture between dropped texts', `<p>K1</p><p>no</p><div>${picture('a')}</div><p>no</p><p>K2</p>`, 'body', 'K1 K2'],
    ['drops a picture in a dropped part', `<p>K1</p><div>${picture('a')}<p>no</p></div><p>K2</p>`, 'body', 'K1 K2'],
    ['keeps a rule between kept texts', '<p>K1</p><hr><p>K2</p>', 'body', 'K1 --- K2'],
    ['drops a rule at the edge of what is kept', '<div><hr><p>K1</p></div><p>K2</p>', 'body', 'K1 K2'],
    ['keeps a picture between kept texts whose caption is dropped', `<p>K1</p><figure>${picture('a')}<figcaption>no</figcaption></figure><p>K2</p>`, 'body', `K1 ${shownPicture('a')} K2`],
    ['drops pictures of users', `<p>K1</p><div><a href=x><img src=x.png alt=me class="avatar"></a></div><p>K2</p>`, 'body', 'K1 K2'],
    ['drops links to edit a section', '<h2>K1 <span class="editsection">[<a href=x>edit</a>]</span></h2><p>K2</p>', 'body', 'K1 K2'],
    ['keeps a heading that is all anchor', '<h2><a class=anchor href=x>K1</a></h2><p>K2</p>', 'body', 'K1 K2'],
    ['shows a single kept text', '<div><p>no</p><p>K</p></div>', 'div', 'K'],
  ] // prettier-ignore
  for (const [title, html, root, shown] of cases) it(title, () => assert.deepEqual(select(html), { root, shown }))

  it('takes a page of deep nesting in its stride', () => {
    const deep = '<div>'.repeat(400)
    assert.equal(select(`${deep}${'<p>no</p><div>'.repeat(2_000)}<p>K</p>`).shown, 'K')
  })
})
