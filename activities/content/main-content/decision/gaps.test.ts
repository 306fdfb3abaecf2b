import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillGaps } from './gaps.ts'
import { settled } from '../testing/settled.ts'

describe('fillGaps', () => {
  const cases: [title: string, html: string, kept: string][] = [
    ['keeps code between kept paragraphs', '<p>A</p><pre>b</pre><p>C</p>', 'A b C'],
    ['looks into a part that holds nothing but code', '<p>A</p><div><pre>b</pre></div><p>C</p>', 'A b C'],
    ['keeps a definition between others', '<dl><dt>A</dt><dd>B</dd><dt>c</dt><dd>D</dd></dl>', 'A B c D'],
    ['drops an improbable paragraph between kept ones', '<p>A</p><p>b10</p><p>C</p>', 'A C'],
    ['drops a plain division between kept ones', '<p>A</p><div>b</div><p>C</p>', 'A C'],
    ['keeps the end of a run', '<ul><li>A<li>B<li>c</ul>', 'A B c'],
    ['keeps a paragraph that ends a run before a dropped heading', '<p>A</p><p>B</p><p>c40</p><h3>d5</h3><ul><li>e5</ul>', 'A B c40'],
    ['keeps a paragraph that ends a run before a dropped section', '<p>A</p><p>B</p><p>c40</p><div><h3>d5</h3><p>e5</p></div>', 'A B c40'],
    ['drops an improbable paragraph before a dropped heading', '<p>A</p><p>B</p><p>c20</p><h3>d5</h3><ul><li>e5</ul>', 'A B'],
    ['drops a list before a dropped heading', '<p>A</p><p>B</p><ul><li>c40</ul><h3>d5</h3><p>e5</p>', 'A B'],
    ['drops what ends no run', '<div><p>A</p><p>b</p></div>', 'A'],
    ['keeps a quotation in a kept item, then what ends the run', '<ol><li>A</ol><ol><li>B<blockquote>c</blockquote></ol><p>d18</p>', 'A B c d18'],
    ['keeps the caption of a kept quotation', '<figure><blockquote>A</blockquote><figcaption>b</figcaption></figure>', 'A b'],
    ['drops the caption of a dropped quotation', '<p>A</p><figure><blockquote>b1</blockquote><figcaption>c</figcaption></figure>', 'A'],
    ['keeps the picture between title and text', '<header><h1>A</h1><p>x</p></header><figure><figcaption>b</figcaption></figure><p>C</p>', 'A b C'],
    ['drops the caption of a picture amid the text', '<h1>A</h1><p>B</p><figure><figcaption>c</figcaption></figure><p>D</p>', 'A B D'],
    ['keeps the price behind the title', '<h1>A</h1><div>stars</div><div>now $12</div><p>B</p>', 'A now B'],
    ['drops a menu between kept paragraphs', '<p>A</p><nav><ul><li>b</ul></nav><p>C</p>', 'A C'],
    ['drops text for screen readers', '<p>A</p><p class="sr-only">b</p><p>C</p>', 'A C'],
  ] // prettier-ignore
  for (const [title, html, kept] of cases) it(title, () => assert.equal(settled(html, fillGaps), kept))
})
